import { Button, NativeSelect, SegmentedControl, TextInput, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useState } from 'react';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Pager } from '#ui/Pager.tsx';
import { Panel } from '#ui/Panel.tsx';
import { SkeletonPanel } from '#ui/SkeletonPanel.tsx';
import { DrawingShield } from '#ui/drawings/DrawingShield.tsx';
import { FindingList } from './FindingList.tsx';
import { messageOf } from './messages.ts';
import { firstIssueFilter, useIssues, type IssueFilter, type IssuePage } from './queries.ts';
import classes from './Issues.module.css';

type State = IssueFilter['state'];

const orders = [
  { value: 'severity desc', label: 'Most severe first' },
  { value: 'firstSeen desc', label: 'Newest first' },
  { value: 'firstSeen asc', label: 'Oldest first' },
  { value: 'lastSeen desc', label: 'Seen last first' },
  { value: 'title asc', label: 'Title, A to Z' },
] as const;

const searchPauseMs = 300;

/** What the scans of a website found, over all of them: to look through, search, sort and read. */
export function IssuesPanel({ targetId, everScanned }: { targetId: string; everScanned: boolean }) {
  const [filter, setFilter] = useState(firstIssueFilter);
  const [page, setPage] = useState(1);
  const [search] = useDebouncedValue(filter.search.trim(), searchPauseMs);
  const issues = useIssues(targetId, { ...filter, search }, page);
  const change = (part: Partial<IssueFilter>) => {
    setFilter((before) => ({ ...before, ...part }));
    setPage(1);
  };
  const counts = issues.data?.counts;
  const open = counts && counts.open.highs + counts.open.mediums + counts.open.lows;
  const nothingEver = counts !== undefined && open === 0 && counts.fixed === 0;

  if (!issues.data && issues.isPending) return <SkeletonPanel lines={6} height={420} label="Loading issues" />;
  if (!issues.data)
    return (
      <Panel title="Issues">
        <ErrorState
          level={3}
          title="The issues could not be loaded"
          kept="Nothing is lost."
          onRetry={() => void issues.refetch()}
          retrying={issues.isFetching}
        >
          {messageOf(issues.error)}
        </ErrorState>
      </Panel>
    );
  if (nothingEver)
    return (
      <Panel title="Issues">
        {everScanned ? (
          <NothingFound />
        ) : (
          <p className={classes.quiet}>What a scan finds is listed here: what it means, how severe it is and how to fix it.</p>
        )}
      </Panel>
    );
  return (
    <Panel title="Issues" description="Every issue once, for as long as it lasts, with what to do about it." flush>
      <Filters filter={filter} counts={issues.data.counts} onChange={change} />
      <VisuallyHidden component="output">{issues.isFetching ? '' : `${issues.data.total} issues`}</VisuallyHidden>
      <div className={classes.list} data-stale={issues.isPlaceholderData || undefined}>
        {issues.isError && (
          <p className={classes.notice} role="alert">
            {messageOf(issues.error)}
          </p>
        )}
        {issues.data.issues.length > 0 ? (
          <FindingList findings={issues.data.issues} order={3} />
        ) : (
          <NoMatch filter={filter} onClear={() => change(firstIssueFilter)} />
        )}
      </div>
      <div className={classes.foot}>
        <Pager label="Pages of issues" page={page} pages={Math.ceil(issues.data.total / issues.data.pageSize)} onChange={setPage} />
      </div>
    </Panel>
  );
}

type FiltersProps = { filter: IssueFilter; counts: IssuePage['counts']; onChange: (part: Partial<IssueFilter>) => void };

function Filters({ filter, counts, onChange }: FiltersProps) {
  const open = counts.open.highs + counts.open.mediums + counts.open.lows;
  return (
    <div className={classes.filters}>
      <SegmentedControl
        aria-label="Which issues"
        value={filter.state}
        onChange={(state) => onChange({ state: state as State })}
        data={[
          { value: 'open', label: `Open (${open})` },
          { value: 'fixed', label: `Fixed (${counts.fixed})` },
          { value: 'all', label: 'All' },
        ]}
      />
      <TextInput
        className={classes.search}
        aria-label="Search issues"
        placeholder="Search by title or address"
        leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
        value={filter.search}
        maxLength={200}
        onChange={(event) => onChange({ search: event.currentTarget.value })}
      />
      <NativeSelect
        className={classes.half}
        aria-label="Severity"
        value={filter.severity ?? ''}
        onChange={(event) => onChange({ severity: (event.currentTarget.value || undefined) as IssueFilter['severity'] })}
        data={[
          { value: '', label: 'All severities' },
          { value: 'high', label: 'High' },
          { value: 'medium', label: 'Medium' },
          { value: 'low', label: 'Low' },
        ]}
      />
      <NativeSelect
        className={classes.half}
        aria-label="Sort by"
        value={`${filter.sort} ${filter.descending ? 'desc' : 'asc'}`}
        onChange={(event) => {
          const [sort, direction] = event.currentTarget.value.split(' ');
          onChange({ sort: sort as IssueFilter['sort'], descending: direction === 'desc' });
        }}
        data={orders.map(({ value, label }) => ({ value, label }))}
      />
    </div>
  );
}

function NothingFound() {
  return (
    <EmptyState level={3} drawing={<DrawingShield />} title="No issues found">
      The scans so far found nothing to fix. New weaknesses become known every week, so keep scanning.
    </EmptyState>
  );
}

function NoMatch({ filter, onClear }: { filter: IssueFilter; onClear: () => void }) {
  const narrowed = filter.search.trim() !== '' || filter.severity !== undefined;
  if (!narrowed && filter.state === 'open')
    return (
      <EmptyState level={3} drawing={<DrawingShield />} title="No open issues">
        Everything that was found is fixed. Well done.
      </EmptyState>
    );
  if (!narrowed)
    return <p className={classes.quiet}>Nothing is fixed yet. An issue counts as fixed once a scan looked for it and did not find it.</p>;
  return (
    <EmptyState
      level={3}
      title="No issue matches"
      action={
        <Button variant="default" onClick={onClear}>
          Clear filters
        </Button>
      }
    >
      Try fewer letters, or another severity.
    </EmptyState>
  );
}
