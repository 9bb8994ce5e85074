import { keptApart, timeShares } from '#platform/timeAxis.ts';
import { ChartOrTable } from './ChartOrTable.tsx';
import { ChartReader } from './ChartReader.tsx';
import { countTicks } from './countTicks.ts';
import { SEVERITY_WORD, shownSeverities, type SeverityCounts, type SeverityName } from '../badge/severity.ts';
import { toneStyle } from '../badge/toneStyle.ts';
import classes from './SeverityTrend.module.css';
import { useAxisLabels } from './useAxisLabels.ts';

export type SeverityTrendScan = {
  id: string;
  /** ISO instant. */
  at: string;
  /** The day, with its year: Nov 3, 2026. */
  label: string;
  counts: SeverityCounts;
  /** What it found anew, or found fixed. */
  changes?: readonly string[] | undefined;
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

/** Of the width: how near two bars may come, and a bar to the rim. */
const APART = 0.075;
const RIM = 0.05;

/** Where the bars stand: to scale in time, but never on one another. */
function placesOf(scans: readonly SeverityTrendScan[]): number[] {
  const shares = timeShares(scans.map(({ at }) => Date.parse(at)));
  const inside = shares.map((share) => RIM + share * (1 - 2 * RIM));
  return keptApart(inside, APART, [RIM, 1 - RIM]);
}

type PlotProps = { scans: SeverityTrendScan[]; names: SeverityName[]; title: string };

function Bars({
  scan,
  names,
  y,
}: {
  scan: SeverityTrendScan;
  names: SeverityName[];
  y: (count: number) => number;
}) {
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
            style={toneStyle(`severity-${name}`)}
            x={-BAR / 2}
            y={top}
            width={BAR}
            height={Math.max(2, y(below) - top - gap)}
          />
        );
      })}
      <text
        className={`${classes.total} text-tiny font-semibold tabular-nums`}
        y={y(sum(names)) - 6}
        textAnchor="middle"
      >
        {sum(names)}
      </text>
    </>
  );
}

function Plot({ scans, names, title }: PlotProps) {
  const totals = scans.map((scan) => names.reduce((sum, name) => sum + (scan.counts[name] ?? 0), 0));
  const ticks = countTicks(Math.max(0, ...totals));
  const y = (count: number) => FLOOR - (count / ticks[4]) * (FLOOR - TOP);
  const places = placesOf(scans);
  const { ref, labels } = useAxisLabels(scans.map(({ label }, index) => ({ label, x: places[index]! })));
  const stops = scans.map(({ label, counts, changes }, index) => ({
    x: places[index]!,
    y: y(totals[index]!) / FLOOR,
    title: label,
    value: names.map((name) => `${counts[name] ?? 0} ${SEVERITY_WORD[name].toLowerCase()}`).join(', '),
    lines: changes ?? [],
    column: APART,
  }));
  return (
    <div className={`${classes.plot} grid`}>
      <svg width="40" height={HEIGHT} focusable="false" aria-hidden>
        {ticks.map((tick) => (
          <text
            key={tick}
            className={`${classes.tick} text-tiny tabular-nums`}
            x="28"
            y={y(tick) + 4}
            textAnchor="end"
          >
            {tick}
          </text>
        ))}
      </svg>
      <div className="relative" ref={ref} style={{ maxWidth: Math.max(280, scans.length * 96) }}>
        <svg width="100%" height={HEIGHT} focusable="false" aria-hidden>
          {ticks.map((tick) => (
            <line key={tick} className={classes.grid} x1="0" x2="100%" y1={y(tick)} y2={y(tick)} />
          ))}
          {scans.map((scan, index) => (
            <svg key={scan.id} x={`${places[index]! * 100}%`} overflow="visible">
              <Bars scan={scan} names={names} y={y} />
            </svg>
          ))}
          {labels.map(({ index, text, start }) => (
            <text key={index} className={`${classes.tick} text-tiny tabular-nums`} x={start} y={HEIGHT - 8}>
              {text}
            </text>
          ))}
        </svg>
        {stops.length > 0 && (
          <div className={`${classes.bars} absolute`} style={{ height: FLOOR }}>
            <ChartReader label={title} stops={stops} />
          </div>
        )}
      </div>
    </div>
  );
}

function Numbers({ scans, names, title }: PlotProps) {
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
        <ul className={`${classes.legend} flex flex-wrap gap-1 gap-x-4 text-small text-dimmed`} aria-hidden>
          {names.map((name) => (
            <li key={name}>
              <span className={classes.key} style={toneStyle(`severity-${name}`)} />
              {SEVERITY_WORD[name]}
            </li>
          ))}
        </ul>
      }
      chart={<Plot scans={scans} names={names} title={title} />}
      table={<Numbers scans={scans} names={names} title={title} />}
    />
  );
}
