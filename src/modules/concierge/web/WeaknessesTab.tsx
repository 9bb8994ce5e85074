import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { Navigate } from 'react-router';
import { shownDay, shownTime } from '#platform/dates.ts';
import { DataTable, type DataColumn } from '#ui/DataTable.tsx';
import { DrawingLost } from '#ui/drawings/DrawingLost.tsx';
import { DrawingShield } from '#ui/drawings/DrawingShield.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Link } from '#ui/Link.tsx';
import { Pager } from '#ui/Pager.tsx';
import { Panel } from '#ui/Panel.tsx';
import { SeverityBadge } from '#ui/SeverityBadge.tsx';
import { SeverityBar } from '#ui/SeverityBar.tsx';
import type { SeverityName } from '#ui/severity.ts';
import { SkeletonPanel } from '#ui/SkeletonPanel.tsx';
import { WebAddress } from '#ui/WebAddress.tsx';
import type { Weakness } from '../entities.ts';
import { conciergePaths } from '../paths.ts';
import { severities, weaknessStatuses, type Severity, type WeaknessStatus } from '../rules.ts';
import classes from './Concierge.module.css';
import { ListTools } from './ListTools.tsx';
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

/** What the experts found, and what became of it. */
export function WeaknessesTab() {
  const [filter, setFilter] = useState<WeaknessFilter>(firstWeaknesses);
  const [edition, setEdition] = useState(0);
  const found = useWeaknesses(filter);
  const failed = useFailure(found.isError && !found.data, failedToast);
  const change = (part: Partial<WeaknessFilter>) => setFilter((before) => ({ ...before, page: 1, ...part }));
  const narrowed = filter.search !== '' || filter.severity !== undefined || filter.status !== undefined;
  // modules.md 7: the list's failure goes to the about tab
  if (failed) return <Navigate to={conciergePaths.home} replace />;
  if (!found.data) return <SkeletonPanel lines={10} height={520} label="Loading security weaknesses" />;
  const { weaknesses, total, page, pages, counts, open } = found.data;
  const openCount = counts.Open ?? 0;
  return (
    <Panel
      flush
      title="Security Weaknesses"
      description="What the experts, your scans and your rating found that needs attention. The experts set the status."
      actions={openCount > 0 && <SeverityBar counts={lowered(open)} />}
    >
      {(total > 0 || narrowed) && (
        <ListTools
          label="Find weaknesses"
          placeholder="Title or place"
          edition={edition}
          search={filter.search}
          total={`${openCount} open`}
          onSearch={(search) => change({ search })}
        >
          <NativeSelect
            label="Severity"
            value={filter.severity ?? ''}
            onChange={(event) =>
              change({ severity: (event.currentTarget.value || undefined) as Severity | undefined })
            }
            data={[{ value: '', label: 'All' }, ...severities.map((value) => ({ value, label: value }))]}
          />
          <NativeSelect
            label="Status"
            value={filter.status ?? ''}
            onChange={(event) =>
              change({ status: (event.currentTarget.value || undefined) as WeaknessStatus | undefined })
            }
            data={[
              { value: '', label: 'All' },
              ...weaknessStatuses.map((value) => ({ value, label: value })),
            ]}
          />
        </ListTools>
      )}
      {weaknesses.length === 0 ? (
        <EmptyState
          level={3}
          drawing={narrowed ? <DrawingLost /> : <DrawingShield />}
          title={narrowed ? 'No weakness matches' : 'Nothing was reported'}
          action={
            narrowed ? (
              <Button
                variant="default"
                onClick={() => {
                  setEdition(edition + 1);
                  setFilter(firstWeaknesses);
                }}
              >
                Show all weaknesses
              </Button>
            ) : (
              <Button component={Link} variant="default" href="/webappscan">
                See your website scans
              </Button>
            )
          }
        >
          {narrowed
            ? 'Search for part of the title or place.'
            : 'When a scan, your rating, or an expert finds something that needs attention, it appears here with steps to fix it.'}
        </EmptyState>
      ) : (
        <div className={classes.found} aria-busy={found.isPlaceholderData}>
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
          {pages > 1 && (
            <div className="flex justify-center border-t p-4">
              <Pager
                page={page}
                pages={pages}
                onChange={(to) => setFilter({ ...filter, page: to })}
                label="Pages of weaknesses"
              />
            </div>
          )}
        </div>
      )}
    </Panel>
  );
}
