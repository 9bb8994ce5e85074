import { NativeSelect } from '@mantine/core';
import { dayWords, isDay, type Day } from '#platform/days.ts';
import type { Snapshot } from '../../entities.ts';
import { now } from './comparison.ts';
import classes from './Report.module.css';

type CompareFieldsProps = {
  /** Newest first. */
  days: readonly Snapshot[];
  /** Empty where nothing is compared. */
  from: Day | '';
  to: Day | typeof now;
  onFrom: (day: Day | '') => void;
  onTo: (day: Day | typeof now) => void;
};

/** Which two days stand side by side. */
export function CompareFields({ days, from, to, onFrom, onTo }: CompareFieldsProps) {
  const oldest = days.at(-1)?.day ?? '';
  const kept = days.map(({ day }) => ({ value: day, label: dayWords(day) }));
  return (
    <>
      <NativeSelect
        label="Compare with"
        value={from}
        data={[{ value: '', label: 'Nothing' }, ...kept]}
        onChange={(event) => {
          const { value } = event.currentTarget;
          const day = isDay(value) ? value : '';
          onFrom(day);
          if (!day || (to !== now && to <= day)) onTo(now);
        }}
      />
      {from && (
        <NativeSelect
          label="State of"
          value={to}
          data={[{ value: now, label: 'Now' }, ...kept.filter(({ value }) => value > (from || oldest))]}
          onChange={({ currentTarget: { value } }) => onTo(isDay(value) ? value : now)}
        />
      )}
      {from && (
        <p className={`min-h-10 row flex-wrap gap-2 text-small text-dimmed`}>
          <span className={classes.legendBefore} aria-hidden /> {dayWords(from)}
          <span className={classes.legendNow} aria-hidden /> {to === now ? 'Now' : dayWords(to)}
        </p>
      )}
    </>
  );
}
