import { useChangeForm } from '#platform/web/useChangeForm.ts';
import { FormDialog } from '#ui/form/FormDialog.tsx';
import { reasonProblem } from '../../rules.ts';
import { messageOf } from '../messages.ts';
import { Failure, deskModal, ReasonField } from '../ReasonField.tsx';
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
  const form = useChangeForm(useDecideSender(), {
    start: { reason: '' },
    rules: { reason: reasonProblem },
    follows: true,
    messageOf,
  });
  return (
    <FormDialog
      title={stop ? 'Stop email to others' : 'Allow email to others'}
      size={520}
      modal={{ opened, ...deskModal }}
      actions="flex flex-wrap justify-end gap-3 mt-6"
      form={form.sends(({ reason }) => ({ orgId, stop, reason: reason.trim() }), onClose)}
      busy={form.busy}
      submit={stop ? 'Stop email' : 'Allow email'}
      danger={stop}
      onClose={onClose}
    >
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
              {companyName} can send email again, within its daily limit. Email that was withheld is not sent
              automatically.
            </li>
            <li>Reports so far no longer count. Recipients who reported still get nothing.</li>
          </>
        )}
        <li>The desk log and the activity log of the organization say who decided, and why.</li>
      </ul>
      <ReasonField
        description="The customer can read it."
        rows={4}
        data-autofocus
        {...form.input('reason')}
      />
      <Failure>{form.failure}</Failure>
    </FormDialog>
  );
}
