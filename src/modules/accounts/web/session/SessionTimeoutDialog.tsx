import '#ui/styles/styles-app.css';
import { Button, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { Countdown } from '#ui/text/Countdown.tsx';

export type SessionTimeoutDialogProps = {
  /** Epoch milliseconds. */
  endsAt: number;
  /** The last attempt to go on did not reach the portal. */
  trouble: boolean;
  /** The session cannot be made longer. */
  longest: boolean;
  onContinue: () => Promise<void>;
  onSignOut: () => Promise<void>;
};

/** Warns that the session is about to end (platform.md 4). */
export function SessionTimeoutDialog({
  endsAt,
  trouble,
  longest,
  onContinue,
  onSignOut,
}: SessionTimeoutDialogProps) {
  const [busy, setBusy] = useState<'continue' | 'sign-out' | null>(null);
  const [hidden, setHidden] = useState(false);
  const run = async (what: 'continue' | 'sign-out', work: () => Promise<void>) => {
    setBusy(what);
    await work();
    setBusy(null);
  };
  return (
    <Modal
      opened={!(longest && hidden)}
      onClose={() => {}}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      title="Session Timeout"
      zIndex={400}
    >
      <div className="stack gap-5">
        <Text>
          {longest
            ? 'You have been signed in for a long time. For your safety you will be asked to sign in again in'
            : 'You have been inactive for a while. For your safety you will be signed out in'}{' '}
          <strong>
            <Countdown until={endsAt} format="minutes" />
          </strong>
          .{longest && ' Save your work before then.'}
        </Text>
        {trouble && (
          <Text c="red" role="alert">
            The portal cannot be reached. Check your internet connection and try again.
          </Text>
        )}
        <div className="row flex-wrap justify-end gap-4">
          <Button
            variant="default"
            loading={busy === 'sign-out'}
            disabled={busy !== null}
            onClick={() => void run('sign-out', onSignOut)}
          >
            Sign Out
          </Button>
          <Button
            data-autofocus
            loading={busy === 'continue'}
            disabled={busy !== null}
            onClick={() => (longest ? setHidden(true) : void run('continue', onContinue))}
          >
            Continue Working
          </Button>
        </div>
      </div>
    </Modal>
  );
}
