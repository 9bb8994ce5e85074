import { Anchor, Button, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { DataTable, type DataColumn } from '#ui/table/DataTable.tsx';
import { EmptyState } from '#ui/page/EmptyState.tsx';
import { ErrorState } from '#ui/page/ErrorState.tsx';
import { Link } from '#ui/text/Link.tsx';
import { Pager } from '#ui/table/Pager.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { SeverityBadge } from '#ui/badge/SeverityBadge.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import { StatusPill } from '#ui/badge/StatusPill.tsx';
import { WebAddress } from '#ui/text/WebAddress.tsx';
import type { WebsiteListRow, WebsiteOrder } from '../../websiteList.ts';
import { monitoringPaths } from '../../paths.ts';
import { beyondPlan, messageOf } from '../messages.ts';
import { shortDate } from '../schedules/pacificTime.ts';
import { useWebsiteList } from '../queries.ts';
import { visibleText } from '../issues/visibleText.ts';
import { listAddress, listAskedFor, type WebsiteListFilter } from './websiteListFilter.ts';
import classes from './WebsiteList.module.css';

const searchPauseMs = 300;

function State({ website: { state, percent, isInPlan } }: { website: WebsiteListRow }) {
  if (state === 'scanning')
    return (
      <StatusPill tone="accent" busy>
        Scanning, {percent}%
      </StatusPill>
    );
  if (!isInPlan) return <StatusPill tone="warning">{beyondPlan.label}</StatusPill>;
  if (state === 'failed') return <StatusPill tone="danger">Last scan failed</StatusPill>;
  return state === 'scanned' ? (
    <StatusPill tone="success">Scanned</StatusPill>
  ) : (
    <StatusPill>Not scanned yet</StatusPill>
  );
}

/** Nothing found is only said after somebody looked. */
function Issues({ website: { issues, lastScan } }: { website: WebsiteListRow }) {
  if (lastScan === null) return <span className="text-dimmed">–</span>;
  const { highs, mediums, lows } = issues;
  const others = [mediums > 0 && `${mediums} medium`, lows > 0 && `${lows} low`].filter(Boolean).join(', ');
  return (
    <span className={`${classes.issues} grid justify-items-start gap-0.5`}>
      {highs > 0 ? <SeverityBadge severity="high" count={highs} /> : <span>No high issues</span>}
      {others && <span className="text-small leading-5 font-normal text-dimmed wrap-anywhere">{others}</span>}
    </span>
  );
}

function changeWords({ change, lastScan }: WebsiteListRow): string {
  if (lastScan === null) return '–';
  if (change === null) return 'First scan';
  const parts = [
    change.fresh > 0 && `${change.fresh} new`,
    change.fixed > 0 && `${change.fixed} fixed`,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : 'No change';
}

const Day = ({ at, none }: { at: string | null; none: string }) => (
  <span className="whitespace-nowrap">{at ? shortDate(at) : none}</span>
);

const columns: (DataColumn<WebsiteListRow> & { id: WebsiteOrder })[] = [
  {
    id: 'name',
    header: 'Website',
    sortBy: true,
    cell: (website) => (
      <span className="grid justify-items-start gap-0.5">
        <Anchor component={Link} href={monitoringPaths.website(website.targetName)} className={classes.name}>
          <bdi>{website.targetName}</bdi>
        </Anchor>
        <span className="text-small leading-5 font-normal text-dimmed wrap-anywhere">
          <WebAddress>{visibleText(website.targetUrl)}</WebAddress>
        </span>
      </span>
    ),
  },
  { id: 'state', header: 'State', sortBy: true, cell: (website) => <State website={website} /> },
  { id: 'highs', header: 'Open issues', sortBy: true, cell: (website) => <Issues website={website} /> },
  { id: 'change', header: 'Since last time', sortBy: true, cell: changeWords },
  {
    id: 'lastScan',
    header: 'Last scan',
    sortBy: true,
    cell: ({ lastScan }) => <Day at={lastScan} none="Never" />,
  },
  {
    id: 'nextScan',
    header: 'Next scan',
    sortBy: true,
    cell: ({ nextScan }) => <Day at={nextScan} none="Not scheduled" />,
  },
];

/** Every website with how it stands, to search and sort; from here one opens one of them. */
export function WebsiteList() {
  const [params, setParams] = useSearchParams();
  const filter = listAskedFor(params);
  const list = useWebsiteList(filter);
  const [typed, setTyped] = useState(filter.search);
  const change = (part: Partial<WebsiteListFilter>) =>
    setParams(listAddress({ ...filter, page: 1, ...part }), { replace: true });
  const search = useDebouncedCallback((text: string) => change({ search: text.trim() }), searchPauseMs);
  const type = (text: string) => {
    setTyped(text);
    search(text);
  };
  const clear = () => {
    setTyped('');
    change({ search: '' });
  };

  if (!list.data && list.isPending)
    return <SkeletonPanel lines={6} height={360} label="Loading your Website scans..." />;
  if (!list.data)
    return (
      <Panel title="Your websites">
        <ErrorState
          level={3}
          title="The list could not be loaded"
          kept="Scheduled scans run as planned."
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        >
          {messageOf(list.error)}
        </ErrorState>
      </Panel>
    );
  const { websites, total, page, pageSize } = list.data;
  return (
    <Panel
      title="Your websites"
      description={filter.search ? `${total} found` : undefined}
      flush
      actions={
        <TextInput
          className={classes.search}
          aria-label="Search websites"
          placeholder="Search by name or address"
          leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
          value={typed}
          maxLength={200}
          onChange={(event) => type(event.currentTarget.value)}
        />
      }
    >
      <div className={classes.list} data-stale={list.isPlaceholderData || undefined}>
        <DataTable
          caption="Your websites"
          columns={columns}
          rows={websites}
          rowKey={({ targetId }) => targetId}
          sort={{ column: filter.sort, direction: filter.descending ? 'descending' : 'ascending' }}
          onSort={({ column, direction }) =>
            change({ sort: column as WebsiteOrder, descending: direction === 'descending' })
          }
          empty={
            <EmptyState
              level={3}
              title="No website matches"
              action={
                <Button variant="default" onClick={clear}>
                  Clear search
                </Button>
              }
            >
              Try fewer letters of its name or address.
            </EmptyState>
          }
        />
      </div>
      <div className={classes.foot}>
        <Pager
          label="Pages of websites"
          page={page}
          pages={Math.ceil(total / pageSize)}
          onChange={(next) => change({ page: next })}
        />
      </div>
    </Panel>
  );
}
