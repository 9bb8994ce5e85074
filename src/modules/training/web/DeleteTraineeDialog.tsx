import { TextInput } from '@mantine/core';
import { useChangeForm } from '#platform/web/useChangeForm.ts';
import { FormDialog } from '#ui/form/FormDialog.tsx';
import type { Trainee } from '../entities.ts';
import { useDeleteTrainee } from './changes.ts';
import { messageOf } from './messages.ts';
import classes from './Training.module.css';
import { nameOf } from './words.ts';

const word = 'delete';

export function DeleteTraineeDialog({
  person,
  onClose,
  onDone,
}: {
  person: Trainee;
  onClose: () => void;
  onDone: () => void;
}) {
  const form = useChangeForm(useDeleteTrainee(), {
    start: { typed: '' },
    rules: { typed: (typed) => typed.trim().toLowerCase() !== word && `Please type the word ${word}.` },
    follows: true,
    messageOf,
  });
  return (
    <FormDialog
      title="Delete this person's training?"
      size={480}
      modal={{ closeOnClickOutside: true, closeButtonProps: { 'aria-label': 'Dismiss' } }}
      className="stack gap-4"
      actions={classes.buttons}
      form={form.sends(() => ({ trainee: person.id }), onDone)}
      busy={form.busy}
      submit="Delete for good"
      danger
      onClose={onClose}
    >
      <p>
        <strong>
          <bdi>{nameOf(person)}</bdi>
        </strong>{' '}
        is taken out of training with every course, score and certificate, and this cannot be undone. To free
        the seat and keep the record, archive the person instead.
      </p>
      <TextInput
        data-autofocus
        label={
          <>
            Type <strong>{word}</strong> to confirm
          </>
        }
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.input('typed')}
      />
      {form.failure !== null && (
        <div
          className={`${classes.failure} border-danger text-danger wrap-anywhere rounded bg-danger`}
          role="alert"
        >
          {form.failure}
        </div>
      )}
    </FormDialog>
  );
}
