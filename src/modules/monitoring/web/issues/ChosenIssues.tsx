import { Button } from '@mantine/core';
import { retestsAtOnce } from '../../rules.ts';
import { useRetestIssues, useUndoDecision } from '../changes.ts';
import type { IssuePage } from '../queries.ts';
import type { Decide } from './DecideDialog.tsx';
import classes from './Issues.module.css';

type ChosenIssuesProps = {
  targetId: string;
  issues: IssuePage['issues'];
  onDecide: (decide: Decide, from: HTMLElement | null) => void;
  onDone: () => void;
};

/** What can be done with the issues that are chosen, on this page and others. */
export function ChosenIssues({ targetId, issues, onDecide, onDone }: ChosenIssuesProps) {
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
