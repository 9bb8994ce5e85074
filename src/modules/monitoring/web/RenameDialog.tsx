import { Button, Modal, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { FormError } from '#ui/FormError.tsx';
import { isNameTaken, nameProblem, websiteNameMax } from '../rules.ts';
import { useRenameWebsite } from './changes.ts';
import classes from './Dialogs.module.css';
import { isRefusal, messageOf, wording } from './messages.ts';
import type { ShowWebsite, Target } from './queries.ts';

type RenameDialogProps = { target: Target; takenNames: string[]; onClose: () => void; onShow: ShowWebsite };

export function RenameDialog({ target, takenNames, onClose, onShow }: RenameDialogProps) {
  const [name, setName] = useState(target.targetName);
  const [problem, setProblem] = useState<string | null>(null);
  const rename = useRenameWebsite(onShow);
  const busy = rename.isPending;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = nameProblem(name) ?? (isNameTaken(name, takenNames) ? wording.nameTaken : null);
    setProblem(found);
    if (found || busy) return;
    if (name.trim() === target.targetName) return onClose();
    rename.mutate(
      { zeguroTargetId: target.targetId, appName: name },
      {
        onSuccess: onClose,
        onError: (error) => {
          if (isRefusal(error, 'name-taken')) setProblem(wording.nameTaken);
        },
      },
    );
  };

  return (
    <Modal
      opened
      onClose={busy ? () => {} : onClose}
      title="Edit Website Name"
      size={480}
      returnFocus={false}
      closeOnClickOutside={false}
    >
      <form onSubmit={submit} noValidate className="stack gap-5">
        <FormError>
          {rename.error && !isRefusal(rename.error, 'name-taken') ? messageOf(rename.error) : null}
        </FormError>
        <TextInput
          label="Website name"
          required
          data-autofocus
          autoComplete="off"
          // one more than allowed can be typed, so that nobody loses the end of a name unseen
          maxLength={websiteNameMax * 2}
          value={name}
          error={problem}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setProblem(null);
          }}
        />
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            Save
          </Button>
        </div>
      </form>
    </Modal>
  );
}
