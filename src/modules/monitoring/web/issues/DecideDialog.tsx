import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { addDays, pacificDay } from '#platform/days.ts';
import { useChangeForm } from '#platform/web/useChangeForm.ts';
import { DateField } from '#ui/form/DateField.tsx';
import { FormDialog } from '#ui/form/FormDialog.tsx';
import type { DecisionWire } from '../../issueEntities.ts';
import { acceptedDaysMost } from '../../rules.ts';
import { useDecideIssues } from '../changes.ts';
import classes from '../Dialogs.module.css';
import { messageOf } from '../messages.ts';
import { visibleText } from './visibleText.ts';

export type Decide = { kind: DecisionWire['kind']; issues: readonly { findingId: string; title: string }[] };

type DecideDialogProps = Decide & { targetId: string; onDone: () => void; onClose: () => void };

const usualDays = 90;

const words = {
  accepted: {
    title: 'Accept this risk',
    explains:
      'The issue is not counted until the day you choose, even if scans find it again. Then it reopens. Reports list it under accepted risks, and it still fails a PCI pre-check.',
    reason: 'Why is this acceptable?',
    example: 'For example: the page goes offline in June, and only staff can reach it until then.',
    save: 'Accept risk',
  },
  'false-positive': {
    title: 'Mark as a false alarm',
    explains:
      'The issue is not counted in later scans. If a scan finds it to be more severe, it comes up for a second look. Reports show that you marked it.',
    reason: 'Why is this not an issue?',
    example: 'For example: the text only looks like a key; it is the public name of our map.',
    save: 'Mark as false alarm',
  },
} as const;

/** Asks why, and until when, before issues are set aside. */
export function DecideDialog({ kind, issues, targetId, onDone, onClose }: DecideDialogProps) {
  const [today] = useState(() => pacificDay(new Date()));
  const form = useChangeForm(useDecideIssues(), {
    start: { reason: '', until: addDays(today, usualDays) as string },
    rules: {
      reason: (reason) => reason.trim().length < 3 && 'Please say why.',
      until: (until) => kind === 'accepted' && !until && 'Please choose a date.',
    },
    refusals: { 'until-not-valid': 'until' },
    messageOf,
  });
  const text = words[kind];
  return (
    <FormDialog
      title={text.title}
      size={520}
      className="stack gap-5"
      actions={classes.actions}
      form={form.sends(
        ({ reason, until }) => ({
          targetId,
          findingIds: issues.map(({ findingId }) => findingId),
          decision: kind,
          reason,
          ...(kind === 'accepted' ? { until } : {}),
        }),
        onDone,
      )}
      busy={form.busy}
      error={form.failure}
      submit={text.save}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        <strong>{issues.length === 1 ? visibleText(issues[0]!.title) : `${issues.length} issues`}</strong>
      </p>
      <p className="text-body leading-5.5 text-dimmed">{text.explains}</p>
      <Textarea
        label={text.reason}
        description={text.example}
        required
        data-autofocus
        rows={4}
        resize="vertical"
        maxLength={1000}
        {...form.input('reason')}
      />
      {kind === 'accepted' && (
        <DateField
          label="Accepted until"
          description="At most one year; the issue is open again the day after."
          required
          min={today}
          max={addDays(today, acceptedDaysMost)}
          {...form.input('until')}
        />
      )}
    </FormDialog>
  );
}
