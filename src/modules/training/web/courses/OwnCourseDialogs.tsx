import { useQueryClient } from '@tanstack/react-query';
import { useChange } from '#platform/web/useChange.ts';
import { useChangeForm } from '#platform/web/useChangeForm.ts';
import { ConfirmDialog } from '#ui/form/ConfirmDialog.tsx';
import { FormDialog } from '#ui/form/FormDialog.tsx';
import type { CatalogCourse } from '../../entities.ts';
import { packageContract } from '../../packageContract.ts';
import { refresh, tell } from '../changes.ts';
import { packageMessageOf } from '../package/words.ts';
import shared from '../Training.module.css';
import { NameFields, nameRules } from './ImportCourseDialog.tsx';

type DialogProps = { course: CatalogCourse; onClose: () => void; onDone: () => void };

export function EditOwnCourseDialog({ course, onClose, onDone }: DialogProps) {
  const client = useQueryClient();
  const save = useChange(packageContract.editPackage, {
    after: () => refresh(client),
    done: () => tell('The course is saved.'),
    failed: () => null,
  });
  const { title, minutes } = course;
  const form = useChangeForm(save, {
    start: { title, minutes: minutes as number | string },
    rules: nameRules,
    follows: true,
    messageOf: packageMessageOf,
  });
  return (
    <FormDialog
      title="Edit this course"
      size={480}
      modal={{ onClose, closeOnClickOutside: true }}
      className="stack gap-4"
      actions={shared.buttons}
      form={form.sends(
        (values) => ({ course: course.id, ...values, minutes: Number(values.minutes) }),
        onDone,
      )}
      busy={form.busy}
      error={form.failure}
      submit="Save"
      onClose={onClose}
    >
      <NameFields input={form.input} />
    </FormDialog>
  );
}

export function RemoveOwnCourseDialog({ course, onClose, onDone }: DialogProps) {
  const client = useQueryClient();
  const remove = useChange(packageContract.removePackage, {
    after: () => refresh(client),
    done: () => tell('The course is removed.'),
    failed: () => null,
  });
  return (
    <ConfirmDialog
      opened
      title="Remove this course?"
      confirmLabel="Remove course"
      danger
      busy={remove.isPending}
      error={remove.error ? packageMessageOf(remove.error) : undefined}
      onConfirm={() => remove.mutate({ course: course.id }, { onSuccess: onDone })}
      onCancel={onClose}
    >
      <strong>
        <bdi>{course.title}</bdi>
      </strong>{' '}
      and its files are removed, and no one can open it any more. What people finished stays on record. To
      bring it back, upload the package again.
    </ConfirmDialog>
  );
}
