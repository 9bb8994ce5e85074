import { Checkbox, Modal, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { DialogForm, formModal } from '#ui/form/FormDialog.tsx';
import { KeyValueList } from '#ui/page/KeyValueList.tsx';
import { useApprovers } from '../queries.ts';
import classes from './Dialogs.module.css';
import { NoteField } from './NoteField.tsx';
import { MissingValues, type Missing } from './MissingValues.tsx';

export type Approval = { approver?: string; note: string; material: boolean };

type ApproveDialogProps = {
  name: string;
  /** The version that it becomes. */
  version: number;
  /** The author's note so far. */
  note: string;
  /** Required values that are still empty. */
  missing: Missing[];
  onMissing: (key: string) => void;
  busy: boolean;
  error: string | null;
  onApprove: (approval: Approval) => void;
  onClose: () => void;
};

/** Puts a version in force: says what will be frozen, by whom and with what reason. */
export function ApproveDialog({
  name,
  version,
  note: before,
  missing,
  onMissing,
  busy,
  error,
  onApprove,
  onClose,
}: ApproveDialogProps) {
  const approvers = useApprovers();
  const you = approvers.data?.find((one) => one.you)?.name ?? '';
  const [approver, setApprover] = useState<string | null>(null);
  const [note, setNote] = useState(before);
  const [material, setMaterial] = useState(false);
  const shown = approver ?? you;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || missing.length > 0) return;
    const given = shown.trim();
    onApprove({ ...(given && given !== you ? { approver: given } : {}), note: note.trim(), material });
  };
  return (
    <Modal {...formModal(busy, onClose)} title="Approve policy" size={560}>
      {missing.length > 0 ? (
        <MissingValues missing={missing} onMissing={onMissing} />
      ) : (
        <DialogForm
          form={{ onSubmit: submit }}
          busy={busy}
          error={error}
          submit="Approve"
          onClose={onClose}
          className="stack gap-5"
          actions={classes.actions}
        >
          <p>
            From now on{' '}
            <strong>
              <bdi>{name}</bdi>
            </strong>
            , version {version}, holds for everyone it applies to.
          </p>
          <TextInput
            label="Approved by"
            description="The person who decides. Keep your own name if that is you; otherwise yours is recorded beside theirs."
            data-autofocus
            maxLength={120}
            autoComplete="off"
            value={shown}
            onChange={(event) => setApprover(event.currentTarget.value)}
          />
          <NoteField
            version={version}
            description="Kept in the history for later questions. Optional."
            note={note}
            onNote={setNote}
          />
          {version > 1 && (
            <Checkbox
              label="Material change: ask people to sign again"
              description="Tick this if the rules for people changed. Leave it empty for spelling and names."
              checked={material}
              onChange={(event) => setMaterial(event.currentTarget.checked)}
            />
          )}
          <div className="grid gap-2 border rounded bg-canvas p-4">
            <h3 className="text-body leading-5">What is frozen with your approval</h3>
            <KeyValueList
              items={[
                { key: 'text', label: 'Text', value: 'Word for word as it stands now, with all values' },
                { key: 'who', label: 'Approver', value: 'Name, and the account and address that approved' },
                { key: 'when', label: 'Date', value: 'Today; the review is counted from it' },
                {
                  key: 'hash',
                  label: 'Fingerprint',
                  value: 'A SHA-256 of the text, which shows any later change',
                },
              ]}
            />
            {version > 1 && (
              <p className={classes.quiet}>
                The version now in force moves to the history and stays readable.
              </p>
            )}
          </div>
        </DialogForm>
      )}
    </Modal>
  );
}
