import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { EmptyState } from '#ui/page/EmptyState.tsx';
import { ErrorState } from '#ui/page/ErrorState.tsx';
import { Pager } from '#ui/table/Pager.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import { DrawingShield } from '#ui/drawings/DrawingShield.tsx';
import { useDialog } from '#ui/form/useDialog.ts';
import { retestsAtOnce } from '../../rules.ts';
import { useRetestIssues, useUndoDecision } from '../changes.ts';
import type { Decide } from './DecideDialog.tsx';
import { FindingList } from './FindingList.tsx';
import { IssueFilters, isNarrowed } from './IssueFilters.tsx';
import { messageOf } from '../messages.ts';
import { firstIssueFilter, useIssues, type IssueFilter, type IssuePage } from '../queries.ts';
import classes from './Issues.module.css';

// the dialog brings a calendar along
const DecideDialog = lazy(async () => ({ default: (await import('./DecideDialog.tsx')).DecideDialog }));

const searchPauseMs = 300;

type IssuesPanelProps = { targetId: string; everScanned: boolean; onShown: () => void };

/** What the scans of a website found, over all of them: to look through, search, sort and read. */
export function IssuesPanel({ targetId, everScanned, onShown }: IssuesPanelProps) {
  const [params] = useSearchParams();
  const [filter, setFilter] = useState(() => filterAskedFor(params));
  const [page, setPage] = useState(1);
  const [search] = useDebouncedValue((filter.search ?? '').trim(), searchPauseMs);
  const [chosen, setChosen] = useState<ReadonlyMap<string, IssuePage['issues'][number]>>(new Map());
  const dialog = useDialog<Decide>();
  const issues = useIssues(targetId, { ...filter, search }, page);
  const isShown = !issues.isPending;
  useEffect(() => {
    if (isShown) onShown();
  }, [isShown, onShown]);
  const change = (part: Partial<IssueFilter>) => {
    setFilter((before) => ({ ...before, ...part }));
    setPage(1);
    setChosen(new Map());
  };
  const choose = (issue: IssuePage['issues'][number], isChosen: boolean) =>
    setChosen((before) => {
      const next = new Map(before);
      if (isChosen) next.set(issue.findingId, issue);
      else next.delete(issue.findingId);
      return next;
    });
  const counts = issues.data?.counts;
  const open = counts && counts.open.highs + counts.open.mediums + counts.open.lows;
  const nothingEver =
    counts !== undefined && open === 0 && counts.fixed + counts.accepted + counts.falsePositive === 0;

  if (!issues.data && issues.isPending)
    return <SkeletonPanel lines={6} height={everScanned ? 420 : 112} label="Loading issues" />;
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
          <p className={classes.quiet}>
            Scan results appear here: what each issue means, how severe it is, and how to fix it.
          </p>
        )}
      </Panel>
    );
  return (
    <Panel
      title="Issues"
      description="Each issue is listed once until it is fixed, with steps to fix it."
      flush
    >
      <IssueFilters
        targetId={targetId}
        filter={filter}
        counts={issues.data.counts}
        facets={issues.data.facets}
        onChange={change}
        onClear={() => change(cleared(filter))}
      />
      {chosen.size > 0 && (
        <BulkBar
          targetId={targetId}
          issues={[...chosen.values()]}
          onDecide={dialog.show}
          onDone={() => setChosen(new Map())}
        />
      )}
      <output className="visually-hidden">{issues.isFetching ? '' : `${issues.data.total} issues`}</output>
      <div className={classes.list} data-stale={issues.isPlaceholderData || undefined}>
        {issues.isError && (
          <p className={`${classes.notice} text-warning bg-warning`} role="alert">
            {messageOf(issues.error)}
          </p>
        )}
        {issues.data.issues.length > 0 ? (
          <FindingList
            findings={issues.data.issues}
            targetId={targetId}
            order={3}
            grouped={filter.grouped ?? false}
            chosen={new Set(chosen.keys())}
            onChoose={(id, isChosen) =>
              choose(
                issues.data.issues.find(({ findingId }) => findingId === id)!,
                isChosen,
              )
            }
            onDecide={dialog.show}
          />
        ) : (
          <NoMatch filter={filter} onClear={() => change(cleared(filter))} />
        )}
      </div>
      <div className={classes.foot}>
        <Pager
          label="Pages of issues"
          page={page}
          pages={Math.ceil(issues.data.total / issues.data.pageSize)}
          onChange={setPage}
        />
      </div>
      {dialog.open && (
        <Suspense fallback={null}>
          <DecideDialog
            {...dialog.open}
            targetId={targetId}
            onClose={dialog.close}
            onDone={() => {
              dialog.close();
              setChosen(new Map());
            }}
          />
        </Suspense>
      )}
    </Panel>
  );
}

