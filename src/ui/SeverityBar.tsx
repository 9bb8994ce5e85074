import { VisuallyHidden } from '@mantine/core';
import classes from './SeverityBar.module.css';
import { SEVERITY_WORD, shownSeverities, type SeverityCounts } from './severity.ts';

export type SeverityBarProps = {
  counts: SeverityCounts;
  /** Words and numbers under the bar. */
  withLegend?: boolean;
};

/** One horizontal bar split by severity, with its numbers. */
export function SeverityBar({ counts, withLegend = true }: SeverityBarProps) {
  const names = shownSeverities([counts]);
  const total = names.reduce((sum, name) => sum + (counts[name] ?? 0), 0);
  const words = names.map((name) => `${counts[name] ?? 0} ${SEVERITY_WORD[name].toLowerCase()}`).join(', ');
  return (
    <div>
      <div className={classes.bar} data-empty={total === 0 || undefined} aria-hidden>
        {names.map((name) =>
          (counts[name] ?? 0) > 0 ? (
            <span
              key={name}
              className={classes.part}
              data-severity={name}
              style={{ flexGrow: counts[name] }}
            />
          ) : null,
        )}
      </div>
      {withLegend ? (
        <dl className={classes.legend}>
          {names.map((name) => (
            <div key={name} className={classes.item}>
              <dt>
                <span className={classes.key} data-severity={name} aria-hidden />
                {SEVERITY_WORD[name]}
              </dt>
              <dd className={classes.number}>{counts[name] ?? 0}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <VisuallyHidden>{words}</VisuallyHidden>
      )}
    </div>
  );
}
