import { Switch } from '@mantine/core';
import { useState } from 'react';
import { shownDay } from '#platform/dates.ts';
import { call } from '#platform/web/call.ts';
import { useSession } from '#platform/web/query.ts';
import { ConfirmDialog } from '#ui/form/ConfirmDialog.tsx';
import { ErrorState } from '#ui/page/ErrorState.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import { StatusPill } from '#ui/badge/StatusPill.tsx';
import { toast } from '#ui/notice/toast.ts';
import { securityContract, type AdminFactor } from '../../securityContract.ts';
import { reloadSecurity, useSecondFactorPolicy } from './queries.ts';
import classes from './Security.module.css';
import { securityMessage } from './securityMessages.ts';

const label = 'Every administrator needs a second factor';

/** What the organisation demands of its administrators' sign-in, and who has it already. */
export function SecondFactorPolicyPanel() {
  const policy = useSecondFactorPolicy();
  if (policy.isPending)
    return <SkeletonPanel lines={4} height={240} label="Loading sign-in of administrators" />;
  return (
    <Panel
      title="Sign-in of administrators"
      description="Multi-factor authentication keeps attackers out even if they learn a password."
    >
      {policy.isError ? (
        <ErrorState
          level={3}
          title="This could not be loaded"
          retrying={policy.isFetching}
          onRetry={() => void policy.refetch()}
        >
          {securityMessage(policy.error)}
        </ErrorState>
      ) : (
        <Policy {...policy.data} />
      )}
    </Panel>
  );
}

function Policy({ required, admins }: { required: boolean; admins: AdminFactor[] }) {
  const { cognitoId, isZeguroServiceSession } = useSession();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | undefined>();
  const self = admins.find((one) => one.cognitoId === cognitoId);
  const without = admins.filter((one) => one.since === null);
  const mayDemand = required || self?.since !== null;
  const change = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await call(securityContract.setSecondFactorPolicy, { required: !required });
      await reloadSecurity();
      toast.success(
        required
          ? 'A second factor is up to each administrator again.'
          : 'Every administrator now needs a second factor.',
      );
      setAsking(false);
    } catch (failure) {
      setError(securityMessage(failure));
    }
    setBusy(false);
  };
  return (
    <div className={classes.rows}>
      <Switch
        label={<span className="font-semibold">{label}</span>}
        description={
          isZeguroServiceSession
            ? 'Only an administrator of the organization can change this.'
            : mayDemand
              ? 'Administrators without one set it up on their next page or sign-in, before anything else.'
              : 'Set up your own second factor first, under Your Details.'
        }
        checked={required}
        disabled={!mayDemand || isZeguroServiceSession}
        onChange={() => {
          setError(undefined);
          setAsking(true);
        }}
      />
      <ul className="grid border-t" aria-label="Administrators and their second factor">
        {admins.map((one) => (
          <li
            key={one.cognitoId}
            className={`${classes.person} row flex-wrap justify-between gap-2 gap-x-4 border-b`}
          >
            <span className="grid min-w-0 wrap-anywhere">
              {one.name || one.email}
              {one.name && <span className="text-small leading-5 text-dimmed">{one.email}</span>}
            </span>
            {one.since ? (
              <StatusPill tone="success">On since {shownDay(one.since)}</StatusPill>
            ) : (
              <StatusPill tone={required ? 'warning' : 'neutral'}>Not set up</StatusPill>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        opened={asking}
        title={
          required ? 'No longer ask for a second factor?' : 'Ask every administrator for a second factor?'
        }
        confirmLabel={required ? 'No longer ask' : 'Ask everyone'}
        busy={busy}
        error={error}
        onConfirm={() => void change()}
        onCancel={() => setAsking(false)}
      >
        {required
          ? 'Administrators may then switch their second factor off. Those who have one keep it until they do.'
          : without.length === 0
            ? 'Everyone has one already. From now on no one can switch theirs off, and new administrators set one up first.'
            : `${listed(without)} ${without.length === 1 ? 'has' : 'have'} none yet and will set one up before seeing anything else. No one can switch theirs off from then on.`}
      </ConfirmDialog>
    </div>
  );
}

/** Up to three names, and how many more. */
function listed(people: readonly AdminFactor[]): string {
  const names = people.slice(0, 3).map((one) => one.name || one.email);
  const more = people.length - names.length;
  if (more > 0) return `${names.join(', ')} and ${more} more`;
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
