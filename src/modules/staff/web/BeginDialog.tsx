import { Button, Modal, Textarea } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useNavigate, useOutletContext } from 'react-router';
import type { SessionState } from '#platform/web/boot.ts';
import { call, CallError } from '#platform/web/call.ts';
import { setSession } from '#platform/web/query.ts';
import { staffContract, type StaffAdministrator } from '../contract.ts';
import { staffPaths } from '../paths.ts';
import { reasonLength, reasonProblem, supportSessionSeconds } from '../rules.ts';
import { messageOf } from './messages.ts';
import classes from './Staff.module.css';

/** How the shell hears that somebody else is signed in now, so that other tabs agree. */
type StaffOutlet = { takeSession: (session: SessionState) => void } | null;

export type BeginDialogProps = {
  orgId: string;
  companyName: string;
  /** Who is to be acted for; null while nobody is chosen. */
  administrator: StaffAdministrator | null;
  onClose: () => void;
};

/** Asks why, says what follows, and begins a support session. */
export function BeginDialog({ orgId, companyName, administrator, onClose }: BeginDialogProps) {
  const navigate = useNavigate();
  const outlet = useOutletContext<StaffOutlet>();
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const name = administrator
    ? `${administrator.firstName} ${administrator.lastName}`.trim() || administrator.email
    : '';
  const problem = reasonProblem(reason);

  const close = () => {
    if (busy) return;
    setFailure('');
    setTried(false);
    onClose();
  };
  const begin = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (problem || !administrator) return;
    setBusy(true);
    setFailure('');
    try {
      const session = await call(staffContract.beginSupportSession, {
        orgId,
        cognitoId: administrator.cognitoId,
        reason: reason.trim(),
      });
      // the guards lead on from here
      (outlet?.takeSession ?? setSession)(session);
    } catch (error) {
      if (error instanceof CallError && error.code === 'second-factor-needed')
        void navigate(staffPaths.secondFactor);
      else setFailure(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <Modal
      opened={administrator !== null}
      onClose={close}
      title={`Act as ${name}`}
      size={520}
      closeOnClickOutside={!busy}
      closeOnEscape={!busy}
      closeButtonProps={{ 'aria-label': 'Dismiss' }}
    >
      <form onSubmit={(event) => void begin(event)} noValidate>
        <ul className={`${classes.terms} bullets grid gap-2 rounded bg-hover`}>
          <li>
            You see and change what {name} of {companyName} sees and changes, for {supportSessionSeconds / 60}{' '}
            minutes at most.
          </li>
          <li>Every administrator gets an email with your name and your reason.</li>
          <li>Their activity log shows every change as yours.</li>
          <li>Your staff session ends. Sign in again when you are done.</li>
        </ul>
        <Textarea
          label="Reason"
          description="The customer can read it. A ticket number helps."
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={tried ? problem : null}
          maxLength={reasonLength.max}
          rows={4}
          required
          data-autofocus
        />
        {failure && (
          <p className="text-danger mt-3" role="alert">
            {failure}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-3 mt-6">
          <Button variant="default" onClick={close} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            Start support session
          </Button>
        </div>
      </form>
    </Modal>
  );
}
