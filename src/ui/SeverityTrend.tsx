import { ChartOrTable } from './ChartOrTable.tsx';
import { SEVERITY_WORD, shownSeverities, type SeverityCounts, type SeverityName } from './severity.ts';
import classes from './SeverityTrend.module.css';

export type SeverityTrendScan = {
  id: string;
  /** When, in words short enough for an axis: Nov 3. */
  label: string;
  counts: SeverityCounts;
};

export type SeverityTrendProps = {
  /** Oldest first; up to about twelve fit. */
  scans: SeverityTrendScan[];
  /** What is shown, for screen readers and the table. */
  title: string;
};

const TOP = 20;
const FLOOR = 164;
const HEIGHT = 192;
const BAR = 24;
const TICKS = [0, 1, 2, 3, 4];

/** A round number at or above the largest total that divides into four whole ticks. */
function ceilingOf(largest: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, largest / 4))));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => Number.isInteger(size) && size * 4 >= largest);
  return (step ?? 10 * power) * 4;
}

const middleOf = (index: number, count: number) => `${((index + 0.5) / count) * 100}%`;

type PlotProps = { scans: SeverityTrendScan[]; names: SeverityName[] };

function Bars({ scan, names, y }: { scan: SeverityTrendScan; names: SeverityName[]; y: (count: number) => number }) {
  const countOf = (name: SeverityName) => scan.counts[name] ?? 0;
  const sum = (some: SeverityName[]) => some.reduce((total, name) => total + countOf(name), 0);
  return (
    <>
      {names.map((name, index) => {
        const below = sum(names.slice(index + 1));
        const top = y(below + countOf(name));
        const gap = below === 0 ? 0 : 1.5;
        if (countOf(name) === 0) return null;
        return (
          <rect
            key={name}
            className={classes.bar}
            data-severity={name}
            x={-BAR / 2}
            y={top}
            width={BAR}
            height={Math.max(2, y(below) - top - gap)}
          />
        );
      })}
      <text className={classes.total} y={y(sum(names)) - 6} textAnchor="middle">
        {sum(names)}
      </text>
    </>
  );
}

function Plot({ scans, names }: PlotProps) {
  const totals = scans.map((scan) => names.reduce((sum, name) => sum + (scan.counts[name] ?? 0), 0));
  const ceiling = ceilingOf(Math.max(0, ...totals));
  const y = (count: number) => FLOOR - (count / ceiling) * (FLOOR - TOP);
  return (
    <div className={classes.plot} aria-hidden>
      <svg width="40" height={HEIGHT} focusable="false">
        {TICKS.map((tick) => (
          <text key={tick} className={classes.tick} x="28" y={y((ceiling / 4) * tick) + 4} textAnchor="end">
            {(ceiling / 4) * tick}
          </text>
        ))}
      </svg>
      <svg width="100%" height={HEIGHT} focusable="false" style={{ maxWidth: Math.max(280, scans.length * 96) }}>
        {TICKS.map((tick) => (
          <line key={tick} className={classes.grid} x1="0" x2="100%" y1={y((ceiling / 4) * tick)} y2={y((ceiling / 4) * tick)} />
        ))}
        {scans.map((scan, index) => (
          <svg key={scan.id} x={middleOf(index, scans.length)} overflow="visible">
            <Bars scan={scan} names={names} y={y} />
            <text
              className={classes.tick}
              data-spare={(scans.length > 5 && (scans.length - 1 - index) % 2 === 1) || undefined}
              y={HEIGHT - 8}
              textAnchor="middle"
            >
              {scan.label}
            </text>
          </svg>
        ))}
      </svg>
    </div>
  );
}

function Numbers({ scans, names, title }: PlotProps & { title: string }) {
  return (
    <table>
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
}

/** Issues by severity over the last scans: stacked bars, and the same numbers as a table. */
export function SeverityTrend({ scans, title }: SeverityTrendProps) {
  const names = shownSeverities(scans.map((scan) => scan.counts));
  return (
    <ChartOrTable
      legend={
        <ul className={classes.legend} aria-hidden>
          {names.map((name) => (
            <li key={name}>
              <span className={classes.key} data-severity={name} />
              {SEVERITY_WORD[name]}
            </li>
          ))}
        </ul>
      }
      chart={<Plot scans={scans} names={names} />}
      table={<Numbers scans={scans} names={names} title={title} />}
    />
  );
}
