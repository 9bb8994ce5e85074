import { NativeSelect } from '@mantine/core';
import { type ReactNode } from 'react';
import { SearchField } from '#ui/form/SearchField.tsx';
import type { CatalogCourse } from '../../entities.ts';
import type { TraineeFilter } from '../queries.ts';
import { inOrder, standingLooks } from '../words.ts';
import classes from './Trainees.module.css';

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
      <SearchField
        value={filter.search}
        placeholder="Name, email or department"
        className={classes.search}
        onSearch={(search) => onChange({ search }, { replace: true })}
      />
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
