import { DateInput } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import dayjs from 'dayjs';
import { useState, type ReactNode } from 'react';

export type DateFieldProps = {
  label: string;
  description?: ReactNode;
  /** `yyyy-mm-dd`, or empty. */
  value: string;
  onChange: (day: string) => void;
  min?: string | undefined;
  max?: string | undefined;
  /** Days that the calendar does not offer; one that is typed is for the form to judge. */
  excludes?: (day: string) => boolean;
  required?: boolean;
  placeholder?: string;
  error?: ReactNode;
};

const noDays: [] = [];

/** A year that is being typed is no year yet. */
const parseDay = (text: string): string | null => {
  const day = dayjs(text.trim());
  return day.isValid() && /\d{4}/.test(text) ? day.format('YYYY-MM-DD') : null;
};

/** A day, typed or chosen in a calendar; may be empty unless it is required. */
export function DateField({
  label,
  value,
  onChange,
  min,
  max,
  excludes,
  required = false,
  placeholder = 'Any day',
  ...rest
}: DateFieldProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <DateInput
      label={label}
      required={required}
      valueFormat="MMM D, YYYY"
      placeholder={placeholder}
      dateParser={parseDay}
      firstDayOfWeek={0}
      // red is for what is wrong
      weekendDays={noDays}
      clearable={!required}
      clearButtonProps={{ 'aria-label': `Clear: ${label}` }}
      {...(min ? { minDate: min } : {})}
      {...(max ? { maxDate: max } : {})}
      {...(excludes ? { excludeDate: excludes } : {})}
      value={value || null}
      popoverProps={{
        withinPortal: false,
        floatingStrategy: 'fixed',
        onOpen: () => setOpen(true),
        onClose: () => setOpen(false),
      }}
      // Escape then closes the calendar, and not a dialog around it as well
      data-mantine-stop-propagation={isOpen || undefined}
      previousLabel="Previous month"
      nextLabel="Next month"
      onChange={(day) => onChange(day ?? '')}
      {...rest}
    />
  );
}
