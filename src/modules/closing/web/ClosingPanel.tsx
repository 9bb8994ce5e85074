import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { shownDay } from '#platform/dates.ts';
import { useSession } from '#platform/web/query.ts';
import { ErrorState } from '#ui/page/ErrorState.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import type { Closing } from '../contract.ts';
import { closingDays } from '../rules.ts';
import classes from './Closing.module.css';
import { CloseDialog, type CloseDialogProps } from './CloseDialog.tsx';
import { messageOf } from './messages.ts';
import { useClosing, useKeepAccount } from './queries.ts';

/** Closing the account of the company, and changing one's mind. */
export function ClosingPanel({ StepUp }: Pick<CloseDialogProps, 'StepUp'>) {
  const closing = useClosing();
  if (closing.isPending)
    return <SkeletonPanel lines={3} height={180} label="Loading how the account stands" />;
  return (
    <Panel
      title="Close the account"
      description={`Ends everything for your organization, with ${closingDays} days to change your mind.`}
    >
      {closing.isError ? (
        <ErrorState
          level={3}
          title="This could not be loaded"
          retrying={closing.isFetching}
          onRetry={() => void closing.refetch()}
        >
          {messageOf(closing.error)}
        </ErrorState>
      ) : closing.data.closing ? (
        <UnderWay closing={closing.data.closing} />
      ) : (
        <Open {...closing.data} StepUp={StepUp} />
      )}
    </Panel>
  );
}

function UnderWay({ closing }: { closing: Closing }) {
  const keep = useKeepAccount();
  const { isZeguroServiceSession } = useSession();
  return (
    <div className={`${classes.notice} border-warning grid justify-items-start gap-3 rounded bg-warning p-4`}>
      <p>
        <strong>Everything is erased on {shownDay(closing.dueAt)}.</strong> {closing.begunBy}
        {closing.byStaff ? ' of our support team' : ''} closed the account on {shownDay(closing.begunAt)}.
        Until then everything works as before, and any administrator can keep the account.
      </p>
      {closing.reason && <p className="text-dimmed">Reason: {closing.reason}</p>}
      {isZeguroServiceSession ? (
        <p className="text-dimmed">
          In a support session the account cannot be kept. Use the page of this organization at the staff
          desk.
        </p>
      ) : (
        <Button loading={keep.isPending} onClick={() => keep.mutate({})}>
          Keep the account
        </Button>
      )}
    </div>
  );
}

type OpenProps = Pick<CloseDialogProps, 'companyName' | 'planName' | 'administrators' | 'StepUp'>;

function Open(props: OpenProps) {
  const [asking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { isZeguroServiceSession } = useSession();
  const close = () => {
    setAsking(false);
    setTimeout(() => button.current?.focus(), 0);
  };
  return (
    <div className={`measure-68 grid gap-4`}>
      <p className="text-dimmed">
        After {closingDays} days we erase your scans, ratings, policies, training, conversations, files, and
        the accounts of all administrators. Export everything first if you may need it later.
      </p>
      <div>
        <Button
          ref={button}
          color="red"
          variant="outline"
          disabled={isZeguroServiceSession}
          onClick={() => setAsking(true)}
        >
          Close the account
        </Button>
      </div>
      {isZeguroServiceSession && (
        <p className="text-dimmed">Only an administrator of the organization can close the account.</p>
      )}
      {asking && <CloseDialog {...props} onClose={close} />}
    </div>
  );
}
