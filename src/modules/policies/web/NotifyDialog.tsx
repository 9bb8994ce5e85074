import { Modal, NativeSelect, Radio, Textarea, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { DialogForm, formModal } from '#ui/FormDialog.tsx';
import { SkeletonPanel } from '#ui/SkeletonPanel.tsx';
import { useApprovers } from './queries.ts';
import classes from './Dialogs.module.css';
import { MissingValues, type Missing } from './MissingValues.tsx';

export type Notification = { approver: string; approverEmail: string; note: string };

type NotifyDialogProps = {
  name: string;
  version: number;
  note: string;
  /** Who was asked last. */
  last: { approver: string; email: string } | null;
  missing: Missing[];
  onMissing: (key: string) => void;
  busy: boolean;
  error: string | null;
  onSend: (notification: Notification) => void;
  onClose: () => void;
};

const emailPattern = /^[^\s@<>"]+@[^\s@<>".]+(\.[^\s@<>".]+)+$/;

/** Asks somebody to read a draft and decide: another administrator, or somebody without an account. */
export function NotifyDialog(props: NotifyDialogProps) {
  const { name, version, note: before, last, missing, onMissing, busy, error, onSend, onClose } = props;
  const approvers = useApprovers();
  const others = approvers.data?.filter((one) => !one.you) ?? [];
  const [kind, setKind] = useState<'admin' | 'outside' | null>(null);
  const [email, setEmail] = useState('');
  const [typed, setTyped] = useState<{ name: string; email: string } | null>(null);
  const [note, setNote] = useState(before);
  const [tried, setTried] = useState(false);
  const isLast = (one: { email: string }) => one.email.toLowerCase() === last?.email.toLowerCase();
  const lastOutside =
    last && approvers.data && !approvers.data.some(isLast)
      ? { name: last.approver, email: last.email }
      : null;
  const outside = typed ?? lastOutside ?? { name: '', email: '' };
  const shown = kind ?? (others.length > 0 && !lastOutside ? 'admin' : 'outside');
  const chosen = others.find((one) => one.email === email) ?? others.find(isLast) ?? others[0];
  const nameFault = outside.name.trim() === '' ? 'Please enter a name.' : null;
  const emailFault = emailPattern.test(outside.email.trim()) ? null : 'Please enter a valid email address.';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (busy) return;
    if (shown === 'admin' && chosen)
      onSend({ approver: chosen.name, approverEmail: chosen.email, note: note.trim() });
    if (shown === 'outside' && !nameFault && !emailFault)
      onSend({ approver: outside.name.trim(), approverEmail: outside.email.trim(), note: note.trim() });
  };
  return (
    <Modal {...formModal(busy, onClose)} title="Notify approver" size={560}>
      {missing.length > 0 ? (
        <MissingValues missing={missing} onMissing={onMissing} />
      ) : approvers.isPending ? (
        // who can be asked decides how the form begins
        <SkeletonPanel bare lines={5} height={360} label="Loading administrators" />
      ) : (
        <DialogForm
          form={{ onSubmit: submit }}
          busy={busy}
          error={error}
          submit="Send"
          disabled={shown === 'admin' && !chosen}
          onClose={onClose}
          className="stack gap-5"
          actions={classes.actions}
        >
          <p>
            They get an email with{' '}
            <strong>
              <bdi>{name}</bdi>
            </strong>
            , version {version}, and approve it or return it with a comment.
          </p>
          <Radio.Group
            label="Who decides?"
            value={shown}
            onChange={(next) => setKind(next as 'admin' | 'outside')}
          >
            <div className="grid gap-2.5 mt-2">
              <Radio
                value="admin"
                label="An administrator of this portal"
                description={approvers.data && others.length === 0 ? 'There is no other one yet.' : undefined}
                disabled={others.length === 0}
              />
              <Radio
                value="outside"
                label="Someone without an account"
                description="Such as the owner, or a lawyer."
              />
            </div>
          </Radio.Group>
          {shown === 'admin' ? (
            <NativeSelect
              label="Administrator"
              value={chosen?.email ?? ''}
              onChange={(event) => setEmail(event.currentTarget.value)}
              data={others.map((one) => ({ value: one.email, label: `${one.name} (${one.email})` }))}
            />
          ) : (
            <>
              <TextInput
                label="Name"
                required
                maxLength={120}
                autoComplete="off"
                value={outside.name}
                error={tried ? nameFault : null}
                onChange={(event) => setTyped({ ...outside, name: event.currentTarget.value })}
              />
              <TextInput
                label="Email"
                type="email"
                required
                maxLength={254}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                value={outside.email}
                error={tried ? emailFault : null}
                onChange={(event) => setTyped({ ...outside, email: event.currentTarget.value })}
              />
            </>
          )}
          <Textarea
            label={version > 1 ? 'What changed' : 'Note'}
            description="The approver reads it with the draft. Optional."
            autosize
            minRows={2}
            maxRows={6}
            maxLength={1000}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <p className={classes.quiet}>
            The link works once and for 14 days. Saving the draft again cancels the link, so that no one
            approves a text that has changed.
          </p>
        </DialogForm>
      )}
    </Modal>
  );
}
