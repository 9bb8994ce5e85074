import { Modal, NativeSelect, Radio, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { DialogForm, formModal } from '#ui/form/FormDialog.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import { NoteField } from './NoteField.tsx';
import { useApprovers, type Approver } from '../queries.ts';
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

type Person = { name: string; email: string };

function OutsideFields({
  person,
  faults,
  onChange,
}: {
  person: Person;
  faults: { name: string | null; email: string | null } | null;
  onChange: (person: Person) => void;
}) {
  return (
    <>
      <TextInput
        label="Name"
        required
        maxLength={120}
        autoComplete="off"
        value={person.name}
        error={faults?.name}
        onChange={(event) => onChange({ ...person, name: event.currentTarget.value })}
      />
      <TextInput
        label="Email"
        type="email"
        required
        maxLength={254}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={person.email}
        error={faults?.email}
        onChange={(event) => onChange({ ...person, email: event.currentTarget.value })}
      />
    </>
  );
}

/** Who can be asked, and whom the author asked last. */
function askable(approvers: Approver[] | undefined, last: NotifyDialogProps['last']) {
  const isLast = (one: { email: string }) => one.email.toLowerCase() === last?.email.toLowerCase();
  const lastOutside =
    last && approvers && !approvers.some(isLast) ? { name: last.approver, email: last.email } : null;
  return { others: approvers?.filter((one) => !one.you) ?? [], isLast, lastOutside };
}

type FormProps = Omit<NotifyDialogProps, 'missing' | 'onMissing'> & { approvers: Approver[] | undefined };

/** Another administrator, or a person without an account. */
function NotifyForm({
  name,
  version,
  note: before,
  last,
  busy,
  error,
  onSend,
  onClose,
  approvers,
}: FormProps) {
  const { others, isLast, lastOutside } = askable(approvers, last);
  const [picked, setPicked] = useState<string | null>(null);
  const kind = picked ?? (others.length > 0 && !lastOutside ? 'admin' : 'outside');
  const [email, setEmail] = useState('');
  const [typed, setTyped] = useState<Person | null>(null);
  const outside = typed ?? lastOutside ?? { name: '', email: '' };
  const [note, setNote] = useState(before);
  const [tried, setTried] = useState(false);
  const isAdmin = kind === 'admin';
  const chosen = others.find((one) => one.email === email) ?? others.find(isLast) ?? others[0];
  const faults = {
    name: outside.name.trim() === '' ? 'Please enter a name.' : null,
    email: emailPattern.test(outside.email.trim()) ? null : 'Please enter a valid email address.',
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (busy || (!isAdmin && (faults.name ?? faults.email))) return;
    const asked = isAdmin ? chosen : outside;
    if (asked) onSend({ approver: asked.name.trim(), approverEmail: asked.email.trim(), note: note.trim() });
  };
  return (
    <DialogForm
      form={{ onSubmit: submit }}
      busy={busy}
      error={error}
      submit="Send"
      disabled={isAdmin && !chosen}
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
      <Radio.Group label="Who decides?" value={kind} onChange={setPicked}>
        <div className="grid gap-2.5 mt-2">
          <Radio
            value="admin"
            label="An administrator of this portal"
            description={approvers && others.length === 0 ? 'There is no other one yet.' : undefined}
            disabled={others.length === 0}
          />
          <Radio
            value="outside"
            label="Someone without an account"
            description="Such as the owner, or a lawyer."
          />
        </div>
      </Radio.Group>
      {isAdmin ? (
        <NativeSelect
          label="Administrator"
          value={chosen?.email ?? ''}
          onChange={(event) => setEmail(event.currentTarget.value)}
          data={others.map((one) => ({ value: one.email, label: `${one.name} (${one.email})` }))}
        />
      ) : (
        <OutsideFields person={outside} faults={tried ? faults : null} onChange={setTyped} />
      )}
      <NoteField
        version={version}
        description="The approver reads it with the draft. Optional."
        note={note}
        onNote={setNote}
      />
      <p className={classes.quiet}>
        The link works once and for 14 days. Saving the draft again cancels the link, so that no one approves
        a text that has changed.
      </p>
    </DialogForm>
  );
}

/** Asks a person to read a draft and decide. */
export function NotifyDialog({ missing, onMissing, ...form }: NotifyDialogProps) {
  const approvers = useApprovers();
  return (
    <Modal {...formModal(form.busy, form.onClose)} title="Notify approver" size={560}>
      {missing.length > 0 ? (
        <MissingValues missing={missing} onMissing={onMissing} />
      ) : approvers.isPending ? (
        // who can be asked decides how the form begins
        <SkeletonPanel bare lines={5} height={360} label="Loading administrators" />
      ) : (
        <NotifyForm {...form} approvers={approvers.data} />
      )}
    </Modal>
  );
}
