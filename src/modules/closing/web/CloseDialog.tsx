import { Button, Modal, TextInput } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { shownDay } from '#platform/dates.ts';
import { call, CallError } from '#platform/web/call.ts';
import type { StepUpComponent } from '#platform/web/stepUp.ts';
import { formModal } from '#ui/form/FormDialog.tsx';
import { toast } from '#ui/notice/toast.ts';
import { closingContract } from '../contract.ts';
import { dueFrom, isCompanyName } from '../rules.ts';
import { messageOf } from './messages.ts';
import { reloadClosing } from './queries.ts';

/** Asks for the password once more; the shell brings it from the module of accounts. */

export type CloseDialogProps = {
  companyName: string;
  planName: string | null;
  administrators: number;
  StepUp: StepUpComponent;
  onClose: () => void;
};

/** Says what follows, has the company's name typed, then asks for the password. */
export function CloseDialog({ companyName, planName, administrators, StepUp, onClose }: CloseDialogProps) {
  const [named, setNamed] = useState(false);
  const [dueAt] = useState(() => shownDay(dueFrom(new Date())));
  return (
    <Modal {...formModal(false, onClose)} title="Close the account?" size={560}>
      {named ? (
        <StepUp
          danger
          confirmLabel="Close the account"
          cancelLabel="Back"
          onCancel={() => setNamed(false)}
          onProved={async (tokens) => {
            try {
              await call(closingContract.closeAccount, { companyName, ...tokens });
            } catch (error) {
              // what the step knows no words for is told here
              if (!(error instanceof CallError) || error.code === 'invalid-token' || error.status >= 500)
                throw error;
              toast.danger('The account could not be closed.', { reason: messageOf(error) });
              await reloadClosing();
              return onClose();
            }
            await reloadClosing();
            onClose();
            toast.success(`The account closes on ${dueAt}. Every administrator gets an email.`);
          }}
        >
          <p>
            Everything of <strong>{companyName}</strong> is erased on {dueAt}. Enter your password to go on.
          </p>
        </StepUp>
      ) : (
        <NameForm companyName={companyName} onNamed={() => setNamed(true)} onClose={onClose}>
          <ul className="bullets grid gap-1.5">
            <li>
              On <strong>{dueAt}</strong> we erase everything: scans, ratings, policies and signatures,
              training records, conversations, and files. No one can bring it back.
            </li>
            <li>
              {administrators === 1
                ? 'Your own account goes as well.'
                : `The accounts of ${administrators === 2 ? 'both' : `all ${administrators}`} administrators go as well.`}
            </li>
            {planName && (
              <li>
                The {planName} plan is canceled now, so no further payment is taken. What is paid is not
                refunded.
              </li>
            )}
            <li>
              Until that day everything continues, including scans and training emails. Any administrator can
              keep the account.
            </li>
            <li>Invoices stay with the billing provider for as long as the law requires.</li>
          </ul>
          <p className="rounded bg-accent px-4 py-3">
            Do you need your data later? Choose Cancel and then <strong>Export everything</strong> in the
            panel above.
          </p>
        </NameForm>
      )}
    </Modal>
  );
}

function NameForm({
  companyName,
  onNamed,
  onClose,
  children,
}: {
  companyName: string;
  onNamed: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  const isRight = isCompanyName(typed, companyName);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isRight) onNamed();
  };
  return (
    <form className="grid gap-5" onSubmit={submit} noValidate>
      {children}
      <TextInput
        label={
          <>
            Type <span className="font-semibold wrap-anywhere">{companyName}</span> to confirm
          </>
        }
        value={typed}
        maxLength={1000}
        autoComplete="off"
        data-autofocus
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={
          tried && !isRight ? 'That is not the name of your company. Type it exactly as shown.' : undefined
        }
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" color="red">
          Continue
        </Button>
      </div>
    </form>
  );
}
