import { Button, NativeSelect } from '@mantine/core';
import { Navigate } from 'react-router';
import { shownDay, shownTime } from '#platform/dates.ts';
import { DataTable, type DataColumn } from '#ui/table/DataTable.tsx';
import { DrawingShield } from '#ui/drawings/DrawingShield.tsx';
import { Link } from '#ui/text/Link.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { SeverityBadge } from '#ui/badge/SeverityBadge.tsx';
import { SeverityBar } from '#ui/badge/SeverityBar.tsx';
import type { SeverityName } from '#ui/badge/severity.ts';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import { WebAddress } from '#ui/text/WebAddress.tsx';
import type { Weakness } from '../entities.ts';
import { conciergePaths } from '../paths.ts';
import { severities, weaknessStatuses, type Severity } from '../rules.ts';
import classes from './Concierge.module.css';
import { FoundList, useFilter } from './FoundList.tsx';
import { failedToast } from './messages.ts';
import { firstWeaknesses, useWeaknesses, type WeaknessFilter } from './queries.ts';
import { StatusOfWeakness } from './StatusOfWeakness.tsx';
import { useFailure } from './useFailure.ts';

const day = (at: string) => (
  <time className="whitespace-nowrap" dateTime={at} title={shownTime(at)}>
    {shownDay(at)}
  </time>
);

const columns: DataColumn<Weakness>[] = [
  {
    id: 'title',
    header: 'Weakness',
    sortBy: true,
    width: '44%',
    cell: (row) => (
      <>
        <Link
          href={conciergePaths.weakness(row.weaknessId)}
          className={`${classes.rowTitle} font-medium text-plain no-underline`}
        >
          {row.title}
        </Link>
        <span className="block text-small font-normal text-dimmed wrap-anywhere mt-0.5">
          {row.asset && <WebAddress>{row.asset}</WebAddress>}
          {row.thread?.unread && (row.asset ? ' · New answer' : 'New answer')}
          {row.thread?.state === 'waiting' && (row.asset ? ' · Being checked' : 'Being checked')}
        </span>
      </>
    ),
  },
  {
    id: 'severity',
    header: 'Severity',
    sortBy: true,
    cell: (row) => <SeverityBadge severity={row.severity.toLowerCase() as SeverityName} />,
  },
  {
    id: 'status',
    header: 'Status',
    sortBy: true,
    cell: (row) => <StatusOfWeakness status={row.status} />,
  },
  {
    id: 'reportedOn',
    header: 'Reported',
    sortBy: true,
    cell: (row) => day(row.reportedOn),
  },
  {
    id: 'statusUpdatedOn',
    header: 'Status updated',
    sortBy: true,
    cell: (row) => day(row.statusUpdatedOn),
  },
];

const lowered = (open: Partial<Record<Severity, number>>) =>
  Object.fromEntries(severities.map((one) => [one.toLowerCase(), open[one] ?? 0])) as Record<
    SeverityName,
    number
  >;

const select = <T extends string>(
  label: string,
  value: T | undefined,
  values: readonly T[],
  onChange: (value: T | undefined) => void,
) => (
  <NativeSelect
    label={label}
    value={value ?? ''}
    onChange={(event) => onChange((event.currentTarget.value || undefined) as T | undefined)}
    data={[{ value: '', label: 'All' }, ...values]}
  />
);

/** What the experts found, and what became of it. */
export function WeaknessesTab() {
  const list = useFilter(firstWeaknesses);
  const { filter, change } = list;
  const found = useWeaknesses(filter);
  const failed = useFailure(found.isError && !found.data, failedToast);
  // modules.md 7: the list's failure goes to the about tab
  if (failed) return <Navigate to={conciergePaths.home} replace />;
  if (!found.data) return <SkeletonPanel lines={10} height={520} label="Loading security weaknesses" />;
  const { weaknesses, counts, open } = found.data;
  const openCount = counts.Open ?? 0;
  return (
    <Panel
      flush
      title="Security Weaknesses"
      description="What the experts, your scans and your rating found that needs attention. The experts set the status."
      actions={openCount > 0 && <SeverityBar counts={lowered(open)} />}
    >
      <FoundList
        nouns={['weakness', 'weaknesses']}
        placeholder="Title or place"
        list={list}
        narrowed={filter.search !== '' || filter.severity !== undefined || filter.status !== undefined}
        found={found.data}
        isEmpty={weaknesses.length === 0}
        isFading={found.isPlaceholderData}
        count={`${openCount} open`}
        filters={
          <>
            {select('Severity', filter.severity, severities, (severity) => change({ severity }))}
            {select('Status', filter.status, weaknessStatuses, (status) => change({ status }))}
          </>
        }
        nothing={{
          drawing: <DrawingShield />,
          title: 'Nothing was reported',
          action: (
            <Button component={Link} variant="default" href="/webappscan">
              See your website scans
            </Button>
          ),
          text: 'When a scan, your rating, or an expert finds something that needs attention, it appears here with steps to fix it.',
        }}
      >
        <DataTable
          caption="Security weaknesses"
          columns={columns}
          rows={weaknesses}
          rowKey={(row) => row.weaknessId}
          sort={{ column: filter.sort, direction: filter.down ? 'descending' : 'ascending' }}
          onSort={({ column, direction }) =>
            change({ sort: column as WeaknessFilter['sort'], down: direction === 'descending' })
          }
        />
      </FoundList>
    </Panel>
  );
}
