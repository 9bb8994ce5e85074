import { useMutation } from '@tanstack/react-query';
import { useNavigate, useOutletContext } from 'react-router';
import type { InputOf } from '#platform/endpoint.ts';
import type { SessionState } from '#platform/web/boot.ts';
import { call, CallError } from '#platform/web/call.ts';
import { setSession } from '#platform/web/query.ts';
import { useChangeForm } from '#platform/web/useChangeForm.ts';
import { FormDialog } from '#ui/form/FormDialog.tsx';
import { staffContract, type StaffAdministrator } from '../contract.ts';
import { staffPaths } from '../paths.ts';
import { reasonProblem, supportSessionSeconds } from '../rules.ts';
import { messageOf } from './messages.ts';
import { Failure, deskModal, ReasonField } from './ReasonField.tsx';
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
  const begin = useMutation({
    mutationFn: (body: InputOf<typeof staffContract.beginSupportSession>) =>
      call(staffContract.beginSupportSession, body),
    // the guards lead on from here
    onSuccess: (session) => (outlet?.takeSession ?? setSession)(session),
    onError: (error) => {
      if (error instanceof CallError && error.code === 'second-factor-needed')
        void navigate(staffPaths.secondFactor);
    },
  });
  const form = useChangeForm(begin, {
    start: { reason: '' },
    rules: { reason: reasonProblem },
    follows: true,
    messageOf,
  });
  const name = administrator
    ? `${administrator.firstName} ${administrator.lastName}`.trim() || administrator.email
    : '';
  return (
    <FormDialog
      title={`Act as ${name}`}
      size={520}
      modal={{
        opened: administrator !== null,
        ...deskModal,
        closeOnClickOutside: !form.busy,
        closeOnEscape: !form.busy,
      }}
      actions="flex flex-wrap justify-end gap-3 mt-6"
      form={form.sends(
        ({ reason }) => administrator && { orgId, cognitoId: administrator.cognitoId, reason: reason.trim() },
      )}
      busy={form.busy}
      submit="Start support session"
      onClose={() => {
        form.forget();
        onClose();
      }}
    >
      <ul className={`${classes.terms} bullets grid gap-2 rounded bg-hover`}>
        <li>
          You see and change what {name} of {companyName} sees and changes, for {supportSessionSeconds / 60}{' '}
          minutes at most.
        </li>
        <li>Every administrator gets an email with your name and your reason.</li>
        <li>Their activity log shows every change as yours.</li>
        <li>Your staff session ends. Sign in again when you are done.</li>
      </ul>
      <ReasonField
        description="The customer can read it. A ticket number helps."
        rows={4}
        data-autofocus
        {...form.input('reason')}
      />
      <Failure>{form.failure}</Failure>
    </FormDialog>
  );
}
