import { Button } from '@mantine/core';
import IconDeviceDesktop from '@tabler/icons-react/dist/esm/icons/IconDeviceDesktop.mjs';
import IconDeviceMobile from '@tabler/icons-react/dist/esm/icons/IconDeviceMobile.mjs';
import IconDeviceTablet from '@tabler/icons-react/dist/esm/icons/IconDeviceTablet.mjs';
import IconHeadset from '@tabler/icons-react/dist/esm/icons/IconHeadset.mjs';
import IconWorld from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs';
import { useState } from 'react';
import { shownTime } from '#platform/dates.ts';
import { call } from '#platform/web/call.ts';
import { ConfirmDialog } from '#ui/form/ConfirmDialog.tsx';
import { ErrorState } from '#ui/page/ErrorState.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import { StatusPill } from '#ui/badge/StatusPill.tsx';
import { toast } from '#ui/notice/toast.ts';
import { securityContract, type OwnSession } from '../../securityContract.ts';
import { reloadSecurity, useOwnSessions } from './queries.ts';
import classes from './Security.module.css';
import { securityMessage } from './securityMessages.ts';

const icons = {
  computer: IconDeviceDesktop,
  phone: IconDeviceMobile,
  tablet: IconDeviceTablet,
  other: IconWorld,
};

/** Where the person is signed in, with a way to end each. */
export function OwnSessionsPanel() {
  const sessions = useOwnSessions();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState<string | null>(null);
  const [error, setError] = useState<string | undefined>();
  if (sessions.isPending) return <SkeletonPanel lines={4} height={240} label="Loading your sessions" />;

  const end = async (id: string) => {
    setBusy(id);
    try {
      await call(securityContract.endOwnSession, { id });
      toast.success('Signed out there.');
    } catch (failure) {
      toast.danger(securityMessage(failure));
    }
    await reloadSecurity();
    setBusy(null);
  };
  const endOthers = async () => {
    setBusy('all');
    setError(undefined);
    try {
      await call(securityContract.endOtherSessions, {});
      toast.success('You are signed out everywhere else.');
      setAsking(false);
      await reloadSecurity();
    } catch (failure) {
      setError(securityMessage(failure));
    }
    setBusy(null);
  };
  const others = sessions.data?.some((one) => !one.current);
  return (
    <Panel
      title="Where you are signed in"
      description="Sign out any device that you do not recognize, then change your password."
      actions={
        others && (
          <Button variant="default" onClick={() => setAsking(true)}>
            Sign out everywhere else
          </Button>
        )
      }
    >
      {sessions.isError ? (
        <ErrorState
          level={3}
          title="Your sessions could not be loaded"
          retrying={sessions.isFetching}
          onRetry={() => void sessions.refetch()}
        >
          {securityMessage(sessions.error)}
        </ErrorState>
      ) : (
        <ul className={classes.rows} aria-label="Your sessions">
          {sessions.data.map((one) => (
            <SessionRow key={one.id} session={one} busy={busy === one.id} onEnd={() => void end(one.id)} />
          ))}
        </ul>
      )}
      <ConfirmDialog
        opened={asking}
        title="Sign out everywhere else?"
        confirmLabel="Sign out everywhere else"
        busy={busy === 'all'}
        error={error}
        onConfirm={() => void endOthers()}
        onCancel={() => setAsking(false)}
      >
        Every other browser and device has to sign in again. You stay signed in here.
      </ConfirmDialog>
    </Panel>
  );
}

function SessionRow({ session, busy, onEnd }: { session: OwnSession; busy: boolean; onEnd: () => void }) {
  const { device, kind, address, sameAddress, signedIn, lastActive, current, strong, staffName } = session;
  const Icon = staffName ? IconHeadset : icons[kind];
  const name = staffName ? `Support: ${staffName}` : device;
  return (
    <li className={classes.row}>
      <span className={classes.mark}>
        <Icon size={22} stroke={1.5} aria-hidden />
      </span>
      <div className={classes.rowWords}>
        <p className="row flex-wrap gap-1 gap-x-2 font-semibold wrap-anywhere">
          {name} {current && <StatusPill tone="accent">This one</StatusPill>}{' '}
          {strong && <StatusPill tone="success">Second factor</StatusPill>}
        </p>
        <p className="text-dimmed wrap-anywhere">
          {address || 'Address not known'}
          {sameAddress && !current && ', the same network as here'}
        </p>
        <p className="text-small leading-5 text-dimmed">
          Signed in <time dateTime={signedIn}>{shownTime(signedIn)}</time>
          {!current && (
            <>
              {' '}
              · last active <time dateTime={lastActive}>{shownTime(lastActive)}</time>
            </>
          )}
        </p>
      </div>
      {!current && (
        <Button variant="default" loading={busy} onClick={onEnd} aria-label={`Sign out ${name}, ${address}`}>
          Sign out
        </Button>
      )}
    </li>
  );
}
