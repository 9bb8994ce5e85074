import { Button, NativeSelect } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { useSearchParams } from 'react-router';
import { shownTime } from '#platform/dates.ts';
import { fileAddress } from '#platform/web/call.ts';
import { DataTable, type DataColumn } from '#ui/DataTable.tsx';
import { DrawingLost } from '#ui/drawings/DrawingLost.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Pager } from '#ui/Pager.tsx';
import { Panel } from '#ui/Panel.tsx';
import { actKinds, type ActKind } from '../../deskLog.ts';
import { staffLogContract, type LogEntry } from '../../logContract.ts';
import { WhenLoaded } from '../catalog/CatalogFrame.tsx';
import { SearchField } from '../SearchField.tsx';
import staff from '../Staff.module.css';
import classes from './Desk.module.css';
import { useLog, useLogPeople, type LogRequest } from './queries.ts';

function requestOf(params: URLSearchParams): LogRequest {
  const kind = params.get('kind') ?? '';
  return {
    kind: Object.hasOwn(actKinds, kind) ? (kind as ActKind) : '',
    person: (params.get('person') ?? '').slice(0, 254),
    search: (params.get('search') ?? '').slice(0, 100),
    page: Math.max(1, Math.floor(Number(params.get('page'))) || 1),
  };
}

function Changes({ changes }: { changes: LogEntry['changes'] }) {
  if (changes.length === 0) return null;
  return (
    <details className={`${classes.changes} font-normal text-start`}>
      <summary>{changes.length === 1 ? '1 value' : `${changes.length} values`}</summary>
      <dl>
        {changes.map(({ label, before, after }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {before !== null && <del>{before || 'empty'}</del>}{' '}
              {after !== null && <ins>{after || 'empty'}</ins>}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

const columns: DataColumn<LogEntry>[] = [
  {
    id: 'what',
    header: 'What',
    width: '44%',
    cell: (row) => (
      <span className={staff.person}>
        <span className="wrap-anywhere">{row.what}</span>
        <Changes changes={row.changes} />
      </span>
    ),
  },
  {
    id: 'who',
    header: 'Who',
    cell: (row) => (
      <span className={staff.person}>
        <span>{row.who.name}</span>
        <span className={staff.dimmed}>{row.who.email}</span>
      </span>
    ),
  },
  { id: 'when', header: 'When', cell: (row) => <time dateTime={row.at}>{shownTime(row.at)}</time> },
  {
    id: 'from',
    header: 'From',
    cell: (row) => (
      <span className={staff.person}>
        <span>{row.from.address || '–'}</span>
        <span className={staff.dimmed}>{row.from.browser}</span>
      </span>
    ),
  },
];

/** What staff did that belongs to no organisation. */
export function LogScreen() {
  const [params, setParams] = useSearchParams();
  const request = requestOf(params);
  const log = useLog(request);
  const people = useLogPeople().data ?? [];
  const change = (part: Partial<LogRequest>) =>
    setParams(
      (before) =>
        new URLSearchParams(
          Object.entries({ ...requestOf(before), page: 1, ...part })
            .map(([name, value]) => [name, String(value)] as [string, string])
            .filter(([, value]) => value !== ''),
        ),
      { replace: true },
    );
  const { page: _page, ...filter } = request;
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));
  const isFiltered = Object.keys(given).length > 0;
  return (
    <>
      <PageHeader
        title="Desk log"
        purpose="What staff did to brands, channels and jobs, and when. No entry can be changed. Their actions in an organization are in its own log."
        action={
          <Button
            component="a"
            href={fileAddress(staffLogContract.exportDeskLog, given)}
            download
            leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
          >
            Export CSV
          </Button>
        }
      />
      <search className="flex flex-wrap items-end gap-3 gap-x-4 mb-4" aria-label="Filter the desk log">
        <SearchField
          value={request.search}
          placeholder="A word, an id, a value"
          onChange={(search) => change({ search })}
        />
        <NativeSelect
          label="Person"
          value={request.person}
          onChange={(event) => change({ person: event.currentTarget.value })}
          data={[
            { value: '', label: 'Everyone' },
            ...people.map(({ id, name }) => ({ value: id, label: name })),
            ...(request.person === '' || people.some(({ id }) => id === request.person)
              ? []
              : [{ value: request.person, label: 'Someone else' }]),
          ]}
        />
        <NativeSelect
          label="About"
          value={request.kind}
          onChange={(event) => change({ kind: event.currentTarget.value as LogRequest['kind'] })}
          data={[
            { value: '', label: 'Everything' },
            ...Object.entries(actKinds).map(([value, label]) => ({ value, label })),
          ]}
        />
        {log.data && (
          <p className={classes.count} aria-live="polite">
            {log.data.total === 1 ? '1 entry' : `${log.data.total.toLocaleString('en-US')} entries`}
          </p>
        )}
      </search>
      <WhenLoaded of={log} what="the desk log">
        {(data) => (
          <div className="grid gap-4" aria-busy={log.isFetching}>
            {data.entries.length === 0 ? (
              <Panel>
                <EmptyState
                  drawing={<DrawingLost />}
                  title={isFiltered ? 'Nothing matches these filters' : 'Nothing was done yet'}
                >
                  {isFiltered
                    ? 'Search for something else, or choose everyone.'
                    : 'Everything staff change at the desk is listed here.'}
                </EmptyState>
              </Panel>
            ) : (
              <Panel flush className={staff.table}>
                <DataTable
                  caption="Desk log, newest first"
                  columns={columns}
                  rows={data.entries}
                  rowKey={(row) => row.id}
                />
              </Panel>
            )}
            <Pager
              page={data.page}
              pages={data.pages}
              onChange={(page) => change({ page })}
              label="Pages of the desk log"
            />
          </div>
        )}
      </WhenLoaded>
    </>
  );
}
