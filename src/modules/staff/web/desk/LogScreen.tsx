import { Button } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { shownTime } from '#platform/dates.ts';
import { fileAddress } from '#platform/web/call.ts';
import type { DataColumn } from '#ui/table/DataTable.tsx';
import { DrawingLost } from '#ui/drawings/DrawingLost.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { actKinds, type ActKind } from '../../deskLog.ts';
import { staffLogContract, type LogEntry } from '../../logContract.ts';
import { WhenLoaded } from '../WhenLoaded.tsx';
import { SearchField } from '#ui/form/SearchField.tsx';
import { FilterSelect } from '../FilterSelect.tsx';
import { TablePage } from '../PagedTable.tsx';
import staff from '../Staff.module.css';
import { TwoLines } from '../TwoLines.tsx';
import classes from './Desk.module.css';
import { oneOf, useAsked } from '../useAsked.ts';
import { useLog, useLogPeople } from './queries.ts';
import { counted } from '../counted.ts';

const kinds = Object.keys(actKinds) as ActKind[];

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
      <TwoLines below={row.who.email}>
        <span>{row.who.name}</span>
      </TwoLines>
    ),
  },
  { id: 'when', header: 'When', cell: (row) => <time dateTime={row.at}>{shownTime(row.at)}</time> },
  {
    id: 'from',
    header: 'From',
    cell: (row) => (
      <TwoLines below={row.from.browser}>
        <span>{row.from.address || '–'}</span>
      </TwoLines>
    ),
  },
];

/** What staff did that belongs to no organisation. */
export function LogScreen() {
  const { asked, page, change, isFiltered } = useAsked({ kind: '', person: '', search: '' });
  const filter = { ...asked, kind: oneOf(['', ...kinds], asked.kind, '') };
  const log = useLog({ ...filter, page });
  const people = useLogPeople().data ?? [];
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));
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
          value={filter.search}
          placeholder="A word, an id, a value"
          className={staff.search}
          onSearch={(search) => change({ search })}
        />
        <FilterSelect
          label="Person"
          value={filter.person}
          every="Everyone"
          options={[
            ...people.map(({ id, name }) => ({ value: id, label: name })),
            ...(filter.person === '' || people.some(({ id }) => id === filter.person)
              ? []
              : [{ value: filter.person, label: 'Someone else' }]),
          ]}
          onChange={(person) => change({ person })}
        />
        <FilterSelect
          label="About"
          value={filter.kind}
          every="Everything"
          options={kinds.map((kind) => ({ value: kind, label: actKinds[kind] }))}
          onChange={(kind) => change({ kind })}
        />
        {log.data && (
          <p className={classes.count} aria-live="polite">
            {counted(log.data.total, 'entry', 'entries')}
          </p>
        )}
      </search>
      <WhenLoaded of={log} what="the desk log">
        {(data) => (
          <TablePage
            page={data}
            rows={data.entries}
            busy={log.isFetching}
            things="the desk log"
            caption="Desk log, newest first"
            columns={columns}
            rowKey={(row) => row.id}
            drawing={<DrawingLost />}
            empty={
              isFiltered
                ? {
                    title: 'Nothing matches these filters',
                    text: 'Search for something else, or choose everyone.',
                  }
                : {
                    title: 'Nothing was done yet',
                    text: 'Everything staff change at the desk is listed here.',
                  }
            }
            onPage={(to) => change({ page: to })}
          />
        )}
      </WhenLoaded>
    </>
  );
}
