import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { shownDay } from '#platform/dates.ts';
import { call } from '#platform/web/call.ts';
import { queryClient } from '#platform/web/query.ts';
import { useChangeForm } from '#platform/web/useChangeForm.ts';
import { useData } from '#platform/web/useData.ts';
import { ErrorState } from '#ui/page/ErrorState.tsx';
import { FormDialog } from '#ui/form/FormDialog.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import { StatusPill } from '#ui/badge/StatusPill.tsx';
import { toast } from '#ui/notice/toast.ts';
import { staffClosingContract } from '../closingContract.ts';
import { reasonProblem } from '../rules.ts';
import { messageOf } from './messages.ts';
import { Failure, deskModal, ReasonField } from './ReasonField.tsx';
import classes from './Staff.module.css';
import { TwoLines } from './TwoLines.tsx';

const keyOf = (orgId: string) => [staffClosingContract.staffClosing.path, orgId];

/** Closing the account of an organization on its request, and taking that back. */
export function ClosingPanel({ orgId, companyName }: { orgId: string; companyName: string }) {
  const [asking, setAsking] = useState(false);
  const { data, error, isPending, isFetching, refetch } = useData(
    keyOf(orgId),
    staffClosingContract.staffClosing,
    { orgId },
  );
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
        <TwoLines
          below={
            <>
              Asked for on {shownDay(closing.begunAt)} by {closing.begunBy}
              {closing.byStaff ? ' (staff)' : ''}
              {closing.reason ? `: ${closing.reason}` : ''}
            </>
          }
        >
          <span>
            <StatusPill tone="warning">Closing</StatusPill> Everything is erased on {shownDay(closing.dueAt)}.
          </span>
        </TwoLines>
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

type ReasonDialogProps = { orgId: string; companyName: string; closes: boolean; onClose: () => void };

function ReasonDialog({ orgId, companyName, closes, onClose }: ReasonDialogProps) {
  const decide = useMutation({
    mutationFn: async ({ typed, reason }: { typed: string; reason: string }) => {
      const given = { orgId, reason: reason.trim() };
      if (closes) await call(staffClosingContract.staffCloseAccount, { ...given, companyName: typed });
      else await call(staffClosingContract.staffKeepAccount, given);
      await queryClient.invalidateQueries({ queryKey: keyOf(orgId) });
    },
  });
  const form = useChangeForm(decide, {
    start: { typed: '', reason: '' },
    rules: {
      typed: (typed) => closes && !typed.trim() && 'Type the name as it is shown.',
      reason: reasonProblem,
    },
    follows: true,
    messageOf,
  });
  const done = () => {
    toast.success(
      closes ? `The account of ${companyName} is being closed.` : `The account of ${companyName} stays open.`,
    );
    onClose();
  };
  return (
    <FormDialog
      title={closes ? `Close the account of ${companyName}?` : `Keep the account of ${companyName}?`}
      size={520}
      modal={{ ...deskModal, closeOnClickOutside: false }}
      actions="flex flex-wrap justify-end gap-3 mt-6"
      form={form.sends((values) => values, done)}
      busy={form.busy}
      submit={closes ? 'Close the account' : 'Keep the account'}
      danger={closes}
      onClose={onClose}
    >
      <ul className={`${classes.terms} bullets grid gap-2 rounded bg-hover`}>
        {closes ? (
          <>
            <li>
              After 14 days everything is erased, including the accounts of its administrators. No one can
              bring it back.
            </li>
            <li>
              Every administrator gets an email now, with your name and your reason, and a reminder three days
              before.
            </li>
            <li>A paid plan is canceled at the billing provider.</li>
          </>
        ) : (
          <li>
            Nothing is erased. A plan that closing canceled continues, and every administrator gets an email.
          </li>
        )}
        <li>The desk log and the activity log of the organization say that it was you.</li>
      </ul>
      {closes && (
        <TextInput
          label={`Type ${companyName} to confirm`}
          maxLength={1000}
          autoComplete="off"
          data-autofocus
          mb={16}
          {...form.input('typed')}
        />
      )}
      <ReasonField
        description="The customer can read it. A ticket number helps."
        rows={3}
        {...form.input('reason')}
      />
      <Failure>{form.failure}</Failure>
    </FormDialog>
  );
}
