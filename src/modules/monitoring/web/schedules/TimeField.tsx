import { NativeSelect, TextInput } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';
import type { Period, ScheduleForm } from './scheduleForm.ts';
import classes from './ScheduleFields.module.css';

type Time = Pick<ScheduleForm, 'hour' | 'minute' | 'period'>;
type TimeFieldProps = { value: Time; onChange: (part: Partial<Time>) => void };

/** Hour, minute, and half of the day, in Pacific time. What is no time goes back to what it was (modules.md 5). */
export function TimeField({ value, onChange }: TimeFieldProps) {
  return (
    <fieldset>
      <legend className={`${classes.legend} font-medium mb-1`}>Time (Pacific)</legend>
      <div className="row gap-2">
        <NumberPart
          label="Hour"
          value={String(value.hour)}
          from={1}
          to={12}
          onChange={(hour) => onChange({ hour })}
        />
        <span aria-hidden>:</span>
        <NumberPart
          label="Minute"
          value={String(value.minute).padStart(2, '0')}
          from={0}
          to={59}
          onChange={(minute) => onChange({ minute })}
        />
        <NativeSelect
          aria-label="AM or PM"
          value={value.period}
          onChange={(event) => onChange({ period: event.currentTarget.value as Period })}
          data={['AM', 'PM']}
        />
      </div>
    </fieldset>
  );
}

type NumberPartProps = {
  label: string;
  value: string;
  from: number;
  to: number;
  onChange: (value: number) => void;
};

function NumberPart({ label, value, from, to, onChange }: NumberPartProps) {
  // what is being typed, until the field is left
  const [typed, setTyped] = useState<string | null>(null);
  const numberOf = (text: string) => {
    const number = /^\d{1,2}$/.test(text.trim()) ? Number(text) : -1;
    return number >= from && number <= to ? number : null;
  };
  const keyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || typed === null) return;
    // nothing is sent that the person has not seen
    if (numberOf(typed) === null) event.preventDefault();
    setTyped(null);
  };
  return (
    <TextInput
      aria-label={label}
      className={classes.timePart}
      inputMode="numeric"
      autoComplete="off"
      maxLength={2}
      value={typed ?? value}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        const number = numberOf(text);
        if (number !== null) onChange(number);
      }}
      onBlur={() => setTyped(null)}
      onKeyDown={keyDown}
    />
  );
}
