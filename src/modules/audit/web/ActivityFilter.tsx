import { Button, NativeSelect } from '@mantine/core';
import { DateField } from '#ui/form/DateField.tsx';
import { SearchField } from '#ui/form/SearchField.tsx';
import { kinds } from '../words.ts';
import classes from './Activity.module.css';
import { usePeople, type EntryFilter } from './queries.ts';

type ActivityFilterProps = {
  filter: EntryFilter;
  onChange: (part: Partial<EntryFilter>) => void;
  /** Null where nothing is filtered. */
  onClear: (() => void) | null;
};

/** By person, kind, days and text. */
export function ActivityFilter({ filter, onChange, onClear }: ActivityFilterProps) {
  const people = usePeople().data ?? [];
  const isKnown = ['', 'portal', 'staff', ...people.map(({ id }) => id)].includes(filter.person);
  return (
    <search
      className={`${classes.filter} grid items-end gap-3 gap-x-4 mb-6`}
      aria-label="Filter the activity log"
    >
      <SearchField
        value={filter.text}
        placeholder="A name, an address, a value"
        className={classes.search}
        onSearch={(text) => onChange({ text })}
      />
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
