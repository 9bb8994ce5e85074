import { TextInput } from '@mantine/core';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import classes from './Concierge.module.css';

const pauseMs = 300;

/** Searches once somebody pauses typing. */
function SearchField({ placeholder, onSearch }: { placeholder: string; onSearch: (words: string) => void }) {
  const [typed, setTyped] = useState('');
  const tell = useRef(onSearch);
  useEffect(() => {
    tell.current = onSearch;
  });
  useEffect(() => {
    const timer = setTimeout(() => tell.current(typed.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <TextInput
      type="search"
      label="Search"
      placeholder={placeholder}
      maxLength={200}
      className={classes.search}
      leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}

type ListToolsProps = {
  /** Names the search for screen readers. */
  label: string;
  placeholder: string;
  /** Counts up to empty the search field. */
  edition: number;
  search: string;
  total: string;
  onSearch: (words: string) => void;
  children?: ReactNode;
};

/** Above a list: search, filters, and how many there are. */
export const ListTools = ({
  label,
  placeholder,
  edition,
  search,
  total,
  onSearch,
  children,
}: ListToolsProps) => (
  <search className={`${classes.tools} flex flex-wrap items-end gap-3 gap-x-4 border-b`} aria-label={label}>
    <SearchField
      key={edition}
      placeholder={placeholder}
      onSearch={(words) => words !== search && onSearch(words)}
    />
    {children}
    <span className="flex-1" />
    <output className={`${classes.total} text-small text-dimmed tabular-nums`}>{total}</output>
  </search>
);
