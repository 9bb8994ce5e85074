import { Button, VisuallyHidden } from '@mantine/core';
import { useId, useState } from 'react';
import { monthWords } from '#platform/days.ts';
import type { MonthProgress } from '../../entities.ts';
import { monthMark, number } from '../words.ts';
import classes from './Chart.module.css';

const ticks = [4, 3, 2, 1, 0];
/** So many months fit. */
const most = 12;

/** A round number at or above the largest that divides into four whole ticks. */
export function ceilingOf(largest: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, largest / 4))));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => Number.isInteger(size) && size * 4 >= largest);
  return (step ?? 10 * power) * 4;
}

export const parts = [
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
  <ul className={classes.legend} aria-hidden>
    {parts.map(({ id, label }) => (
      <li key={id}>
        <span className={classes.key} data-part={id} />
        {label}
      </li>
    ))}
  </ul>
);

function Plot({ months }: { months: readonly MonthProgress[] }) {
  const ceiling = ceilingOf(Math.max(1, ...months.map(({ unlocked }) => unlocked)));
  return (
    <div className={classes.plot} aria-hidden>
      <div className={classes.grid}>
        {ticks.map((tick) => (
          <span key={tick} className={classes.tick}>
            {number((ceiling / 4) * tick)}
          </span>
        ))}
      </div>
      <div className={classes.columns}>
        {months.map((one) => {
          const counts = countsOf(one);
          return (
            <div key={one.month} className={classes.column}>
              <div className={classes.pile}>
                <span className={classes.total}>{number(one.unlocked)}</span>
                {parts
                  .toReversed()
                  .filter(({ id }) => counts[id] > 0)
                  .map(({ id }) => (
                    <span key={id} className={classes.block} data-part={id} style={{ flexBasis: `${(counts[id] / ceiling) * 100}%` }} />
                  ))}
              </div>
              <span className={classes.month}>{monthMark(one.month)}</span>
            </div>
          );
        })}
      </div>
    </div>
  );
}

function Numbers({ months }: { months: readonly MonthProgress[] }) {
  return (
    <table className={classes.table}>
      <caption>Courses by the month in which they opened</caption>
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

/** What opened in each month and what became of it: stacked bars, and the same numbers as a table. */
export function MonthsChart({ months }: { months: readonly MonthProgress[] }) {
  const [asTable, setAsTable] = useState(false);
  const id = useId();
  const shown = months.filter(({ unlocked }) => unlocked > 0).slice(-most);
  if (shown.length === 0) return <p className={classes.none}>The first course has not opened yet. Bars appear here from then on.</p>;
  return (
    <div>
      <div className={classes.head}>
        <Legend />
        <Button variant="subtle" size="xs" mr={-14} aria-expanded={asTable} aria-controls={id} onClick={() => setAsTable(!asTable)}>
          {asTable ? 'Show as chart' : 'Show as table'}
        </Button>
      </div>
      <div id={id}>
        {asTable ? (
          <Numbers months={shown} />
        ) : (
          <>
            <Plot months={shown} />
            <VisuallyHidden>
              <Numbers months={shown} />
            </VisuallyHidden>
          </>
        )}
      </div>
    </div>
  );
}
