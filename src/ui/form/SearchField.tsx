import { TextInput } from '@mantine/core';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useEffect, useRef, useState } from 'react';

const pauseMs = 300;

type SearchFieldProps = {
  placeholder: string;
  maxLength: number;
  className: string | undefined;
  onSearch: (words: string) => void;
};

/** Searches once a person pauses typing. */
export function SearchField({ onSearch, ...rest }: SearchFieldProps) {
  const [typed, setTyped] = useState('');
  const search = useRef(onSearch);
  useEffect(() => {
    search.current = onSearch;
  });
  useEffect(() => {
    const timer = setTimeout(() => search.current(typed.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <TextInput
      {...rest}
      type="search"
      label="Search"
      leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}
