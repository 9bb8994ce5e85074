import { Popover } from '@mantine/core';
import { useId, useState } from 'react';
import classes from './Explained.module.css';
import { explain, type Term } from './glossaryText.ts';

/** A word with its explanation: opens by pressing, closes by Escape or by leaving. */
function Word({ text, term }: { text: string; term: Term }) {
  const [opened, setOpened] = useState(false);
  const id = useId();
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      width={300}
      position="bottom-start"
      withArrow
      withRoles={false}
      shadow="md"
    >
      <Popover.Target>
        <button
          type="button"
          className={`${classes.word} rounded-sm`}
          aria-expanded={opened}
          aria-controls={opened ? id : undefined}
          onClick={() => setOpened((before) => !before)}
          onBlur={() => setOpened(false)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || !opened) return;
            event.stopPropagation();
            setOpened(false);
          }}
        >
          {text}
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <output id={id} className={`${classes.meaning} text-body font-normal text-plain`}>
          <strong>{term.term}</strong>
          <span>{term.text}</span>
        </output>
      </Popover.Dropdown>
    </Popover>
  );
}

type ExplainedProps = {
  text: string;
  terms: readonly Term[];
  /** Text that stands before: its words are explained there. */
  after?: string;
};

/** A text whose glossary words can be asked for. */
export function Explained({ text, terms, after }: ExplainedProps) {
  const left = after === undefined ? terms : explain(after, terms).missing;
  return explain(text, left).parts.map((part, index) =>
    part.term ? (
      <Word key={part.term.key} text={part.text} term={part.term} />
    ) : (
      // a text's stretches have no other name than their place
      // oxlint-disable-next-line react/no-array-index-key
      <span key={index}>{part.text}</span>
    ),
  );
}

/** Words that belong to a question, but stand in it in another form. */
export function WordList({ texts, terms }: { texts: readonly string[]; terms: readonly Term[] }) {
  const missing = texts.reduce((left, text) => explain(text, left).missing, [...terms]);
  if (missing.length === 0) return null;
  return (
    <p className="text-body mt-2">
      In other words:{' '}
      {missing.map((term, index) => (
        <span key={term.key}>
          {index > 0 && ', '}
          <Word text={term.term} term={term} />
        </span>
      ))}
    </p>
  );
}
