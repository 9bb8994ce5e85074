import { TextInput } from '@mantine/core';
import { mostCharacters, type PersonFields as Fields } from './fields.ts';
import classes from './Settings.module.css';

type PersonFieldsProps = {
  /** Begins the ids of the fields. */
  id: string;
  /** Value, error and handler of a field of the form. */
  input: (name: keyof Fields) => object;
  /** Names are needed, not only welcome. */
  required?: boolean;
};

/** First name, last name and job title of a person. */
export function PersonFields({ id, input, required = false }: PersonFieldsProps) {
  const field = (name: keyof Fields) => ({
    id: `${id}-${name}`,
    maxLength: mostCharacters[name],
    autoComplete: 'off',
    ...input(name),
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
