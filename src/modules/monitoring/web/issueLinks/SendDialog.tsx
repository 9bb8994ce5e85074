import { Button, Modal, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { CallError } from '#platform/web/call.ts';
import { CopyButton } from '#ui/text/CopyButton.tsx';
import { formModal } from '#ui/form/FormDialog.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { issueLinkDays } from '../../rules.ts';
import classes from '../Dialogs.module.css';
import { useMakeIssueLink } from './issueLinkChanges.ts';
import { messageOf } from '../messages.ts';

type SendDialogProps = { targetId: string; findingId: string; onClose: () => void };

/** Emails one issue to a developer, or makes a link to copy. */
export function SendDialog({ targetId, findingId, onClose }: SendDialogProps) {
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [address, setAddress] = useState<string | null>(null);
  const make = useMakeIssueLink();
  const busy = make.isPending;
  const failed = (error: unknown) => {
    if (error instanceof CallError && error.code === 'invalid')
      setProblem('Please enter a valid email address.');
  };

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (!email.includes('@')) return setProblem('Please enter a valid email address.');
    make.mutate({ targetId, findingId, email: email.trim() }, { onSuccess: onClose, onError: failed });
  };
  const makeLink = () =>
    make.mutate({ targetId, findingId }, { onSuccess: ({ link }) => setAddress(link.address) });

  return (
    <Modal {...formModal(busy, onClose)} title="Send to my developer" size={520}>
      {address === null ? (
        <form onSubmit={send} noValidate className="stack gap-5">
          <FormError>{make.error && problem === null ? messageOf(make.error) : null}</FormError>
          <p className="text-body leading-5.5 text-dimmed">
            Your developer sees this issue with its proof and fix, without an account, for {issueLinkDays}{' '}
            days. When they report it as fixed, we check it again.
          </p>
          <TextInput
            label="Developer's email address"
            type="email"
            autoComplete="off"
            data-autofocus
            maxLength={254}
            value={email}
            error={problem}
            onChange={(event) => {
              setEmail(event.currentTarget.value);
              setProblem(null);
            }}
          />
          <div className={classes.actions}>
            <Button variant="default" disabled={busy} onClick={makeLink}>
              Copy a link instead
            </Button>
            <Button type="submit" loading={busy}>
              Send email
            </Button>
          </div>
        </form>
      ) : (
        <div className="stack gap-5">
          <p className="text-body leading-5.5 text-dimmed">
            Anyone with this link can see the issue for {issueLinkDays} days. Send it only to the person who
            fixes it. You can withdraw it at any time.
          </p>
          <TextInput
            label="Link"
            readOnly
            data-autofocus
            value={address}
            onFocus={(event) => event.currentTarget.select()}
          />
          <div className={classes.actions}>
            <Button variant="default" onClick={onClose}>
              Done
            </Button>
            <CopyButton withLabel value={address} label="Copy link" />
          </div>
        </div>
      )}
    </Modal>
  );
}
