import { Modal } from '@mantine/core';
import { call } from '#platform/web/call.ts';
import { logKey, queryClient } from '#platform/web/query.ts';
import { formModal } from '#ui/form/FormDialog.tsx';
import { toast } from '#ui/notice/toast.ts';
import { securityContract } from '../../securityContract.ts';
import { reloadSecurity, useSecondFactorPolicy } from './queries.ts';
import { StepUp } from './StepUp.tsx';

type Props = {
  admin: { cognitoId: string; firstName: string; lastName: string; email: string };
  onClose: () => void;
  /** Brings the list of administrators up to date. */
  onReset: () => Promise<unknown>;
};

/** Asks an administrator to prove to be themself, and lets another of the organisation in by password again. */
export function ResetSecondFactorDialog({ admin, onClose, onReset }: Props) {
  const policy = useSecondFactorPolicy();
  const name = `${admin.firstName} ${admin.lastName}`.trim() || admin.email;
  return (
    <Modal {...formModal(false, onClose)} title={`Reset the second factor of ${name}?`} size={520}>
      <StepUp
        danger
        confirmLabel="Reset second factor"
        onCancel={onClose}
        onProved={async (tokens) => {
          await call(securityContract.resetSecondFactor, { ...tokens, cognitoId: admin.cognitoId });
          toast.success('Second factor successfully reset.');
          onClose();
          await Promise.all([
            reloadSecurity(),
            onReset(),
            queryClient.invalidateQueries({ queryKey: logKey }),
          ]);
        }}
      >
        <p>
          For someone who lost the phone and the recovery codes. Make sure first, by voice or in person, that{' '}
          {name} asks for it.
        </p>
        <ul className="bullets mt-3 grid gap-1 wrap-anywhere">
          <li>The authenticator app and the recovery codes stop working.</li>
          <li>{name} is signed out everywhere at once, and signs in with only the password.</li>
          <li>
            {policy.data?.required
              ? 'Your organization asks for a second factor, so a new one is set up before anything else.'
              : 'A new second factor can be set up under Settings, Your Details.'}
          </li>
          <li>An email to {admin.email} says that it was you, and so does the activity log.</li>
        </ul>
      </StepUp>
    </Modal>
  );
}
