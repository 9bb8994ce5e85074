import { TextInput } from '@mantine/core';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useEffect, useRef, useState } from 'react';

const pauseMs = 300;

type SearchFieldProps = {
  /** What the list is searched for; the field follows where that changes by itself, as it does with the address. */
  value: string;
  placeholder: string;
  maxLength?: number;
  className: string | undefined;
  onSearch: (words: string) => void;
};

/** Searches once a person pauses typing. */
export function SearchField({ value, maxLength = 100, onSearch, ...rest }: SearchFieldProps) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    if (typed.trim() !== value) setTyped(value);
  }
  const search = useRef(onSearch);
  useEffect(() => {
    search.current = onSearch;
  });
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => search.current(typed.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [typed, value]);
  return (
    <TextInput
      {...rest}
      type="search"
      label="Search"
      leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
      value={typed}
      maxLength={maxLength}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}
