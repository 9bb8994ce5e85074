import { DateInput } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import type { ReactNode } from 'react';

export type DateFieldProps = {
  label: string;
  description?: ReactNode;
  /** `yyyy-mm-dd`, or empty. */
  value: string;
  onChange: (day: string) => void;
  min?: string | undefined;
  max?: string | undefined;
  error?: ReactNode;
};

const noDays: [] = [];

/** A day, typed or chosen in a calendar; may be empty. */
export function DateField({ label, description, value, onChange, min, max, error }: DateFieldProps) {
  return (
    <DateInput
      label={label}
      description={description}
      valueFormat="MMM D, YYYY"
      placeholder="Any day"
      firstDayOfWeek={0}
      // red is for what is wrong
      weekendDays={noDays}
      clearable
      clearButtonProps={{ 'aria-label': `Clear: ${label}` }}
      {...(min ? { minDate: min } : {})}
      {...(max ? { maxDate: max } : {})}
      value={value || null}
      error={error}
      popoverProps={{ withinPortal: false, floatingStrategy: 'fixed' }}
      previousLabel="Previous month"
      nextLabel="Next month"
      onChange={(day) => onChange(day ?? '')}
    />
  );
}
