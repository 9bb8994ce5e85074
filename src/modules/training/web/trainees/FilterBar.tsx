import { NativeSelect, TextInput } from '@mantine/core';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { CatalogCourse } from '../../entities.ts';
import type { TraineeFilter } from '../queries.ts';
import { inOrder, standingLooks } from '../words.ts';
import classes from './Trainees.module.css';

const pauseMs = 300;

/** Searches once somebody pauses typing; follows the address where that changes by itself. */
function SearchField({ search, onSearch }: { search: string; onSearch: (words: string) => void }) {
  const [typed, setTyped] = useState(search);
  const [known, setKnown] = useState(search);
  if (known !== search) {
    setKnown(search);
    if (typed.trim() !== search) setTyped(search);
  }
  const tell = useRef(onSearch);
  useEffect(() => {
    tell.current = onSearch;
  });
  useEffect(() => {
    if (typed.trim() === search) return;
    const timer = setTimeout(() => tell.current(typed.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [typed, search]);
  return (
    <TextInput
      type="search"
      label="Search"
      placeholder="Name, email or department"
      maxLength={100}
      className={classes.search}
      leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}

const standings = [
  { value: 'active', label: 'Everyone in training' },
  ...(['overdue', 'open', 'upToDate', 'finished', 'archived'] as const).map((one) => ({
    value: one,
    label: standingLooks[one].label,
  })),
  { value: 'all', label: 'Everyone and archived' },
];

type FilterBarProps = {
  filter: TraineeFilter;
  onChange: (part: Partial<TraineeFilter>, how?: { replace?: boolean }) => void;
  /** Courses to choose from; none where the list is of one course. */
  catalog?: Record<string, CatalogCourse>;
  children: ReactNode;
};

export function FilterBar({ filter, onChange, catalog, children }: FilterBarProps) {
  return (
    <search className={`${classes.tools} flex flex-wrap items-end gap-3`} aria-label="Find people">
      <SearchField search={filter.search} onSearch={(search) => onChange({ search }, { replace: true })} />
      <NativeSelect
        label="Show"
        value={filter.standing}
        onChange={(event) => onChange({ standing: event.currentTarget.value as TraineeFilter['standing'] })}
        data={standings}
      />
      {catalog && (
        <NativeSelect
          label="Course"
          className={classes.courseFilter}
          value={filter.course}
          onChange={(event) => onChange({ course: event.currentTarget.value })}
          data={[
            { value: '', label: 'All courses' },
            ...inOrder(catalog).map(({ id, title, month }) => ({
              value: id,
              label: month ? `${month}. ${title}` : title,
            })),
          ]}
        />
      )}
      <output className={`${classes.total} min-h-10 text-small text-dimmed ms-auto`}>{children}</output>
    </search>
  );
}
