import { Button, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { toast } from '#ui/notice/toast.ts';
import { useCountdown } from '#ui/text/useCountdown.ts';
import { resendCooldownMs } from '../../rules.ts';
import { reportFailure } from '../userPool/failure.ts';
import { wording } from '../messages.ts';
import { PoolError } from '../userPool/poolError.ts';
import { userPool } from '../userPool/userPool.ts';

/** Sends the confirmation mail again, a minute after the page was opened or the last one was sent (platform.md 2). */
export function ResendButton({
  email,
  onAlreadyConfirmed,
}: {
  email: string;
  onAlreadyConfirmed: () => void;
}) {
  const [since, setSince] = useState(Date.now);
  const [busy, setBusy] = useState(false);
  const left = useCountdown(since + resendCooldownMs);
  const waiting = left > 0;
  const resend = async () => {
    if (waiting || busy) return;
    setBusy(true);
    try {
      await (await userPool()).resendCode(email);
      toast.success(wording.resent);
      setSince(Date.now());
    } catch (error) {
      if (error instanceof PoolError && error.message === 'User is already confirmed.') onAlreadyConfirmed();
      else
        reportFailure(
          error instanceof PoolError && error.code !== 'offline'
            ? new Error(wording.resendFailed, { cause: error })
            : error,
          wording.resendFailed,
        );
    } finally {
      setBusy(false);
    }
  };
  return (
    <Tooltip
      label={`You can resend in ${left} second${left === 1 ? '' : 's'}`}
      disabled={!waiting}
      events={{ hover: true, focus: true, touch: true }}
    >
      <Button
        variant="default"
        loading={busy}
        data-disabled={waiting || undefined}
        aria-disabled={waiting || undefined}
        onClick={() => void resend()}
      >
        Resend Email
      </Button>
    </Tooltip>
  );
}
