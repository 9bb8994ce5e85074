import { Button, Modal, Textarea, TextInput } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { FormError } from '#ui/FormError.tsx';
import type { RatingsData } from '../entities.ts';
import { useDisown, useRequestReport, useSelectors } from './changes.ts';
import { messageOf } from './messages.ts';
import { OwnershipDialog } from './OwnershipDialog.tsx';
import classes from './Ratings.module.css';

export type RatingsDialog =
  | { kind: 'ownership' }
  | { kind: 'selectors' }
  | { kind: 'disown'; asset: string }
  | { kind: 'detailed' };
export type ShowDialog = (dialog: RatingsDialog, opener: HTMLElement | null) => void;

/** The dialogs of all three tabs. */
export function RatingsDialogs({
  open,
  data,
  onClose,
}: {
  open: RatingsDialog | null;
  data: RatingsData | null;
  onClose: () => void;
}): ReactNode {
  if (!open) return null;
  switch (open.kind) {
    case 'ownership':
      return <OwnershipDialog onClose={onClose} />;
    case 'selectors':
      return <SelectorsDialog known={data?.dkimSelectors ?? []} onClose={onClose} />;
    case 'disown':
      return <DisownDialog asset={open.asset} onClose={onClose} />;
    case 'detailed':
      return <DetailedDialog onClose={onClose} />;
  }
}

type FormDialogProps = {
  title: string;
  submit: string;
  busy: boolean;
  error: ReactNode;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
};

function FormDialog({ title, submit, busy, error, onSubmit, onClose, children }: FormDialogProps) {
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) onSubmit();
  };
  return (
    <Modal
      opened
      onClose={busy ? () => {} : onClose}
      title={title}
      size={520}
      returnFocus={false}
      closeOnClickOutside={false}
    >
      <form onSubmit={send} noValidate className={`${classes.form} grid gap-4`}>
        <FormError>{error}</FormError>
        {children}
        <div className={`${classes.actions} mt-2`}>
          <Button variant="default" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            {submit}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

const reasonMost = 500;

function DisownDialog({ asset, onClose }: { asset: string; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const disown = useDisown();
  const submit = () => {
    const words = reason.trim();
    const found =
      words.length < 3
        ? 'Please say in a few words why.'
        : words.length > reasonMost
          ? `Please use at most ${reasonMost} characters.`
          : null;
    setProblem(found);
    if (!found) disown.mutate({ asset, reason }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={`Leave out ${asset}?`}
      submit="Leave out"
      busy={disown.isPending}
      error={disown.error ? messageOf(disown.error) : null}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        Its findings stop counting at once. The reason is kept, can be seen by your colleagues and our
        experts, and you can take it back at any time.
      </p>
      <Textarea
        label="Why is it not yours?"
        placeholder="Sold with the shop in May; it belongs to the new owner."
        required
        data-autofocus
        rows={3}
        value={reason}
        error={problem}
        onChange={(event) => {
          setReason(event.currentTarget.value);
          setProblem(null);
        }}
      />
    </FormDialog>
  );
}

const selector = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/;
const mostSelectors = 20;

function SelectorsDialog({ known, onClose }: { known: readonly string[]; onClose: () => void }) {
  const [text, setText] = useState(known.join(', '));
  const [problem, setProblem] = useState<string | null>(null);
  const save = useSelectors();
  const submit = () => {
    const selectors = [...new Set(text.split(/[\s,;]+/).filter(Boolean))];
    const odd = selectors.find((one) => !selector.test(one));
    const found = odd
      ? `“${odd}” cannot be the name of a key. Use letters, digits, dots, and hyphens.`
      : selectors.length > mostSelectors
        ? `Please enter at most ${mostSelectors} names.`
        : null;
    setProblem(found);
    if (!found) save.mutate({ selectors }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title="Names of email signing keys"
      submit="Save"
      busy={save.isPending}
      error={save.error ? messageOf(save.error) : null}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        Signing keys (DKIM) can be found only by name. We always check the usual names. Yours follows “s=” in
        the header of an email that you sent.
      </p>
      <TextInput
        label="Names, with commas between them"
        placeholder="selector1, mail2026"
        data-autofocus
        autoComplete="off"
        value={text}
        error={problem}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setProblem(null);
        }}
      />
    </FormDialog>
  );
}

const noteMost = 2000;

function DetailedDialog({ onClose }: { onClose: () => void }) {
  const [note, setNote] = useState('');
  const request = useRequestReport();
  const tooLong = note.trim().length > noteMost;
  return (
    <FormDialog
      title="Request a Detailed Report"
      submit="Request"
      busy={request.isPending}
      error={request.error ? messageOf(request.error) : null}
      onSubmit={() => {
        if (!tooLong) request.mutate({ note }, { onSuccess: onClose });
      }}
      onClose={onClose}
    >
      <p>
        An expert goes through every finding with your company in mind and writes what to do, and in which
        order. It arrives as a Cyber Concierge message, usually within two business days.
      </p>
      <Textarea
        label="Is there anything you want to know in particular?"
        description="Optional. Please never send passwords or codes."
        data-autofocus
        rows={4}
        value={note}
        error={tooLong ? `Please use at most ${noteMost} characters.` : null}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
