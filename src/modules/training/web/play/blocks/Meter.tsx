import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs';
import IconGauge from '@tabler/icons-react/dist/esm/icons/IconGauge.mjs';
import { useState } from 'react';
import type { ExerciseView } from '../../../playEntities.ts';
import { meterValue } from '../words.ts';
import classes from './Meter.module.css';
import { useCounted } from './useCounted.ts';

type Reading = NonNullable<Extract<ExerciseView, { type: 'scenario' }>['meter']>;

/** What a story costs so far. */
export function Meter({ meter }: { meter: Reading }) {
  const [reading, setReading] = useState({ value: meter.value, change: 0 });
  if (reading.value !== meter.value) setReading({ value: meter.value, change: meter.value - reading.value });
  const { change } = reading;
  const shown = useCounted(meter.value);
  const isTime = meter.unit.startsWith('min');
  const isPercent = meter.unit === '%';
  const Icon = isTime ? IconClock : IconGauge;
  const worse = meter.good === 'low' ? change > 0 : change < 0;
  return (
    <div className={classes.meter}>
      <Icon size={22} stroke={1.5} aria-hidden className={classes.icon} />
      <span className={classes.label}>{meter.label}</span>
      {change !== 0 && (
        <span key={meter.value} className={classes.change} data-worse={worse || undefined} aria-hidden>
          {change > 0 ? '+' : '−'}
          {meterValue(Math.abs(change), meter)}
        </span>
      )}
      <span className={classes.value} aria-hidden>
        {meterValue(shown, meter)}
      </span>
      <span className={classes.said}>{meterValue(meter.value, meter)}</span>
      {isPercent && (
        <span className={classes.track} aria-hidden>
          <span className={classes.fill} style={{ width: `${Math.max(0, Math.min(100, shown))}%` }} />
        </span>
      )}
    </div>
  );
}
