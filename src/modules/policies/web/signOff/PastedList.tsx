import { Textarea } from '@mantine/core';
import { useDeferredValue } from 'react';
import { ResultTable } from './AddedList.tsx';
import { peopleCount } from './messages.ts';
import type { ListedPerson } from './peopleList.ts';

type PastedListProps = { text: string; people: ListedPerson[]; onChange: (text: string) => void };

/** A list from anywhere, with what will become of each line. */
export function PastedList({ text, people, onChange }: PastedListProps) {
  const shown = useDeferredValue(people);
  const good = people.filter(({ result }) => result === 'added').length;
  const bad = people.length - good;
  return (
    <>
      <Textarea
        label="Names and email addresses"
        description="One person per line, such as “Ada Vance, ada@example.com”, or columns copied from a spreadsheet."
        minRows={6}
        maxRows={12}
        rows={7}
        spellCheck={false}
        autoCapitalize="none"
        maxLength={200_000}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {people.length > 0 && (
        <>
          <output className="font-medium">
            {good === 0 ? 'No one can be added yet' : `${peopleCount(good)} will be added`}
            {bad > 0 && `, ${bad} ${bad === 1 ? 'line' : 'lines'} left out`}.
          </output>
          <ResultTable caption="What will become of each line" people={shown} before />
        </>
      )}
    </>
  );
}
