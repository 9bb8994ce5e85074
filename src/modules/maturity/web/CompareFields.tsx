import { NativeSelect } from '@mantine/core';
import { shownDay } from '#platform/dates.ts';
import type { Snapshot } from '../entities.ts';
import { now } from './comparison.ts';
import classes from './Report.module.css';

type CompareFieldsProps = {
  /** Newest first. */
  days: readonly Snapshot[];
  from: string;
  to: string;
  onFrom: (day: string) => void;
  onTo: (day: string) => void;
};

// noon, so that the day is the same in Pacific time
const dayText = (day: string) => shownDay(`${day}T20:00:00Z`);

/** Which two days stand side by side. */
export function CompareFields({ days, from, to, onFrom, onTo }: CompareFieldsProps) {
  const oldest = days.at(-1)?.day ?? '';
  const kept = days.map(({ day }) => ({ value: day, label: dayText(day) }));
  return (
    <>
      <NativeSelect
        label="Compare with"
        value={from}
        data={[{ value: '', label: 'Nothing' }, ...kept]}
        onChange={(event) => {
          const day = event.currentTarget.value;
          onFrom(day);
          if (!day || (to !== now && to <= day)) onTo(now);
        }}
      />
      {from && (
        <NativeSelect
          label="State of"
          value={to}
          data={[{ value: now, label: 'Now' }, ...kept.filter(({ value }) => value > (from || oldest))]}
          onChange={(event) => onTo(event.currentTarget.value)}
        />
      )}
      {from && (
        <p className={classes.legend}>
          <span className={classes.legendBefore} aria-hidden /> {dayText(from)}
          <span className={classes.legendNow} aria-hidden /> {to === now ? 'Now' : dayText(to)}
        </p>
      )}
    </>
  );
}
