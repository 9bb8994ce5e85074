import { Button, Modal, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { shownDay } from '#platform/dates.ts';
import { call } from '#platform/web/call.ts';
import { queryClient } from '#platform/web/query.ts';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Panel } from '#ui/Panel.tsx';
import { SkeletonPanel } from '#ui/SkeletonPanel.tsx';
import { StatusPill } from '#ui/StatusPill.tsx';
import { toast } from '#ui/toast.ts';
import { staffClosingContract } from '../closingContract.ts';
import { reasonLength, reasonProblem } from '../rules.ts';
import { messageOf } from './messages.ts';
import classes from './Staff.module.css';

const keyOf = (orgId: string) => [staffClosingContract.staffClosing.path, orgId];

/** Closing the account of an organization on its request, and taking that back. */
export function ClosingPanel({ orgId, companyName }: { orgId: string; companyName: string }) {
  const [asking, setAsking] = useState(false);
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: keyOf(orgId),
    queryFn: async ({ signal }) =>
      (await call(staffClosingContract.staffClosing, { orgId }, { signal })).data,
  });
  if (isPending) return <SkeletonPanel lines={2} height={140} label="Loading how the account stands" />;
  if (!data)
    return (
      <Panel title="Account">
        <ErrorState
          level={3}
          title="This could not be loaded"
          retrying={isFetching}
          onRetry={() => void refetch()}
        >
          {messageOf(error)}
        </ErrorState>
      </Panel>
    );
  const { closing } = data;
  return (
    <Panel
      title="Account"
      actions={
        <Button variant="default" {...(closing ? {} : { color: 'red' })} onClick={() => setAsking(true)}>
          {closing ? 'Keep the account' : 'Close the account'}
        </Button>
      }
    >
      {closing ? (
        <div className={classes.person}>
          <span>
            <StatusPill tone="warning">Closing</StatusPill> Everything is erased on {shownDay(closing.dueAt)}.
          </span>
          <span className={classes.dimmed}>
            Asked for on {shownDay(closing.begunAt)} by {closing.begunBy}
            {closing.byStaff ? ' (staff)' : ''}
            {closing.reason ? `: ${closing.reason}` : ''}
          </span>
        </div>
      ) : (
        <p className={classes.dimmed}>
          At the customer's request, everything of the organization is erased after 14 days. Administrators
          get an email and can keep the account until then.
        </p>
      )}
      {asking && (
        <ReasonDialog
          orgId={orgId}
          companyName={companyName}
          closes={!closing}
          onClose={() => setAsking(false)}
        />
      )}
    </Panel>
  );
}

function ReasonDialog({
  orgId,
  companyName,
  closes,
  onClose,
}: {
  orgId: string;
  companyName: string;
  closes: boolean;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const problem = reasonProblem(reason);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (problem || (closes && !typed.trim())) return;
    setBusy(true);
    setFailure('');
    try {
      const given = { orgId, reason: reason.trim() };
      if (closes) await call(staffClosingContract.staffCloseAccount, { ...given, companyName: typed });
      else await call(staffClosingContract.staffKeepAccount, given);
      await queryClient.invalidateQueries({ queryKey: keyOf(orgId) });
      toast.success(
        closes
          ? `The account of ${companyName} is being closed.`
          : `The account of ${companyName} stays open.`,
      );
      onClose();
    } catch (error) {
      setFailure(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <Modal
      opened
      onClose={() => !busy && onClose()}
      title={closes ? `Close the account of ${companyName}?` : `Keep the account of ${companyName}?`}
      size={520}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Dismiss' }}
    >
      <form onSubmit={(event) => void send(event)} noValidate>
        <ul className={`${classes.terms} bullets grid gap-2 rounded bg-hover`}>
          {closes ? (
            <>
              <li>
                After 14 days everything is erased, including the accounts of its administrators. No one can
                bring it back.
              </li>
              <li>
                Every administrator gets an email now, with your name and your reason, and a reminder three
                days before.
              </li>
              <li>A paid plan is canceled at the billing provider.</li>
            </>
          ) : (
            <li>
              Nothing is erased. A plan that closing canceled continues, and every administrator gets an
              email.
            </li>
          )}
          <li>The desk log and the activity log of the organization say that it was you.</li>
        </ul>
        {closes && (
          <TextInput
            label={`Type ${companyName} to confirm`}
            value={typed}
            maxLength={1000}
            autoComplete="off"
            data-autofocus
            onChange={(event) => setTyped(event.currentTarget.value)}
            error={tried && !typed.trim() ? 'Type the name as it is shown.' : null}
            mb={16}
          />
        )}
        <Textarea
          label="Reason"
          description="The customer can read it. A ticket number helps."
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={tried ? problem : null}
          maxLength={reasonLength.max}
          rows={3}
          required
        />
        {failure && (
          <p className="text-danger mt-3" role="alert">
            {failure}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-3 mt-6">
          <Button variant="default" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" color={closes ? 'red' : undefined} loading={busy}>
            {closes ? 'Close the account' : 'Keep the account'}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
