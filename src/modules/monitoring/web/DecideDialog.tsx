import { Button, Modal, Textarea } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { addDays, pacificDay } from '#platform/days.ts';
import { DateField } from '#ui/DateField.tsx';
import { FormError } from '#ui/FormError.tsx';
import type { DecisionWire } from '../issueEntities.ts';
import { acceptedDaysMost } from '../rules.ts';
import { useDecideIssues } from './changes.ts';
import classes from './Dialogs.module.css';
import { isRefusal, messageOf } from './messages.ts';
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
  const [reason, setReason] = useState('');
  const [today] = useState(() => pacificDay(new Date()));
  const [until, setUntil] = useState<string>(() => addDays(today, usualDays));
  const [problem, setProblem] = useState<{ reason?: string; until?: string }>({});
  const decide = useDecideIssues();
  const busy = decide.isPending;
  const text = words[kind];

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = {
      ...(reason.trim().length < 3 ? { reason: 'Please say why.' } : {}),
      ...(kind === 'accepted' && !until ? { until: 'Please choose a date.' } : {}),
    };
    setProblem(found);
    if (found.reason || found.until || busy) return;
    decide.mutate(
      {
        targetId,
        findingIds: issues.map(({ findingId }) => findingId),
        decision: kind,
        reason,
        ...(kind === 'accepted' && until ? { until } : {}),
      },
      {
        onSuccess: onDone,
        onError: (error) => {
          if (isRefusal(error, 'until-not-valid')) setProblem({ until: messageOf(error) });
        },
      },
    );
  };

  return (
    <Modal
      opened
      onClose={busy ? () => {} : onClose}
      title={text.title}
      size={520}
      returnFocus={false}
      closeOnClickOutside={false}
    >
      <form onSubmit={submit} noValidate className="stack gap-5">
        <FormError>
          {decide.error && !isRefusal(decide.error, 'until-not-valid') ? messageOf(decide.error) : null}
        </FormError>
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
          value={reason}
          error={problem.reason}
          onChange={(event) => {
            setReason(event.currentTarget.value);
            setProblem((before) => ({ ...before, reason: undefined }));
          }}
        />
        {kind === 'accepted' && (
          <DateField
            label="Accepted until"
            description="At most one year; the issue is open again the day after."
            required
            min={today}
            max={addDays(today, acceptedDaysMost)}
            value={until}
            error={problem.until}
            onChange={(day) => {
              setUntil(day);
              setProblem((before) => ({ ...before, until: undefined }));
            }}
          />
        )}
        <div className={classes.actions}>
          <Button variant="default" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            {text.save}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
