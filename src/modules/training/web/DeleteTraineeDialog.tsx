import { Button, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Trainee } from '../entities.ts';
import { useDeleteTrainee } from './changes.ts';
import { messageOf } from './messages.ts';
import classes from './Training.module.css';
import { nameOf } from './words.ts';

const word = 'delete';

/** What cannot be undone is typed once. */
export function DeleteTraineeDialog({
  person,
  onClose,
  onDone,
}: {
  person: Trainee;
  onClose: () => void;
  onDone: () => void;
}) {
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  const remove = useDeleteTrainee();
  const agrees = typed.trim().toLowerCase() === word;
  return (
    <Modal
      opened
      onClose={remove.isPending ? () => {} : onClose}
      title="Delete this person's training?"
      size={480}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': 'Dismiss' }}
    >
      <form
        noValidate
        className="stack gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (agrees && !remove.isPending) remove.mutate({ trainee: person.id }, { onSuccess: onDone });
        }}
      >
        <p>
          <strong>
            <bdi>{nameOf(person)}</bdi>
          </strong>{' '}
          is taken out of training with every course, score and certificate, and this cannot be undone. To
          free the seat and keep the record, archive the person instead.
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
          value={typed}
          error={tried && !agrees ? `Please type the word ${word}.` : undefined}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {remove.error !== null && (
          <div
            className={`${classes.failure} border-danger text-danger wrap-anywhere rounded bg-danger`}
            role="alert"
          >
            {messageOf(remove.error)}
          </div>
        )}
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose} disabled={remove.isPending}>
            Cancel
          </Button>
          <Button type="submit" color="red" loading={remove.isPending}>
            Delete for good
          </Button>
        </div>
      </form>
    </Modal>
  );
}
