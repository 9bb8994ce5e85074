import { Button, Modal, Textarea } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { reasonLength, reasonProblem } from '../../rules.ts';
import { messageOf } from '../messages.ts';
import classes from '../Staff.module.css';
import { useDecideSender } from './queries.ts';

type DecideDialogProps = {
  orgId: string;
  companyName: string;
  stop: boolean;
  opened: boolean;
  onClose: () => void;
};

/** Asks why, says what follows, and stops or allows a sender. */
export function DecideDialog({ orgId, companyName, stop, opened, onClose }: DecideDialogProps) {
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const decide = useDecideSender();
  const problem = reasonProblem(reason);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!problem && !decide.isPending)
      decide.mutate({ orgId, stop, reason: reason.trim() }, { onSuccess: onClose });
  };
  return (
    <Modal
      opened={opened}
      onClose={decide.isPending ? () => {} : onClose}
      title={stop ? 'Stop email to others' : 'Allow email to others'}
      size={520}
      closeButtonProps={{ 'aria-label': 'Dismiss' }}
    >
      <form onSubmit={submit} noValidate>
        <ul className={`${classes.terms} bullets grid gap-2 rounded bg-hover`}>
          {stop ? (
            <>
              <li>
                {companyName} can send no email to people other than its administrators. Email that is queued
                now is not sent.
              </li>
              <li>Administrators still get their own email, and codes and password links still go out.</li>
            </>
          ) : (
            <>
              <li>
                {companyName} can send email again, within its daily limit. Email that was withheld is not
                sent automatically.
              </li>
              <li>Reports so far no longer count. Recipients who reported still get nothing.</li>
            </>
          )}
          <li>The desk log and the activity log of the organization say who decided, and why.</li>
        </ul>
        <Textarea
          label="Reason"
          description="The customer can read it."
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={tried ? problem : null}
          maxLength={reasonLength.max}
          rows={4}
          required
          data-autofocus
        />
        {decide.isError && (
          <p className="text-danger mt-3" role="alert">
            {messageOf(decide.error)}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-3 mt-6">
          <Button variant="default" onClick={onClose} disabled={decide.isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={decide.isPending} {...(stop ? { color: 'red' } : {})}>
            {stop ? 'Stop email' : 'Allow email'}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
