import { ActionIcon, Button, Menu, NativeSelect } from '@mantine/core';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import { useSearchParams } from 'react-router';
import { shownDay } from '#platform/dates.ts';
import { dayWords } from '#platform/days.ts';
import { CopyButton } from '#ui/CopyButton.tsx';
import { DataTable, type DataColumn } from '#ui/DataTable.tsx';
import { DrawingLost } from '#ui/drawings/DrawingLost.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Pager } from '#ui/Pager.tsx';
import { Panel } from '#ui/Panel.tsx';
import { StatusPill } from '#ui/StatusPill.tsx';
import { useDialog } from '#ui/useDialog.ts';
import type { SignUpCodeRow } from '../../catalogSchemas.ts';
import { SearchField } from '../SearchField.tsx';
import staff from '../Staff.module.css';
import classes from './Catalog.module.css';
import { WhenLoaded } from './CatalogFrame.tsx';
import { useOptions, useSignUpCodes, type IdRequest } from './queries.ts';
import { StandingPill } from './StandingPill.tsx';
import { IdDialogs, type IdDialog } from './IdDialogs.tsx';

const states = { '': 'Good and ended', good: 'Good', ended: 'Ended' } as const;

function requestOf(params: URLSearchParams): IdRequest {
  const state = params.get('state') ?? '';
  return {
    search: (params.get('search') ?? '').slice(0, 100),
    channelId: (params.get('channelId') ?? '').slice(0, 100),
    state: state === 'good' || state === 'ended' ? state : '',
    page: Math.max(1, Math.floor(Number(params.get('page'))) || 1),
  };
}

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
      <span className={staff.person}>
        <span>{row.channelId}</span>
        <span className={staff.dimmed}>{row.brand}</span>
      </span>
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
  const [params, setParams] = useSearchParams();
  const request = requestOf(params);
  const found = useSignUpCodes(request);
  const options = useOptions().data;
  const dialog = useDialog<IdDialog>();
  const change = (part: Partial<IdRequest>) =>
    setParams(
      (before) => {
        const next = { ...requestOf(before), page: 1, ...part };
        return new URLSearchParams(
          Object.entries(next)
            .map(([name, value]) => [name, String(value)] as [string, string])
            .filter(([, value]) => value !== ''),
        );
      },
      { replace: true },
    );
  const isFiltered = request.search !== '' || request.channelId !== '' || request.state !== '';
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
          value={request.search}
          placeholder="Id, channel or plan"
          onChange={(search) => change({ search })}
        />
        <NativeSelect
          label="Channel"
          value={request.channelId}
          onChange={(event) => change({ channelId: event.currentTarget.value })}
          data={[
            { value: '', label: 'Every channel' },
            ...(options?.channels ?? []).map(({ channelId }) => ({ value: channelId, label: channelId })),
          ]}
        />
        <NativeSelect
          label="State"
          value={request.state}
          onChange={(event) => change({ state: event.currentTarget.value as IdRequest['state'] })}
          data={Object.entries(states).map(([value, label]) => ({ value, label }))}
        />
        <p className={`${classes.count} text-dimmed tabular-nums`} aria-live="polite">
          {found.data
            ? found.data.total === 1
              ? '1 id'
              : `${found.data.total.toLocaleString('en-US')} ids`
            : '\u00a0'}
        </p>
      </search>
      <WhenLoaded of={found} what="the subscription ids">
        {(data) => (
          <div className="grid gap-4" aria-busy={found.isFetching}>
            {data.rows.length === 0 ? (
              <Panel>
                <EmptyState
                  drawing={<DrawingLost />}
                  title={isFiltered ? 'Nothing found' : 'No subscription ids yet'}
                >
                  {isFiltered
                    ? 'No id matches. Try a part of it, or another channel.'
                    : 'Make one for a channel, and give its sign-up link to the partner who brings you customers.'}
                </EmptyState>
              </Panel>
            ) : (
              <Panel flush className={staff.table}>
                <DataTable
                  caption="Subscription ids"
                  columns={columnsFor((kind, row) =>
                    dialog.show({ kind, row }, document.getElementById(`change-${row.id}`)),
                  )}
                  rows={data.rows}
                  rowKey={(row) => row.id}
                />
              </Panel>
            )}
            <Pager
              page={data.page}
              pages={data.pages}
              onChange={(page) => change({ page })}
              label="Pages of subscription ids"
            />
          </div>
        )}
      </WhenLoaded>
      <IdDialogs dialog={dialog.open} options={options} onClose={dialog.close} />
    </>
  );
}