/** A link may ask for one severity (`monitoringPaths.issues`). */
function filterAskedFor(params: URLSearchParams): IssueFilter {
  const severity = (['high', 'medium', 'low'] as const).find((one) => one === params.get('severity'));
  return severity ? { ...firstIssueFilter, severity } : firstIssueFilter;
}

const cleared = (filter: IssueFilter): IssueFilter => ({
  ...filter,
  search: '',
  severity: undefined,
  confidence: undefined,
  owasp: undefined,
  folder: undefined,
});

type BulkBarProps = {
  targetId: string;
  issues: IssuePage['issues'];
  onDecide: (decide: Decide, from: HTMLElement | null) => void;
  onDone: () => void;
};

/** What can be done with the issues that are chosen, on this page and others. */
function BulkBar({ targetId, issues, onDecide, onDone }: BulkBarProps) {
  const retest = useRetestIssues();
  const undo = useUndoDecision();
  const there = issues.filter(({ state }) => state !== 'fixed');
  const decided = issues.filter(({ decision }) => decision !== null);
  const ids = (some: IssuePage['issues']) => ({
    targetId,
    findingIds: some.map(({ findingId }) => findingId),
  });
  return (
    <section
      className={`${classes.bulk} sticky row flex-wrap gap-2 border-b bg-card`}
      aria-label="Chosen issues"
    >
      <p className={`${classes.bulkCount} text-body font-medium tabular-nums`}>
        {issues.length === 1 ? '1 issue chosen' : `${issues.length} issues chosen`}
      </p>
      {there.length > 0 && (
        <Button
          variant="default"
          loading={retest.isPending}
          disabled={there.length > retestsAtOnce}
          title={there.length > retestsAtOnce ? `At most ${retestsAtOnce} at once` : undefined}
          onClick={() => retest.mutate(ids(there), { onSuccess: onDone })}
        >
          Check again
        </Button>
      )}
      <Button
        variant="default"
        onClick={(event) => onDecide({ kind: 'accepted', issues }, event.currentTarget)}
      >
        Accept risk
      </Button>
      <Button
        variant="default"
        onClick={(event) => onDecide({ kind: 'false-positive', issues }, event.currentTarget)}
      >
        False alarm
      </Button>
      {decided.length > 0 && (
        <Button
          variant="default"
          loading={undo.isPending}
          onClick={() => undo.mutate(ids(decided), { onSuccess: onDone })}
        >
          Undo decision
        </Button>
      )}
      <Button variant="subtle" onClick={onDone}>
        Choose none
      </Button>
    </section>
  );
}

function NothingFound() {
  return (
    <EmptyState level={3} drawing={<DrawingShield />} title="No issues found">
      The scans so far found nothing to fix. New vulnerabilities become known every week, so keep scanning.
    </EmptyState>
  );
}

function NoMatch({ filter, onClear }: { filter: IssueFilter; onClear: () => void }) {
  const narrowed = isNarrowed(filter);
  if (!narrowed && filter.state === 'open')
    return (
      <EmptyState level={3} drawing={<DrawingShield />} title="No open issues">
        Everything that was found is fixed or decided. Well done.
      </EmptyState>
    );
  if (!narrowed && filter.state === 'accepted')
    return (
      <p className={classes.quiet}>
        No risks are accepted. If a fix has to wait, open the issue and accept its risk until a date.
      </p>
    );
  if (!narrowed && filter.state === 'false-positive')
    return (
      <p className={classes.quiet}>
        Nothing is marked as a false alarm. If the scanner is wrong, open the issue and say why.
      </p>
    );
  if (!narrowed)
    return (
      <p className={classes.quiet}>
        Nothing is fixed yet. An issue counts as fixed once a scan looks for it and no longer finds it.
      </p>
    );
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
      Try fewer letters, or fewer filters.
    </EmptyState>
  );
}
