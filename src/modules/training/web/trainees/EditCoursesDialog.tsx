import { Button, Checkbox, Modal } from '@mantine/core';
import { useState } from 'react';
import { formModal } from '#ui/form/FormDialog.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { useEditCourses } from '../changes.ts';
import type { Chosen } from '../dialogs.ts';
import { messageOf } from '../messages.ts';
import type { Loaded } from '../queries.ts';
import shared from '../Training.module.css';
import { counted, inOrder, nameOf, number, peopleCount } from '../words.ts';
import classes from '../enrol/Enrol.module.css';

type EditCoursesDialogProps = {
  people: readonly Chosen[] | 'all';
  loaded: Loaded;
  onClose: () => void;
  onDone: () => void;
};

function countsOf(
  people: EditCoursesDialogProps['people'],
  { traineesData }: Loaded,
): { of: (course: string) => number; all: number } {
  if (people === 'all') {
    const enrolled = new Map(traineesData!.courses.map((one) => [one.course, one.enrolled]));
    return { of: (course) => enrolled.get(course) ?? 0, all: traineesData!.seats.taken };
  }
  const sets = people.map(({ courses }) => new Set(courses.map((one) => one.course)));
  return { of: (course) => sets.filter((one) => one.has(course)).length, all: people.length };
}

/** Gives courses to people or takes them away; what only some have stays so until it is ticked or cleared. */
export function EditCoursesDialog({ people, loaded, onClose, onDone }: EditCoursesDialogProps) {
  const [wanted, setWanted] = useState<ReadonlyMap<string, boolean>>(new Map());
  const edit = useEditCourses();
  const { of, all } = countsOf(people, loaded);
  const courses = inOrder(loaded.catalogMap);
  const add = courses.filter(({ id }) => wanted.get(id) === true && of(id) < all).map(({ id }) => id);
  const remove = courses.filter(({ id }) => wanted.get(id) === false && of(id) > 0).map(({ id }) => id);
  const whom =
    people === 'all'
      ? `everybody, ${peopleCount(all)}`
      : people.length === 1
        ? nameOf(people[0]!.trainee)
        : peopleCount(people.length);
  const changes = [
    add.length > 0 && `${counted(add.length, 'course')} added`,
    remove.length > 0 && `${counted(remove.length, 'course')} removed`,
  ].filter(Boolean);
  const submit = () => {
    if (edit.isPending || changes.length === 0) return;
    const trainees = people === 'all' ? ('all' as const) : people.map(({ trainee }) => trainee.id);
    edit.mutate({ trainees, add, remove }, { onSuccess: onDone });
  };
  return (
    <Modal {...formModal(edit.isPending, onClose)} title="Edit courses" size={600}>
      <form
        className="stack gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <p className={shared.quiet}>
          Courses of <bdi>{whom}</bdi>. What someone has started stays on record when you remove the course,
          and comes back when you give it again.
        </p>
        <FormError>{edit.error ? messageOf(edit.error) : null}</FormError>
        <fieldset className={`${classes.choice} grid gap-1 gap-x-6 border rounded grid-cols-2`}>
          <legend className="visually-hidden">Courses</legend>
          {courses.map(({ id, month, title }) => {
            const have = of(id);
            const checked = wanted.get(id) ?? (have === all && all > 0);
            const mixed = !wanted.has(id) && have > 0 && have < all;
            return (
              <Checkbox
                key={id}
                label={month ? `${month}. ${title}` : title}
                description={
                  all > 1 && have > 0 && have < all ? `${number(have)} of ${number(all)} have it` : undefined
                }
                checked={checked}
                indeterminate={mixed}
                onChange={() => setWanted(new Map(wanted).set(id, mixed ? true : !checked))}
              />
            );
          })}
        </fieldset>
        <div className="row flex-wrap justify-between gap-2 gap-x-4">
          <output className={shared.quiet}>
            {changes.length > 0 ? `${changes.join(', ')}.` : 'Nothing is changed yet.'}
          </output>
          <div className={shared.buttons}>
            <Button variant="default" onClick={onClose} disabled={edit.isPending}>
              Cancel
            </Button>
            <Button type="submit" loading={edit.isPending} disabled={changes.length === 0}>
              Save
            </Button>
          </div>
        </div>
      </form>
    </Modal>
  );
}
