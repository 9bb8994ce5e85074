import { Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useChangeForm } from '#platform/web/useChangeForm.ts';
import { FormDialog } from '#ui/form/FormDialog.tsx';
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

const look = { size: 520, className: `${classes.form} grid gap-4`, actions: `${classes.actions} mt-2` };

const reasonMost = 500;

function DisownDialog({ asset, onClose }: { asset: string; onClose: () => void }) {
  const form = useChangeForm(useDisown(), {
    start: { reason: '' },
    rules: {
      reason: (reason) =>
        reason.trim().length < 3
          ? 'Please say in a few words why.'
          : reason.trim().length > reasonMost && `Please use at most ${reasonMost} characters.`,
    },
    messageOf,
  });
  return (
    <FormDialog
      {...look}
      title={`Leave out ${asset}?`}
      submit="Leave out"
      busy={form.busy}
      error={form.failure}
      form={form.sends(({ reason }) => ({ asset, reason }), onClose)}
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
        {...form.input('reason')}
      />
    </FormDialog>
  );
}

const selector = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/;
const mostSelectors = 20;

const selectorsOf = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter(Boolean))];

function selectorsProblem(text: string): string | null {
  const selectors = selectorsOf(text);
  const odd = selectors.find((one) => !selector.test(one));
  if (odd) return `“${odd}” cannot be the name of a key. Use letters, digits, dots, and hyphens.`;
  return selectors.length > mostSelectors ? `Please enter at most ${mostSelectors} names.` : null;
}

function SelectorsDialog({ known, onClose }: { known: readonly string[]; onClose: () => void }) {
  const form = useChangeForm(useSelectors(), {
    start: { text: known.join(', ') },
    rules: { text: selectorsProblem },
    messageOf,
  });
  return (
    <FormDialog
      {...look}
      title="Names of email signing keys"
      submit="Save"
      busy={form.busy}
      error={form.failure}
      form={form.sends(({ text }) => ({ selectors: selectorsOf(text) }), onClose)}
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
        {...form.input('text')}
      />
    </FormDialog>
  );
}

const noteMost = 2000;

function DetailedDialog({ onClose }: { onClose: () => void }) {
  const form = useChangeForm(useRequestReport(), { start: { note: '' }, messageOf });
  const tooLong = form.values.note.trim().length > noteMost;
  return (
    <FormDialog
      {...look}
      title="Request a Detailed Report"
      submit="Request"
      busy={form.busy}
      error={form.failure}
      form={form.sends((body) => (tooLong ? null : body), onClose)}
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
        {...form.input('note')}
        error={tooLong && `Please use at most ${noteMost} characters.`}
      />
    </FormDialog>
  );
}
