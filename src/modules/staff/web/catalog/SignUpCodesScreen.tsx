import { ActionIcon, Button, Menu } from '@mantine/core';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import { shownDay } from '#platform/dates.ts';
import { dayWords } from '#platform/days.ts';
import { CopyButton } from '#ui/text/CopyButton.tsx';
import type { DataColumn } from '#ui/table/DataTable.tsx';
import { DrawingLost } from '#ui/drawings/DrawingLost.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { StatusPill } from '#ui/badge/StatusPill.tsx';
import { useDialog } from '#ui/form/useDialog.ts';
import type { SignUpCodeRow } from '../../catalogSchemas.ts';
import { SearchField } from '#ui/form/SearchField.tsx';
import { FilterSelect } from '../FilterSelect.tsx';
import { PagedTable } from '../PagedTable.tsx';
import staff from '../Staff.module.css';
import { TwoLines } from '../TwoLines.tsx';
import classes from './Catalog.module.css';
import { oneOf, useAsked } from '../useAsked.ts';
import { useOptions, useSignUpCodes } from './queries.ts';
import { StandingPill } from './StandingPill.tsx';
import { IdDialogs, type IdDialog } from './IdDialogs.tsx';
import { counted } from '../counted.ts';

const states = { '': 'Good and ended', good: 'Good', ended: 'Ended' } as const;

type Act = (kind: 'edit' | 'end' | 'revert', row: SignUpCodeRow) => void;

const columnsFor = (act: Act): DataColumn<SignUpCodeRow>[] => [
  {
    id: 'id',
    header: 'Subscription id',
    width: '28%',
    cell: (row) => (
      <span className="row gap-1 font-medium wrap-anywhere">
        {row.id}
        <CopyButton value={row.link} label={`Copy sign-up link of ${row.id}`} />
      </span>
    ),
  },
  {
    id: 'channel',
    header: 'Channel',
    cell: (row) => (
      <TwoLines below={row.brand}>
        <span>{row.channelId}</span>
      </TwoLines>
    ),
  },
  { id: 'plan', header: 'Begins with', cell: (row) => <span className={staff.whole}>{row.planName}</span> },
  {
    id: 'until',
    header: 'Good until',
    cell: (row) =>
      row.state === 'ended' ? (
        <StatusPill tone="warning">Ended {dayWords(row.goodUntil!)}</StatusPill>
      ) : row.goodUntil ? (
        <span className={staff.whole}>{dayWords(row.goodUntil)}</span>
      ) : (
        <StatusPill tone="success">For good</StatusPill>
      ),
  },
  {
    id: 'came',
    header: 'Signed up',
    align: 'end',
    cell: (row) => (
      <span className={staff.person}>
        <span>{row.organizations.toLocaleString('en-US')}</span>
        {row.lastSignUp && <span className={staff.dimmed}>Last {shownDay(row.lastSignUp)}</span>}
      </span>
    ),
  },
  { id: 'standing', header: 'Version', cell: (row) => <StandingPill standing={row} /> },
  {
    id: 'act',
    header: 'Change',
    hiddenHeader: true,
    align: 'end',
    cell: (row) => (
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={`Change ${row.id}`} id={`change-${row.id}`}>
            <IconDots size={20} stroke={1.5} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => act('edit', row)}>Edit</Menu.Item>
          {row.state === 'good' && <Menu.Item onClick={() => act('end', row)}>End now</Menu.Item>}
          {row.isEdited && !row.isOwn && (
            <Menu.Item onClick={() => act('revert', row)}>Back to the file&apos;s version</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    ),
  },
];

/** Words in sign-up links, each of one channel. */
export function SignUpCodesScreen() {
  const { asked, page, change, isFiltered } = useAsked({ search: '', channelId: '', state: '' });
  const { search, channelId } = asked;
  const state = oneOf(['', 'good', 'ended'], asked.state, '');
  const found = useSignUpCodes({ search, channelId: channelId.slice(0, 100), state, page });
  const options = useOptions().data;
  const dialog = useDialog<IdDialog>();
  return (
    <>
      <PageHeader
        title="Subscription ids"
        purpose="Words in sign-up links. Each belongs to a channel, and says what its users get."
        action={
          <Button onClick={(event) => dialog.show({ kind: 'create' }, event.currentTarget)}>
            New subscription id
          </Button>
        }
      />
      <search
        className={`${classes.filters} flex flex-wrap items-end gap-3 gap-x-4 mb-4`}
        aria-label="Filter the subscription ids"
      >
        <SearchField
          value={search}
          placeholder="Id, channel or plan"
          className={staff.search}
          onSearch={(text) => change({ search: text })}
        />
        <FilterSelect
          label="Channel"
          value={channelId}
          every="Every channel"
          options={(options?.channels ?? []).map(({ channelId }) => ({ value: channelId, label: channelId }))}
          onChange={(to) => change({ channelId: to })}
        />
        <FilterSelect
          label="State"
          value={state}
          options={Object.entries(states).map(([value, label]) => ({ value, label }))}
          onChange={(to) => change({ state: to })}
        />
        <p className={`${classes.count} text-dimmed tabular-nums`} aria-live="polite">
          {found.data ? counted(found.data.total, 'id', 'ids') : '\u00a0'}
        </p>
      </search>
      <PagedTable
        of={found}
        things="subscription ids"
        caption="Subscription ids"
        columns={columnsFor((kind, row) =>
          dialog.show({ kind, row }, document.getElementById(`change-${row.id}`)),
        )}
        rowKey={(row) => row.id}
        drawing={<DrawingLost />}
        empty={
          isFiltered
            ? { title: 'Nothing found', text: 'No id matches. Try a part of it, or another channel.' }
            : {
                title: 'No subscription ids yet',
                text: 'Make one for a channel, and give its sign-up link to the partner who brings you customers.',
              }
        }
        onPage={(to) => change({ page: to })}
      />
      <IdDialogs dialog={dialog.open} options={options} onClose={dialog.close} />
    </>
  );
}
