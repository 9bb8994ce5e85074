import { Button, Textarea, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react';
import { call, isFault } from '#platform/web/call.ts';
import { logError } from '#platform/web/logError.ts';
import { FormError } from '#ui/form/FormError.tsx';
import type { PublicPolicy } from '../../entities.ts';
import { policyLinksContract } from '../../signOffContract.ts';
import { deadLink, isRefusal, messageOf } from './messages.ts';

export type Answer = { decision: 'approve' | 'return'; name: string };

type ApprovalFormProps = {
  token: string;
  policy: PublicPolicy;
  /** Places of the text that wait for a value; with any it can only be returned. */
  blanks: number;
  onAnswered: (answer: Answer) => void;
  /** The text, or the link, is not what it was. */
  onStale: () => void;
};

type DecisionsProps = {
  returning: boolean;
  busy: Answer['decision'] | null;
  blocked: boolean;
  returnButton: RefObject<HTMLButtonElement | null>;
  onReturning: (returning: boolean) => void;
};

const Decisions = ({ returning, busy, blocked, returnButton, onReturning }: DecisionsProps) => (
  <div className="grid gap-2">
    {returning ? (
      <>
        <Button type="submit" size="md" loading={busy === 'return'}>
          Send back
        </Button>
        <Button variant="subtle" size="md" disabled={busy !== null} onClick={() => onReturning(false)}>
          Cancel
        </Button>
      </>
    ) : (
      <>
        <Button type="submit" size="md" loading={busy === 'approve'} disabled={blocked}>
          Approve
        </Button>
        <Button
          ref={returnButton}
          variant="default"
          size="md"
          disabled={busy !== null}
          onClick={() => onReturning(true)}
        >
          Return with comment
        </Button>
      </>
    )}
  </div>
);

/** Name and decision; the link takes one answer. */
export function ApprovalForm({ token, policy, blanks, onAnswered, onStale }: ApprovalFormProps) {
  const [name, setName] = useState('');
  const [comment, setComment] = useState('');
  const [returning, setReturning] = useState(false);
  const [faults, setFaults] = useState<{ name?: string; comment?: string }>({});
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState<Answer['decision'] | null>(null);
  const running = useRef(false);
  const nameField = useRef<HTMLInputElement>(null);
  const commentField = useRef<HTMLTextAreaElement>(null);
  const returnButton = useRef<HTMLButtonElement>(null);
  const shown = useRef(false);
  useEffect(() => {
    // the field stands in the place of the button that was pressed, and the other way round
    if (shown.current !== returning) (returning ? commentField : returnButton).current?.focus();
    shown.current = returning;
  }, [returning]);

  const send = async (decision: Answer['decision']) => {
    if (running.current) return;
    const given = { name: name.trim(), comment: decision === 'return' ? comment.trim() : '' };
    const wrong = {
      ...(given.name === '' ? { name: 'Please enter your full name.' } : {}),
      ...(decision === 'return' && given.comment === '' ? { comment: 'Please say what should change.' } : {}),
    };
    setFaults(wrong);
    setError(null);
    if (wrong.comment) commentField.current?.focus();
    else if (wrong.name) nameField.current?.focus();
    if (wrong.name || wrong.comment) return;
    running.current = true;
    setBusy(decision);
    try {
      await call(policyLinksContract.answerApproval, {
        token,
        decision,
        ...given,
        textHash: policy.textHash,
      });
      onAnswered({ decision, name: given.name });
      return;
    } catch (failure) {
      setError(messageOf(failure));
      if (deadLink(failure) || isRefusal(failure, 'text-changed')) onStale();
      if (isFault(failure)) void logError(failure, { endpoint: '/policy/approvalLink/answer' });
    }
    running.current = false;
    setBusy(null);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(returning ? 'return' : 'approve');
  };
  return (
    <form className="card stack gap-4 p-5" noValidate onSubmit={submit} aria-label="Your answer">
      <h2 className="text-title">Your answer</h2>
      {blanks > 0 && (
        <p className={`border-warning px-3 py-2.5 text-warning rounded bg-warning`}>
          {blanks === 1 ? 'One place is' : `${blanks} places are`} still empty in this draft, marked in the
          text. It can be returned, not approved.
        </p>
      )}
      <FormError>{error}</FormError>
      {returning && (
        <Textarea
          ref={commentField}
          label="What should change?"
          required
          rows={6}
          maxLength={2000}
          value={comment}
          error={faults.comment}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
      )}
      <TextInput
        ref={nameField}
        label="Your full name"
        description={returning ? undefined : 'It will appear below the policy, with the date.'}
        required
        autoComplete="name"
        maxLength={120}
        value={name}
        error={faults.name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Decisions
        returning={returning}
        busy={busy}
        blocked={blanks > 0}
        returnButton={returnButton}
        onReturning={setReturning}
      />
      <p className="text-small leading-5 text-dimmed text-pretty">
        Your name, the time and your internet address are kept as evidence. The link works for one answer.
      </p>
    </form>
  );
}
