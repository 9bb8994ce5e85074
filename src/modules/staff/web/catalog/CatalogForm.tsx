import { Button, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { FormError } from '#ui/form/FormError.tsx';
import { messageOf } from '../messages.ts';
import classes from './Catalog.module.css';
import { fieldErrors } from './queries.ts';

export type SavingProps = {
  /** Asks for the id of a new entry. */
  withId?: boolean;
  saving: boolean;
  error: unknown;
  submitLabel: string;
  aside?: ReactNode;
};

/** The frame of an entry's form: its panels, what stands beside them, and the button. */
export const CatalogForm = ({
  saving,
  error,
  submitLabel,
  aside,
  onSubmit,
  children,
}: Omit<SavingProps, 'withId'> & { onSubmit: () => void; children: ReactNode }) => (
  <form
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
    noValidate
    className="grid gap-6"
  >
    {Boolean(error) && <FormError>{fieldErrors(error)[''] ?? messageOf(error)}</FormError>}
    <div className={classes.sides}>
      <div className="grid gap-6">{children}</div>
      {aside && <div className={classes.aside}>{aside}</div>}
    </div>
    <div className="row flex-wrap gap-3">
      <Button type="submit" loading={saving}>
        {submitLabel}
      </Button>
      <span className="text-dimmed">Everything you save is in the desk log.</span>
    </div>
  </form>
);

export type IdFieldProps = { value: string; error: string | undefined; onChange: (id: string) => void };

export const IdField = ({ onChange, ...field }: IdFieldProps) => (
  <TextInput
    {...field}
    label="Id"
    description="Lower-case letters, digits, and dashes; it cannot be changed later."
    maxLength={50}
    onChange={(event) => onChange(event.currentTarget.value)}
    className={classes.wide}
    required
  />
);
