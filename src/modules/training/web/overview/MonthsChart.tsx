import { monthWords, shortMonthWords } from '#platform/days.ts';
import { AxisLabels } from '#ui/chart/AxisLabels.tsx';
import { ChartOrTable } from '#ui/chart/ChartOrTable.tsx';
import { ChartReader, type ChartStop } from '#ui/chart/ChartReader.tsx';
import { countTicks } from '#ui/chart/countTicks.ts';
import type { MonthProgress } from '../../entities.ts';
import { number } from '../words.ts';
import classes from './Chart.module.css';

const title = 'Courses by the month in which they opened';
const most = 12;
/** A month at its widest, and the chart at its narrowest where there is room, in pixels. */
const monthWidth = 96;
const leastWidth = 280;
/** How much of the chart is marked around a bar at most, from 0 to 1. */
const mostMarked = 0.12;
/** Where the bars begin, from the top down: the number above the highest has room there. */
const barsFrom = 18 / 212;

const parts = [
  { id: 'finished', label: 'Finished' },
  { id: 'open', label: 'Open' },
  { id: 'overdue', label: 'Overdue' },
] as const;
type Part = (typeof parts)[number]['id'];

const countsOf = ({ unlocked, finished, overdue }: Omit<MonthProgress, 'month'>): Record<Part, number> => ({
  finished,
  open: Math.max(0, unlocked - finished - overdue),
  overdue,
});

export const Legend = () => (
  <ul className={`${classes.legend} flex flex-wrap gap-1 gap-x-4 text-small text-dimmed`} aria-hidden>
    {parts.map(({ id, label }) => (
      <li key={id}>
        <span className={classes.key} data-part={id} />
        {label}
      </li>
    ))}
  </ul>
);

/** What a month says when it is read: how many courses are done, and what the others are. */
const stopOf = (one: MonthProgress, place: Pick<ChartStop, 'x' | 'y' | 'column'>): ChartStop => {
  const { open, overdue } = countsOf(one);
  return {
    ...place,
    title: monthWords(one.month),
    value: `${number(one.finished)} of ${number(one.unlocked)} finished`,
    lines: [
      ...(overdue > 0 ? [`${number(overdue)} overdue`] : []),
      ...(open > 0 ? [`${number(open)} open`] : []),
    ],
  };
};

function Plot({ months }: { months: readonly MonthProgress[] }) {
  const ticks = countTicks(Math.max(...months.map(({ unlocked }) => unlocked)));
  const ceiling = ticks[4];
  const xOf = (index: number) => (index + 0.5) / months.length;
  const yOf = (count: number) => barsFrom + (1 - barsFrom) * (1 - count / ceiling);
  return (
    <div className={`${classes.plot} relative`}>
      <div className={`${classes.grid} absolute flex flex-col justify-between`} aria-hidden>
        {ticks.toReversed().map((tick) => (
          <span key={tick} className={`${classes.tick} text-tiny text-dimmed tabular-nums border-t`}>
            {number(tick)}
          </span>
        ))}
      </div>
      <div className="relative" style={{ maxWidth: Math.max(leastWidth, months.length * monthWidth) }}>
        <div className={`${classes.columns} flex`} aria-hidden>
          {months.map((one) => (
            <Pile key={one.month} month={one} ceiling={ceiling} />
          ))}
        </div>
        <ChartReader
          label={title}
          stops={months.map((one, index) =>
            stopOf(one, {
              x: xOf(index),
              y: yOf(one.unlocked),
              column: Math.min(mostMarked, 1 / months.length),
            }),
          )}
        />
        <AxisLabels
          className={`${classes.months} text-tiny leading-5 text-dimmed`}
          points={months.map(({ month }, index) => ({ label: shortMonthWords(month), x: xOf(index) }))}
        />
      </div>
    </div>
  );
}

function Pile({ month, ceiling }: { month: MonthProgress; ceiling: number }) {
  const counts = countsOf(month);
  return (
    <div className={`${classes.column} row flex-col min-w-0`}>
      <div className={`${classes.pile} flex flex-col justify-end flex-auto gap-0.5`}>
        <span className={`${classes.total} flex-none text-tiny font-semibold tabular-nums text-center`}>
          {number(month.unlocked)}
        </span>
        {parts
          .toReversed()
          .filter(({ id }) => counts[id] > 0)
          .map(({ id }) => (
            <span
              key={id}
              className={classes.block}
              data-part={id}
              style={{ flexBasis: `${(counts[id] / ceiling) * 100}%` }}
            />
          ))}
      </div>
    </div>
  );
}

function Numbers({ months }: { months: readonly MonthProgress[] }) {
  return (
    <table>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">Month</th>
          {parts.map(({ id, label }) => (
            <th key={id} scope="col" className={classes.number}>
              {label}
            </th>
          ))}
          <th scope="col" className={classes.number}>
            All
          </th>
        </tr>
      </thead>
      <tbody>
        {months.map((one) => {
          const counts = countsOf(one);
          return (
            <tr key={one.month}>
              <th scope="row">{monthWords(one.month)}</th>
              {parts.map(({ id }) => (
                <td key={id} className={classes.number}>
                  {number(counts[id])}
                </td>
              ))}
              <td className={classes.number}>{number(one.unlocked)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

export function MonthsChart({ months }: { months: readonly MonthProgress[] }) {
  const shown = months.filter(({ unlocked }) => unlocked > 0).slice(-most);
  if (shown.length === 0)
    return (
      <p className={`${classes.none} text-dimmed`}>
        The first course has not opened yet. Bars appear here from then on.
      </p>
    );
  return (
    <ChartOrTable legend={<Legend />} chart={<Plot months={shown} />} table={<Numbers months={shown} />} />
  );
}
