import { TextInput } from '@mantine/core';
import { mostCharacters, type Faults, type PersonFields as Fields } from './fields.ts';
import classes from './Settings.module.css';

type PersonFieldsProps<F extends Fields> = {
  /** Begins the ids of the fields. */
  id: string;
  fields: F;
  faults: Faults<F>;
  onChange: (change: Partial<Fields>) => void;
  /** Names are needed, not only welcome. */
  required?: boolean;
};

/** First name, last name and job title of somebody. */
export function PersonFields<F extends Fields>({
  id,
  fields,
  faults,
  onChange,
  required = false,
}: PersonFieldsProps<F>) {
  const field = (name: keyof Fields) => ({
    id: `${id}-${name}`,
    value: fields[name],
    error: faults[name],
    maxLength: mostCharacters[name],
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
  });
  const optional = required ? undefined : 'Optional';
  return (
    <>
      <div className={`${classes.pair} grid gap-5`}>
        <TextInput {...field('firstName')} label="First name" required={required} description={optional} />
        <TextInput {...field('lastName')} label="Last name" required={required} description={optional} />
      </div>
      <TextInput {...field('jobTitle')} label="Job title" description="Optional" />
    </>
  );
}
