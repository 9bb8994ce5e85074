import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useEffect, useState } from 'react';
import classes from './Staff.module.css';

/** Searches once somebody pauses typing. */
export function SearchField({
  value,
  placeholder,
  onChange,
}: {
  value: string;
  placeholder: string;
  onChange: (search: string) => void;
}) {
  const [text, setText] = useState(value);
  const [settled] = useDebouncedValue(text, 250);
  useEffect(() => {
    if (settled !== value) onChange(settled);
    // what is typed leads; the address follows
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [settled]);
  return (
    <TextInput
      type="search"
      label="Search"
      placeholder={placeholder}
      leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
      className={classes.search}
      value={text}
      maxLength={100}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  );
}
