import { Button } from '@mantine/core';
import IconHeadset from '@tabler/icons-react/dist/esm/icons/IconHeadset.mjs';
import { useState } from 'react';
import { forgetRedirect } from '#modules/accounts/web/session/redirect.ts';
import { dropSession } from '#modules/accounts/web/session/session.ts';
import { staffContract } from '#modules/staff/contract.ts';
import { clockText } from '#modules/staff/rules.ts';
import { messageOf } from '#modules/staff/web/messages.ts';
import type { SessionState } from '#platform/web/boot.ts';
import { call, CallError } from '#platform/web/call.ts';
import { queryClient, sessionKey } from '#platform/web/query.ts';
import { toast } from '#ui/notice/toast.ts';
import { useCountdown } from '#ui/text/useCountdown.ts';
import '#ui/styles/styles-app.css';
import classes from './SupportNotice.module.css';

export type SupportNoticeProps = {
  support: NonNullable<SessionState['support']>;
  /** Who is acted for; before the profile is loaded only the address is known. */
  person: { firstName: string; lastName: string } | null;
  company: { companyName: string } | null;
  email: string;
};

/** When the session ends, by this computer's clock: the server said how long is left. */
const endOf = (support: SupportNoticeProps['support']): number =>
  (queryClient.getQueryState(sessionKey)?.dataUpdatedAt ?? Date.now()) + support.endsIn * 1000;

/** Ends the support session here and in the other tabs; one that has ended meanwhile is ended. Shows what went wrong. */
async function endSession(): Promise<void> {
  try {
    await call(staffContract.endSupportSession, {});
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 401) {
      toast.danger(messageOf(error));
      return;
    }
  }
  // the page left behind is the customer's
  forgetRedirect();
  dropSession();
  toast.success('The support session has ended. Sign in again to go on as staff.');
}

/** Stays above every page while a member of staff acts as its administrator. */
export function SupportNotice({ support, person, company, email }: SupportNoticeProps) {
  const [busy, setBusy] = useState(false);
  const left = useCountdown(endOf(support));
  const name = person ? `${person.firstName} ${person.lastName}`.trim() : '';
  const end = async () => {
    setBusy(true);
    await endSession();
    setBusy(false);
  };
  return (
    <section
      className={`${classes.notice} sticky row justify-center gap-2 gap-x-3 text-body leading-5`}
      aria-label="Support session"
    >
      <IconHeadset size={20} stroke={1.75} aria-hidden className="flex-none" />
      <p className={`${classes.text} flex min-w-0`}>
        <span className={`${classes.who} truncate min-w-0`}>
          <strong>Support session:</strong> {support.staffName} is acting as <strong>{name || email}</strong>
          {company && (
            <>
              {' '}
              of <strong>{company.companyName}</strong>
            </>
          )}
        </span>
        <span className="flex-none">
          <span className={classes.dot} aria-hidden>
            ·
          </span>{' '}
          ends in{' '}
          <span role="timer" aria-live="off" className="font-semibold tabular-nums">
            {clockText(left)}
          </span>
        </span>
      </p>
      <Button
        size="xs"
        variant="white"
        className={`${classes.end} flex-none`}
        loading={busy}
        onClick={() => void end()}
      >
        End session
      </Button>
    </section>
  );
}
