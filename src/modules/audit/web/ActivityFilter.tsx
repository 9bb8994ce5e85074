import { Button, NativeSelect, TextInput } from '@mantine/core';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useEffect, useState } from 'react';
import { DateField } from '#ui/form/DateField.tsx';
import { kinds } from '../words.ts';
import classes from './Activity.module.css';
import { usePeople, type EntryFilter } from './queries.ts';

const pauseMs = 300;

type ActivityFilterProps = {
  filter: EntryFilter;
  onChange: (part: Partial<EntryFilter>) => void;
  /** Null where nothing is filtered. */
  onClear: (() => void) | null;
};

/** Searches once somebody pauses typing. */
function SearchField({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const [typed, setTyped] = useState(text);
  const [last, setLast] = useState(text);
  if (last !== text) {
    setLast(text);
    if (text !== typed.trim()) setTyped(text);
  }
  useEffect(() => {
    if (typed.trim() === text) return undefined;
    const timer = setTimeout(() => onChange(typed.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [typed, text, onChange]);
  return (
    <TextInput
      className={classes.search}
      label="Search"
      type="search"
      placeholder="A name, an address, a value"
      maxLength={100}
      leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}

/** By person, kind, days and text. */
export function ActivityFilter({ filter, onChange, onClear }: ActivityFilterProps) {
  const people = usePeople().data ?? [];
  const isKnown = ['', 'portal', 'staff', ...people.map(({ id }) => id)].includes(filter.person);
  return (
    <search
      className={`${classes.filter} grid items-end gap-3 gap-x-4 mb-6`}
      aria-label="Filter the activity log"
    >
      <SearchField text={filter.text} onChange={(text) => onChange({ text })} />
      <NativeSelect
        label="Person"
        value={filter.person}
        onChange={(event) => onChange({ person: event.currentTarget.value })}
        data={[
          { value: '', label: 'Everyone' },
          ...people.map(({ id, name, email }) => ({
            value: id,
            label: name === email || !email ? name : `${name} (${email})`,
          })),
          ...(isKnown ? [] : [{ value: filter.person, label: 'Someone else' }]),
          { value: 'staff', label: 'Support staff' },
          { value: 'portal', label: 'The portal' },
        ]}
      />
      <NativeSelect
        label="About"
        value={filter.kind}
        onChange={(event) => onChange({ kind: event.currentTarget.value as EntryFilter['kind'] })}
        data={[
          { value: '', label: 'Everything' },
          ...Object.entries(kinds).map(([value, label]) => ({ value, label })),
        ]}
      />
      <DateField label="From" max={filter.to} value={filter.from} onChange={(from) => onChange({ from })} />
      <DateField label="To" min={filter.from} value={filter.to} onChange={(to) => onChange({ to })} />
      {onClear && (
        <Button variant="subtle" onClick={onClear} className="justify-self-start">
          Clear filters
        </Button>
      )}
    </search>
  );
}
