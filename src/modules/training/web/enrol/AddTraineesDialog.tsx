import { Button } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useEffect, useRef, useState } from 'react';
import { FormDialog } from '#ui/form/FormDialog.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import type { Loaded } from '../queries.ts';
import shared from '../Training.module.css';
import { peopleCount } from '../words.ts';
import { CourseChoice } from './CourseChoice.tsx';
import classes from './Enrol.module.css';
import { NewcomerFields } from './NewcomerFields.tsx';
import { mostRows } from './newcomers.ts';
import { SeatLine } from './SeatLine.tsx';
import { useNewcomers } from './useNewcomers.ts';

type AddTraineesDialogProps = { loaded: Loaded; onClose: () => void; onDone: () => void };

export function AddTraineesDialog({ loaded, onClose, onDone }: AddTraineesDialogProps) {
  const { seats, settings } = loaded.traineesData!;
  const ownMonths = settings.calendar === 'own';
  const { rows, filled, problem, trials, isPending, append, change, remove, paste, submit } = useNewcomers(
    ownMonths,
    onDone,
  );
  const [courses, setCourses] = useState<string[] | undefined>();
  const list = useRef<HTMLDivElement>(null);
  const count = useRef(rows.length);
  useEffect(() => {
    if (rows.length === count.current + 1)
      list.current?.querySelector<HTMLInputElement>('fieldset:last-of-type input')?.focus();
    count.current = rows.length;
  }, [rows.length]);
  return (
    <FormDialog
      title="Enroll people"
      size={ownMonths ? 1080 : 920}
      className="stack gap-4"
      actions={shared.buttons}
      form={{
        onSubmit: (event) => {
          event.preventDefault();
          submit(courses);
        },
      }}
      busy={isPending}
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
            ownMonths={ownMonths}
            onChange={(part) => change(row.key, part)}
            onPaste={(text) => paste(row.key, text)}
            onRemove={rows.length > 1 ? () => remove(row.key) : null}
          />
        ))}
        {rows.length < mostRows && (
          <Button
            variant="subtle"
            className={`${classes.another} justify-self-start`}
            leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
            onClick={append}
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
