import { ActionIcon, Button, TextInput } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { useEffect, useRef } from 'react';
import type { ListedPerson, LineResult } from './peopleList.ts';
import classes from './SignOff.module.css';

export type Row = { key: number; name: string; email: string };

const most = 20;
export const emptyRows: Row[] = [{ key: 1, name: '', email: '' }];

/** Rows in which something stands, numbered by their keys. */
export const filledRows = (rows: readonly Row[]): { line: number; name: string; email: string }[] =>
  rows
    .map(({ key, name, email }) => ({ line: key, name: name.trim(), email: email.trim() }))
    .filter(({ name, email }) => name !== '' || email !== '');

const nameFaults: Partial<Record<LineResult, string>> = {
  'name-missing': 'Please enter a name.',
  'name-too-long': 'Use at most 120 characters.',
};
const emailFaults: Partial<Record<LineResult, string>> = {
  'bad-address': 'Please enter a valid email address.',
  twice: 'This address is already listed above.',
};

type OneByOneProps = {
  rows: Row[];
  /** With their faults, once there was a try. */ people: ListedPerson[];
  onChange: (rows: Row[]) => void;
};

/** A few people, each in a row of fields. */
export function OneByOne({ rows, people, onChange }: OneByOneProps) {
  const list = useRef<HTMLDivElement>(null);
  const count = useRef(rows.length);
  useEffect(() => {
    if (rows.length > count.current)
      list.current?.querySelector<HTMLInputElement>('fieldset:last-of-type input')?.focus();
    count.current = rows.length;
  }, [rows.length]);
  const change = (key: number, part: Partial<Row>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  return (
    <div className="grid gap-4" ref={list}>
      {rows.map((row, place) => {
        const result = people.find(({ line }) => line === row.key)?.result;
        return (
          <fieldset
            key={row.key}
            className={`${classes.row} grid items-start gap-3`}
            data-several={rows.length > 1 || undefined}
          >
            <legend className="visually-hidden">Person {place + 1}</legend>
            <TextInput
              label="Full name"
              data-autofocus={place === 0 || undefined}
              autoComplete="off"
              maxLength={120}
              value={row.name}
              error={result && nameFaults[result]}
              onChange={(event) => change(row.key, { name: event.currentTarget.value })}
            />
            <TextInput
              label="Email address"
              type="email"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={254}
              value={row.email}
              error={result && emailFaults[result]}
              onChange={(event) => change(row.key, { email: event.currentTarget.value })}
            />
            {rows.length > 1 && (
              <ActionIcon
                className={classes.rowRemove}
                aria-label={`Remove person ${place + 1}`}
                onClick={() => onChange(rows.filter(({ key }) => key !== row.key))}
              >
                <IconTrash size={18} stroke={1.5} aria-hidden />
              </ActionIcon>
            )}
          </fieldset>
        );
      })}
      {rows.length < most && (
        <Button
          variant="subtle"
          className="justify-self-start"
          leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
          onClick={() =>
            onChange([...rows, { key: Math.max(...rows.map(({ key }) => key)) + 1, name: '', email: '' }])
          }
        >
          Add another person
        </Button>
      )}
    </div>
  );
}
