import classes from './SeverityBar.module.css';
import { SEVERITY_WORD, shownSeverities, type SeverityCounts } from './severity.ts';
import { toneStyle } from './toneStyle.ts';

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
      <div
        className={`${classes.bar} flex gap-0.5 rounded-full overflow-hidden`}
        data-empty={total === 0 || undefined}
        aria-hidden
      >
        {names.map((name) =>
          (counts[name] ?? 0) > 0 ? (
            <span
              key={name}
              className={classes.part}
              style={{ ...toneStyle(`severity-${name}`), flexGrow: counts[name] }}
            />
          ) : null,
        )}
      </div>
      {withLegend ? (
        <dl className={`${classes.legend} mt-3 flex flex-wrap`}>
          {names.map((name) => (
            <div key={name} className={`${classes.item} flex items-baseline gap-2`}>
              <dt>
                <span className={classes.key} style={toneStyle(`severity-${name}`)} aria-hidden />
                {SEVERITY_WORD[name]}
              </dt>
              <dd className="font-semibold tabular-nums">{counts[name] ?? 0}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <span className="visually-hidden">{words}</span>
      )}
    </div>
  );
}
