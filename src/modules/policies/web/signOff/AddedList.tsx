// Rows laid out in two lines lose the table's meaning in some browsers: hence the roles the elements have anyway.
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role */
import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { StatusPill, type StatusPillProps } from '#ui/badge/StatusPill.tsx';
import { peopleCount } from './messages.ts';
import type { LineResult, ListedPerson } from './peopleList.ts';
import classes from './SignOff.module.css';

type Look = { label: string; tone: NonNullable<StatusPillProps['tone']> };

const looks: Record<LineResult, Look> = {
  added: { label: 'Added', tone: 'success' },
  'already-there': { label: 'In the team already', tone: 'neutral' },
  twice: { label: 'Twice in the list', tone: 'neutral' },
  'bad-address': { label: 'Not an email address', tone: 'danger' },
  'name-missing': { label: 'Name is missing', tone: 'danger' },
  'name-too-long': { label: 'Name is too long', tone: 'danger' },
  'not-sent': { label: 'Not added', tone: 'warning' },
};
const willBeAdded: Look = { label: 'Will be added', tone: 'accent' };

/** Lines that somebody can do something about. */
const isOpen = ({ result }: ListedPerson) => !['added', 'already-there', 'twice'].includes(result);
/** As many as a person looks through; the count above says how many there are. */
const mostShown = 200;

const Person = ({ name, email }: ListedPerson) => (
  <span className="grid">
    <bdi>{name || '–'}</bdi>
    <bdi className={classes.quiet}>{email || '–'}</bdi>
  </span>
);

/** Each line of a list and its result; what needs a look comes first. */
export function ResultTable({
  people,
  caption,
  before = false,
}: {
  people: ListedPerson[];
  caption: string;
  before?: boolean;
}) {
  const ordered = [...people.filter(isOpen), ...people.filter((one) => !isOpen(one))];
  return (
    <>
      {/* a box that scrolls can be reached by keyboard */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={`${classes.results} border rounded`} tabIndex={0} aria-label={caption}>
        <table className={`${classes.resultTable} w-full`} role="table">
          <caption className="visually-hidden">{caption}</caption>
          <thead role="rowgroup" className="visually-hidden-narrow">
            <tr role="row">
              <th role="columnheader" scope="col">
                Line
              </th>
              <th role="columnheader" scope="col">
                Person
              </th>
              <th role="columnheader" scope="col">
                {before ? 'What happens' : 'Result'}
              </th>
            </tr>
          </thead>
          <tbody role="rowgroup">
            {ordered.slice(0, mostShown).map((one) => {
              const { label, tone } = before && one.result === 'added' ? willBeAdded : looks[one.result];
              return (
                <tr key={one.line} role="row">
                  <td role="cell" className={`${classes.lineNumber} text-dimmed tabular-nums`}>
                    {one.line}
                  </td>
                  <td role="cell">
                    <Person {...one} />
                  </td>
                  <td role="cell">
                    <StatusPill tone={tone}>{label}</StatusPill>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
      {ordered.length > mostShown && <p className={classes.quiet}>The first {mostShown} lines are shown.</p>}
    </>
  );
}

type AddedListProps = {
  people: ListedPerson[];
  /** Why the rest was not added. */
  error: string | null;
  onCorrect: (left: ListedPerson[]) => void;
  onClose: () => void;
};

/** What became of a list, and the way to correct what is left of it. */
export function AddedList({ people, error, onCorrect, onClose }: AddedListProps) {
  const words = useRef<HTMLParagraphElement>(null);
  useEffect(() => words.current?.focus(), []);
  const added = people.filter(({ result }) => result === 'added').length;
  const there = people.filter(({ result }) => result === 'already-there').length;
  const left = people.filter(isOpen);
  const sentence = [
    added === 0 ? 'No one was added.' : `${peopleCount(added)} added.`,
    there > 0 && `${peopleCount(there)} in the team already.`,
    left.length > 0 && `${left.length} ${left.length === 1 ? 'line' : 'lines'} not added.`,
  ];
  return (
    <div className="stack gap-4">
      <p ref={words} tabIndex={-1} className="font-medium">
        {sentence.filter(Boolean).join(' ')}
      </p>
      {error && (
        <div className={`border-danger px-3 py-2.5 text-danger rounded bg-danger`} role="alert">
          {error}
        </div>
      )}
      <ResultTable caption="What became of each line" people={people} />
      <div className={classes.buttons}>
        {left.length > 0 && (
          <Button variant="default" onClick={() => onCorrect(left)}>
            Correct {left.length === 1 ? 'this line' : `these ${left.length} lines`}
          </Button>
        )}
        <Button onClick={onClose}>Done</Button>
      </div>
    </div>
  );
}
