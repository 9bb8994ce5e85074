// Rows laid out as cards lose the table's meaning in some browsers: hence the roles the elements have anyway.
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */
import { ActionIcon } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { useState } from 'react';
import { shownTime } from '#platform/dates.ts';
import type { Entry } from '../contract.ts';
import classes from './Activity.module.css';
import { EntryDetails } from './EntryDetails.tsx';
import { staffText } from './whoText.ts';

function Who({ who }: { who: Entry['who'] }) {
  if (who.kind === 'staff')
    return (
      <span className={classes.lines}>
        <span title={who.staff}>{staffText(who)}</span>
        {who.name !== '' && <span className="text-small text-dimmed">on behalf of {who.name}</span>}
      </span>
    );
  return <span className={classes.lines}>{who.name}</span>;
}

function EntryRow({ entry }: { entry: Entry }) {
  const [open, setOpen] = useState(false);
  const id = `entry-${entry.id}`;
  return (
    <>
      <tr role="row" className={classes.entry} data-open={open || undefined}>
        <th role="rowheader" scope="row" className={`${classes.what} font-medium wrap-anywhere`}>
          {entry.what}
        </th>
        <td role="cell">
          <span className={classes.label} aria-hidden>
            Who
          </span>
          <Who who={entry.who} />
        </td>
        <td role="cell" className="tabular-nums">
          <span className={classes.label} aria-hidden>
            When
          </span>
          <time dateTime={entry.at}>{shownTime(entry.at)}</time>
        </td>
        <td role="cell">
          <span className={classes.label} aria-hidden>
            From
          </span>
          <span className={classes.lines}>
            <span>{entry.from.address || '–'}</span>
            {entry.from.browser && <span className="text-small text-dimmed">{entry.from.browser}</span>}
          </span>
        </td>
        <td role="cell" className={classes.opener}>
          <ActionIcon
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            aria-label={`Details: ${entry.what}`}
            onClick={() => setOpen(!open)}
          >
            <IconChevronDown size={20} stroke={1.5} aria-hidden className={classes.chevron} />
          </ActionIcon>
        </td>
      </tr>
      {open && (
        <tr role="row" className={classes.detailsRow}>
          <td role="cell" colSpan={5} id={id}>
            <EntryDetails entry={entry} />
          </td>
        </tr>
      )}
    </>
  );
}

/** Entries, newest first; each opens to old and new values. */
export function EntriesTable({ entries, caption }: { entries: Entry[]; caption: string }) {
  return (
    <table className={`${classes.table} w-full leading-5`} role="table">
      <caption className="visually-hidden">{caption}</caption>
      <thead role="rowgroup" className="visually-hidden-narrow">
        <tr role="row">
          {['What', 'Who', 'When', 'From'].map((head) => (
            <th key={head} role="columnheader" scope="col">
              {head}
            </th>
          ))}
          <th role="columnheader" scope="col">
            <span className="visually-hidden">Details</span>
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} />
        ))}
      </tbody>
    </table>
  );
}
