import { ActionIcon, NativeSelect, TextInput } from '@mantine/core';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useId, type ClipboardEvent } from 'react';
import { monthChoices } from '../months.ts';
import classes from './Enrol.module.css';
import type { Field, NewcomerRow } from './newcomers.ts';

const fields: { name: Field; label: string; most: number; type?: string }[] = [
  { name: 'firstName', label: 'First name', most: 60 },
  { name: 'lastName', label: 'Last name', most: 60 },
  { name: 'email', label: 'Email', most: 254, type: 'email' },
  { name: 'department', label: 'Department', most: 60 },
];

const faultyField = ({ error, firstName, lastName }: NewcomerRow): Field =>
  error !== null && `${firstName}${lastName}`.trim() === '' ? 'firstName' : 'email';

type NewcomerFieldsProps = {
  row: NewcomerRow;
  place: number;
  ownMonths: boolean;
  onChange: (part: Partial<NewcomerRow>) => void;
  /** True where the text was taken as rows. */
  onPaste: (text: string) => boolean;
  onRemove: (() => void) | null;
};

export function NewcomerFields({ row, place, ownMonths, onChange, onPaste, onRemove }: NewcomerFieldsProps) {
  const errorId = useId();
  const paste = (event: ClipboardEvent) => {
    if (onPaste(event.clipboardData.getData('text/plain'))) event.preventDefault();
  };
  return (
    <fieldset className={`${classes.person} grid items-end gap-2`} data-months={ownMonths || undefined}>
      <legend className="visually-hidden">Person {place + 1}</legend>
      {fields.map(({ name, label, most, type }) => (
        <TextInput
          key={name}
          label={label}
          classNames={{ label: place > 0 ? 'visually-hidden-wide' : '' }}
          {...(name === 'department' ? { placeholder: 'Optional' } : {})}
          {...(type ? { type } : {})}
          data-autofocus={(place === 0 && name === 'firstName') || undefined}
          autoComplete="off"
          autoCapitalize={name === 'email' ? 'none' : 'words'}
          spellCheck={false}
          maxLength={most}
          value={row[name]}
          error={row.error !== null && name === faultyField(row)}
          aria-describedby={row.error ? errorId : undefined}
          onPaste={paste}
          onChange={(event) => onChange({ [name]: event.currentTarget.value, error: null })}
        />
      ))}
      {ownMonths && (
        <NativeSelect
          label="First month"
          classNames={{ label: place > 0 ? 'visually-hidden-wide' : '' }}
          value={row.startMonth}
          onChange={(event) => onChange({ startMonth: event.currentTarget.value })}
          data={[{ value: '', label: 'This month' }, ...monthChoices()]}
        />
      )}
      {onRemove && (
        <ActionIcon className={classes.remove} aria-label={`Remove person ${place + 1}`} onClick={onRemove}>
          <IconTrash size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      )}
      {row.error && (
        <p id={errorId} className={`${classes.rowError} text-small leading-4.5 text-danger mb-1`}>
          {row.error}
        </p>
      )}
    </fieldset>
  );
}
