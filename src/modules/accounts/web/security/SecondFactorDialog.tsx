import { Modal } from '@mantine/core';
import { useState } from 'react';
import { call } from '#platform/web/call.ts';
import { toast } from '#ui/notice/toast.ts';
import { securityContract } from '../../securityContract.ts';
import { AnotherPhone } from './AnotherPhone.tsx';
import { reloadSecurity, renewSession } from './queries.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { SecondFactorSetUp } from './SecondFactorSetUp.tsx';
import { StepUp } from './StepUp.tsx';

export type SecondFactorAct = 'on' | 'off' | 'codes' | 'phone';
export type SecondFactorDialogProps = { what: SecondFactorAct; onClose: () => void };

const titles = {
  on: 'Set up a second factor',
  off: 'Switch off the second factor',
  codes: 'New recovery codes',
  phone: 'Use another phone',
};

/** Learns what changed; that it could not be learnt changes nothing. */
const learn = () => Promise.all([renewSession(), reloadSecurity()]).catch(() => {});

/** Switches the second factor on or off, moves it to another phone, or makes new recovery codes; each asks for the password again. */
export function SecondFactorDialog({ what, onClose }: SecondFactorDialogProps) {
  const [codes, setCodes] = useState<string[] | null>(null);
  const [locked, setLocked] = useState(false);
  const done = (message: string) => {
    toast.success(message);
    void learn();
    onClose();
  };
  const close = () => {
    if (!locked) onClose();
  };
  return (
    <Modal
      opened
      onClose={close}
      title={titles[what]}
      size={560}
      closeOnClickOutside={false}
      closeOnEscape={!locked}
      withCloseButton={!locked}
    >
      {what === 'on' && (
        <SecondFactorSetUp
          onCodes={() => setLocked(true)}
          onDone={() => done('Your second factor is on.')}
          doneLabel="I have kept them"
          onCancel={onClose}
        />
      )}
      {what === 'phone' && (
        <AnotherPhone onDone={() => done('Your codes come from the other phone now.')} onCancel={onClose} />
      )}
      {what === 'off' && (
        <StepUp
          danger
          confirmLabel="Switch off"
          onCancel={onClose}
          onProved={async (tokens) => {
            await call(securityContract.switchSecondFactorOff, tokens);
            done('Your second factor is off.');
          }}
        >
          <p>
            You will sign in with only your password, and your recovery codes will stop working. You will be
            signed out everywhere else.
          </p>
        </StepUp>
      )}
      {what === 'codes' && !codes && (
        <StepUp
          confirmLabel="Make new codes"
          onCancel={onClose}
          onProved={async (tokens) => {
            const { data } = await call(securityContract.renewRecoveryCodes, tokens);
            setLocked(true);
            setCodes(data.recoveryCodes);
          }}
        >
          <p>You get ten new codes. The ones you have now stop working.</p>
        </StepUp>
      )}
      {what === 'codes' && codes && (
        <RecoveryCodes
          codes={codes}
          doneLabel="I have kept them"
          onDone={() => done('You have ten new recovery codes.')}
        />
      )}
    </Modal>
  );
}
