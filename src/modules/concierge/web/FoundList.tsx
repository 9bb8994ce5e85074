import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { DrawingLost } from '#ui/drawings/DrawingLost.tsx';
import { EmptyState } from '#ui/page/EmptyState.tsx';
import { Pager } from '#ui/table/Pager.tsx';
import { SearchField } from '#ui/form/SearchField.tsx';
import classes from './Concierge.module.css';

/** What a list shows: a change begins on the first page. */
export function useFilter<F extends { page: number; search: string }>(first: F) {
  const [filter, setFilter] = useState(first);
  return {
    filter,
    change: (part: Partial<F> | { search: string } | { page: number }) =>
      setFilter((before) => ({ ...before, page: 1, ...part })),
    clear: () => setFilter(first),
  };
}

type FoundListProps = {
  /** What is listed: one, and several. */
  nouns: [one: string, many: string];
  /** What the search reads. */
  placeholder: string;
  list: {
    filter: { search: string };
    change: (part: { search: string } | { page: number }) => void;
    clear: () => void;
  };
  narrowed: boolean;
  found: { total: number; page: number; pages: number };
  isEmpty: boolean;
  isFading: boolean;
  /** How many there are, in words. */
  count: string;
  filters: ReactNode;
  /** Where there is nothing at all. */
  nothing: { drawing: ReactNode; title: string; action?: ReactNode; text: string };
  children: ReactNode;
};

/** A list with search, filters and pages. */
export function FoundList({
  nouns: [one, many],
  placeholder,
  list,
  narrowed,
  found,
  isEmpty,
  isFading,
  count,
  filters,
  nothing,
  children,
}: FoundListProps) {
  const { filter, change, clear } = list;
  return (
    <>
      {(found.total > 0 || narrowed) && (
        <search
          className={`${classes.tools} flex flex-wrap items-end gap-3 gap-x-4 border-b`}
          aria-label={`Find ${many}`}
        >
          <SearchField
            value={filter.search}
            placeholder={placeholder}
            maxLength={200}
            className={classes.search}
            onSearch={(search) => change({ search })}
          />
          {filters}
          <span className="flex-1" />
          <output className={`${classes.total} text-small text-dimmed tabular-nums`}>{count}</output>
        </search>
      )}
      {isEmpty ? (
        <EmptyState
          level={3}
          drawing={narrowed ? <DrawingLost /> : nothing.drawing}
          title={narrowed ? `No ${one} matches` : nothing.title}
          action={
            narrowed ? (
              <Button variant="default" onClick={clear}>
                Show all {many}
              </Button>
            ) : (
              nothing.action
            )
          }
        >
          {narrowed ? `Search for part of the ${placeholder.toLowerCase()}.` : nothing.text}
        </EmptyState>
      ) : (
        <div className={classes.found} aria-busy={isFading}>
          {children}
          {found.pages > 1 && (
            <div className="flex justify-center border-t p-4">
              <Pager
                page={found.page}
                pages={found.pages}
                onChange={(page) => change({ page })}
                label={`Pages of ${many}`}
              />
            </div>
          )}
        </div>
      )}
    </>
  );
}
