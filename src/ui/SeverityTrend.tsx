import { Button, VisuallyHidden } from '@mantine/core';
import { useId, useState } from 'react';
import { SEVERITY_WORD, shownSeverities, type SeverityCounts } from './severity.ts';
import classes from './SeverityTrend.module.css';

export type SeverityTrendScan = {
  id: string;
  /** When, in words short enough for an axis: Nov 3. */
  label: string;
  counts: SeverityCounts;
};

export type SeverityTrendProps = {
  /** Oldest first. */
  scans: SeverityTrendScan[];
  /** What is shown, for screen readers and the table. */
  title: string;
};

const HEIGHT = 160;
const PLOT = 132;
const SLOT = 64;
const LEFT = 32;

/** A round number at or above the largest total, four ticks high. */
function ceilingOf(largest: number): number {
  if (largest <= 4) return 4;
  const power = 10 ** Math.floor(Math.log10(largest / 4));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => Number.isInteger(size) && size * 4 >= largest);
  return (step ?? 10 * power) * 4;
}

/** Issues by severity over the last scans: stacked bars, and the same numbers as a table. */
export function SeverityTrend({ scans, title }: SeverityTrendProps) {
  const [asTable, setAsTable] = useState(false);
  const id = useId();
  const names = shownSeverities(scans.map((scan) => scan.counts));
  const totals = scans.map((scan) => names.reduce((sum, name) => sum + (scan.counts[name] ?? 0), 0));
  const ceiling = ceilingOf(Math.max(0, ...totals));
  const width = LEFT + scans.length * SLOT;
  const y = (count: number) => PLOT - (count / ceiling) * (PLOT - 12);
  const table = (
    <table className={classes.table}>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">Scan</th>
          {names.map((name) => (
            <th key={name} scope="col" className={classes.number}>
              {SEVERITY_WORD[name]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {scans.map((scan) => (
          <tr key={scan.id}>
            <th scope="row">{scan.label}</th>
            {names.map((name) => (
              <td key={name} className={classes.number}>
                {scan.counts[name] ?? 0}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
  return (
    <div className={classes.trend}>
      <div className={classes.head}>
        <ul className={classes.legend} aria-hidden>
          {names.map((name) => (
            <li key={name}>
              <span className={classes.key} data-severity={name} />
              {SEVERITY_WORD[name]}
            </li>
          ))}
        </ul>
        <Button variant="subtle" size="xs" aria-expanded={asTable} aria-controls={id} onClick={() => setAsTable((shown) => !shown)}>
          {asTable ? 'Show as chart' : 'Show as table'}
        </Button>
      </div>
      <div id={id}>
        {asTable ? (
          table
        ) : (
          <>
            <svg
              className={classes.chart}
              viewBox={`0 0 ${width} ${HEIGHT}`}
              style={{ maxWidth: width * 1.6 }}
              aria-hidden="true"
              focusable="false"
            >
              {[0, 1, 2, 3, 4].map((tick) => {
                const count = (ceiling / 4) * tick;
                return (
                  <g key={tick}>
                    <path className={classes.grid} d={`M${LEFT} ${y(count)}H${width}`} />
                    <text className={classes.tick} x={LEFT - 8} y={y(count) + 4} textAnchor="end">
                      {count}
                    </text>
                  </g>
                );
              })}
              {scans.map((scan, index) => {
                const x = LEFT + index * SLOT + SLOT / 2;
                let below = 0;
                return (
                  <g key={scan.id}>
                    {names.toReversed().map((name) => {
                      const count = scan.counts[name] ?? 0;
                      if (count === 0) return null;
                      const top = y(below + count);
                      const height = Math.max(2, y(below) - top - (below === 0 ? 0 : 1.5));
                      below += count;
                      return <rect key={name} className={classes.bar} data-severity={name} x={x - 11} y={top} width={22} height={height} />;
                    })}
                    {below > 0 && (
                      <text className={classes.total} x={x} y={y(below) - 4} textAnchor="middle">
                        {below}
                      </text>
                    )}
                    <text className={classes.tick} x={x} y={HEIGHT - 10} textAnchor="middle">
                      {scan.label}
                    </text>
                  </g>
                );
              })}
            </svg>
            <VisuallyHidden>{table}</VisuallyHidden>
          </>
        )}
      </div>
    </div>
  );
}
