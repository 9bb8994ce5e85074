import { lazy, Suspense, useEffect } from 'react';
import { ErrorState } from '#ui/page/ErrorState.tsx';
import { Pager } from '#ui/table/Pager.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import { useDialog } from '#ui/form/useDialog.ts';
import { ChosenIssues } from './ChosenIssues.tsx';
import type { Decide } from './DecideDialog.tsx';
import { FindingList } from './FindingList.tsx';
import { IssueFilters } from './IssueFilters.tsx';
import { messageOf } from '../messages.ts';
import { NoMatch, NothingFound } from './NoIssues.tsx';
import type { IssuePage } from '../queries.ts';
import { useIssueList } from './useIssueList.ts';
import classes from './Issues.module.css';

// the dialog brings a calendar along
const DecideDialog = lazy(async () => ({ default: (await import('./DecideDialog.tsx')).DecideDialog }));

const isNothingEver = ({ open, fixed, accepted, falsePositive }: IssuePage['counts']): boolean =>
  open.highs + open.mediums + open.lows + fixed + accepted + falsePositive === 0;

type IssuesPanelProps = { targetId: string; everScanned: boolean; onShown: () => void };

/** What the scans of a website found, over all of them: to look through, search, sort and read. */
export function IssuesPanel({ targetId, everScanned, onShown }: IssuesPanelProps) {
  const list = useIssueList(targetId);
  const { issues, filter, chosen, chooseNone } = list;
  const dialog = useDialog<Decide>();
  const isShown = !issues.isPending;
  useEffect(() => {
    if (isShown) onShown();
  }, [isShown, onShown]);
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
  if (isNothingEver(issues.data.counts))
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
        onChange={list.change}
        onClear={list.clear}
      />
      {chosen.size > 0 && (
        <ChosenIssues
          targetId={targetId}
          issues={[...chosen.values()]}
          onDecide={dialog.show}
          onDone={chooseNone}
        />
      )}
      <output className="visually-hidden">{issues.isFetching ? '' : `${issues.data.total} issues`}</output>
      <ListedIssues targetId={targetId} list={list} page={issues.data} onDecide={dialog.show} />
      <div className={classes.foot}>
        <Pager
          label="Pages of issues"
          page={list.page}
          pages={Math.ceil(issues.data.total / issues.data.pageSize)}
          onChange={list.setPage}
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
              chooseNone();
            }}
          />
        </Suspense>
      )}
    </Panel>
  );
}

type ListedIssuesProps = {
  targetId: string;
  list: ReturnType<typeof useIssueList>;
  page: IssuePage;
  onDecide: (decide: Decide, from: HTMLElement | null) => void;
};

/** The issues of one page, or why there are none. */
function ListedIssues({ targetId, list, page, onDecide }: ListedIssuesProps) {
  const { issues, filter } = list;
  return (
    <div className={classes.list} data-stale={issues.isPlaceholderData || undefined}>
      {issues.isError && (
        <p className={`${classes.notice} text-warning bg-warning`} role="alert">
          {messageOf(issues.error)}
        </p>
      )}
      {page.issues.length > 0 ? (
        <FindingList
          findings={page.issues}
          targetId={targetId}
          order={3}
          grouped={filter.grouped ?? false}
          chosen={new Set(list.chosen.keys())}
          onChoose={list.choose}
          onDecide={onDecide}
        />
      ) : (
        <NoMatch filter={filter} onClear={list.clear} />
      )}
    </div>
  );
}
