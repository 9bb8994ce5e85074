// Rows laid out as blocks lose the table's meaning in some browsers: hence the roles the elements have anyway.
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */
import { Anchor } from '@mantine/core';
import { Link } from '#ui/text/Link.tsx';
import { KeyValueList } from '#ui/page/KeyValueList.tsx';
import { kinds } from '../words.ts';
import type { Entry } from '../contract.ts';
import classes from './EntryDetails.module.css';

const none = <span className="text-small text-dimmed">Empty</span>;

/** Old and new value side by side, and where the entry came from to the last detail. */
export function EntryDetails({ entry }: { entry: Entry }) {
  const facts = [
    { key: 'kind', label: 'About', value: entry.kind ? kinds[entry.kind] : '' },
    { key: 'email', label: 'Email address', value: entry.who.email },
    { key: 'browser', label: 'Browser as it names itself', value: entry.from.userAgent },
    {
      key: 'subject',
      label: 'Item',
      value: entry.place ? (
        <Anchor component={Link} href={entry.place} inherit>
          Open this issue
        </Anchor>
      ) : (
        entry.subjectId
      ),
    },
    { key: 'request', label: 'Request', value: entry.requestId },
    { key: 'entry', label: 'Entry', value: entry.id },
  ].filter((fact) => fact.value !== '');
  return (
    <div className={`${classes.details} grid items-start gap-4 gap-x-8 border rounded bg-canvas p-4`}>
      {entry.changes.length > 0 && (
        <table className={`${classes.changes} w-full`} role="table">
          <caption className="visually-hidden">Old and new values</caption>
          <thead role="rowgroup">
            <tr role="row">
              <th role="columnheader" scope="col">
                <span className="visually-hidden">Value</span>
              </th>
              <th role="columnheader" scope="col">
                Before
              </th>
              <th role="columnheader" scope="col">
                After
              </th>
            </tr>
          </thead>
          <tbody role="rowgroup">
            {entry.changes.map((change) => (
              <tr key={change.label} role="row">
                <th role="rowheader" scope="row">
                  {change.label}
                </th>
                <td role="cell" data-side="before">
                  {change.before ?? none}
                </td>
                <td role="cell" data-side="after">
                  {change.after ?? none}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className="text-small">
        <KeyValueList items={facts} />
      </div>
    </div>
  );
}
