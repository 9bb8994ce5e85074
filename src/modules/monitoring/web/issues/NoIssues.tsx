import { Button } from '@mantine/core';
import { DrawingShield } from '#ui/drawings/DrawingShield.tsx';
import { EmptyState } from '#ui/page/EmptyState.tsx';
import type { IssueFilter } from '../queries.ts';
import { isNarrowed } from './IssueFilters.tsx';
import classes from './Issues.module.css';

export function NothingFound() {
  return (
    <EmptyState level={3} drawing={<DrawingShield />} title="No issues found">
      The scans so far found nothing to fix. New vulnerabilities become known every week, so keep scanning.
    </EmptyState>
  );
}

export function NoMatch({ filter, onClear }: { filter: IssueFilter; onClear: () => void }) {
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
