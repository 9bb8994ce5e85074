import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs';
import IconGauge from '@tabler/icons-react/dist/esm/icons/IconGauge.mjs';
import { useState } from 'react';
import type { ExerciseView } from '../../../playEntities.ts';
import { meterValue } from '../words.ts';
import classes from './Meter.module.css';
import { useCounted } from './useCounted.ts';

type Reading = NonNullable<Extract<ExerciseView, { type: 'scenario' }>['meter']>;

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
    <div className={`${classes.meter} row flex-wrap border rounded bg-canvas px-4 py-3`}>
      <Icon size={22} stroke={1.5} aria-hidden className="text-accent" />
      <span className="flex-auto text-body leading-5.5 text-dimmed">{meter.label}</span>
      {change !== 0 && (
        <span
          key={meter.value}
          className={`${classes.change} text-small leading-5.5 font-semibold text-success tabular-nums rounded-full bg-success`}
          data-worse={worse || undefined}
          aria-hidden
        >
          {change > 0 ? '+' : '−'}
          {meterValue(Math.abs(change), meter)}
        </span>
      )}
      <span className={`${classes.value} font-semibold tabular-nums`} aria-hidden>
        {meterValue(shown, meter)}
      </span>
      <span className="visually-hidden">{meterValue(meter.value, meter)}</span>
      {isPercent && (
        <span className={`${classes.track} bg-border rounded-full overflow-hidden`} aria-hidden>
          <span
            className={`${classes.fill} h-full block`}
            style={{ width: `${Math.max(0, Math.min(100, shown))}%` }}
          />
        </span>
      )}
    </div>
  );
}
