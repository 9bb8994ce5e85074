import { Button } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { FormDialog } from '#ui/form/FormDialog.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { useAddTrainees } from '../changes.ts';
import { messageOf } from '../messages.ts';
import type { Loaded } from '../queries.ts';
import shared from '../Training.module.css';
import { counted, peopleCount } from '../words.ts';
import { CourseChoice } from './CourseChoice.tsx';
import classes from './Enrol.module.css';
import { NewcomerFields } from './NewcomerFields.tsx';
import {
  checked,
  emptyRow,
  isBlank,
  leftOver,
  mostRows,
  readPasted,
  withPasted,
  type NewcomerRow,
} from './newcomers.ts';
import { SeatLine } from './SeatLine.tsx';

type AddTraineesDialogProps = { loaded: Loaded; onClose: () => void; onDone: () => void };

export function AddTraineesDialog({ loaded, onClose, onDone }: AddTraineesDialogProps) {
  const { seats, settings } = loaded.traineesData!;
  const [rows, setRows] = useState<NewcomerRow[]>(() => [emptyRow()]);
  const [courses, setCourses] = useState<string[] | undefined>();
  const [problem, setProblem] = useState<string | null>(null);
  const [trials, setTrials] = useState(0);
  const add = useAddTrainees();
  const list = useRef<HTMLDivElement>(null);
  const count = useRef(rows.length);
  useEffect(() => {
    if (rows.length === count.current + 1)
      list.current?.querySelector<HTMLInputElement>('fieldset:last-of-type input')?.focus();
    count.current = rows.length;
  }, [rows.length]);

  const change = (key: number, part: Partial<NewcomerRow>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const paste = (key: number, text: string): boolean => {
    const pasted = readPasted(text);
    if (!pasted || pasted.length === 0) return false;
    const next = withPasted(rows, key, pasted);
    setProblem(
      next.length > mostRows
        ? `Only the first ${mostRows} rows are kept here. Upload longer lists as a file.`
        : null,
    );
    setRows(next.slice(0, mostRows));
    return true;
  };
  const complain = (words: string) => {
    setProblem(words);
    setTrials(trials + 1);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (add.isPending) return;
    const filled = rows.filter((row) => !isBlank(row));
    const judged = checked(filled);
    const faulty = judged.filter(({ error }) => error !== null).length;
    if (filled.length > 0) setRows(judged);
    if (filled.length === 0) return complain('Enter at least one person with a name and an email address.');
    if (faulty > 0)
      return complain(`${counted(faulty, 'row needs', 'rows need')} a correction before anyone is added.`);
    if (courses?.length === 0) return complain('Choose at least one course.');
    setProblem(null);
    const people = judged.map(({ firstName, lastName, email, department, startMonth }) => ({
      firstName,
      lastName,
      email,
      department,
      ...(settings.calendar === 'own' && startMonth !== '' ? { startMonth } : {}),
    }));
    add.mutate(
      { people, courses },
      {
        onSuccess: ({ rows: results, error }) => {
          const left = leftOver(judged, results);
          if (left.length === 0) return onDone();
          setRows(left);
          complain(
            error
              ? messageOf(error)
              : left.length === judged.length
                ? 'No one could be added. Each row says why.'
                : `${counted(left.length, 'row was', 'rows were')} not added. Each row says why.`,
          );
        },
      },
    );
  };
  const filled = rows.filter((row) => !isBlank(row)).length;
  return (
    <FormDialog
      title="Enroll people"
      size={settings.calendar === 'own' ? 1080 : 920}
      className="stack gap-4"
      actions={shared.buttons}
      form={{ onSubmit: submit }}
      busy={add.isPending}
      submit={filled > 1 ? `Add ${peopleCount(filled)}` : 'Add to training'}
      onClose={onClose}
    >
      <p className={shared.quiet}>
        Each gets an email with a personal link when their first course opens. To add many, copy the rows of a
        spreadsheet and paste them into any field.
      </p>
      <FormError key={trials}>{problem}</FormError>
      <div className="grid gap-2" ref={list}>
        {rows.map((row, place) => (
          <NewcomerFields
            key={row.key}
            row={row}
            place={place}
            ownMonths={settings.calendar === 'own'}
            onChange={(part) => change(row.key, part)}
            onPaste={(text) => paste(row.key, text)}
            onRemove={rows.length > 1 ? () => setRows(rows.filter(({ key }) => key !== row.key)) : null}
          />
        ))}
        {rows.length < mostRows && (
          <Button
            variant="subtle"
            className={`${classes.another} justify-self-start`}
            leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
            onClick={() => setRows([...rows, emptyRow()])}
          >
            Add another person
          </Button>
        )}
      </div>
      <CourseChoice catalog={loaded.catalogMap} courses={courses} onChange={setCourses} />
      <SeatLine left={seats.left} wanted={filled} />
    </FormDialog>
  );
}
