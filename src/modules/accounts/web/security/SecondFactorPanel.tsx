import { Button } from '@mantine/core';
import IconShieldCheck from '@tabler/icons-react/dist/esm/icons/IconShieldCheck.mjs';
import IconShieldOff from '@tabler/icons-react/dist/esm/icons/IconShieldOff.mjs';
import { lazy, Suspense, useState } from 'react';
import { shownDay } from '#platform/dates.ts';
import { ErrorState } from '#ui/page/ErrorState.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import { StatusPill } from '#ui/badge/StatusPill.tsx';
import type { SecondFactor } from '../../securityContract.ts';
import { PasswordRow } from './PasswordRow.tsx';
import { useSecondFactor } from './queries.ts';
import classes from './Security.module.css';
import { securityMessage } from './securityMessages.ts';
import type { SecondFactorAct } from './SecondFactorDialog.tsx';

const SecondFactorDialog = lazy(async () => ({
  default: (await import('./SecondFactorDialog.tsx')).SecondFactorDialog,
}));

const fewCodes = 3;

/** The password, whether signing in takes a code beside it, and what keeps one from being shut out. */
export function SecondFactorPanel() {
  const factor = useSecondFactor();
  const [dialog, setDialog] = useState<SecondFactorAct | null>(null);
  if (factor.isPending) return <SkeletonPanel lines={3} height={200} label="Loading sign-in and security" />;
  return (
    <Panel
      title="Sign-in and security"
      description="Multi-factor authentication keeps attackers out even if they learn your password."
    >
      <div className={classes.rows}>
        <PasswordRow />
        {factor.isError ? (
          <ErrorState
            level={3}
            title="This could not be loaded"
            retrying={factor.isFetching}
            onRetry={() => void factor.refetch()}
          >
            {securityMessage(factor.error)}
          </ErrorState>
        ) : factor.data.on ? (
          <On factor={factor.data} onAsk={setDialog} />
        ) : (
          <Off demanded={factor.data.demanded} onAsk={() => setDialog('on')} />
        )}
      </div>
      {dialog && (
        <Suspense fallback={null}>
          <SecondFactorDialog what={dialog} onClose={() => setDialog(null)} />
        </Suspense>
      )}
    </Panel>
  );
}

function Off({ demanded, onAsk }: { demanded: boolean; onAsk: () => void }) {
  return (
    <div className={classes.row}>
      <span className={classes.mark}>
        <IconShieldOff size={22} stroke={1.5} aria-hidden />
      </span>
      <div className={classes.rowWords}>
        <p className="row flex-wrap gap-1 gap-x-2 font-semibold wrap-anywhere">
          Second factor <StatusPill tone={demanded ? 'warning' : 'neutral'}>Off</StatusPill>
        </p>
        <p className="text-dimmed wrap-anywhere">
          {demanded
            ? 'Your organization asks every administrator for a second factor.'
            : 'You sign in with only your password. Add a six-digit code from an authenticator app; it takes two minutes.'}
        </p>
      </div>
      <Button onClick={onAsk}>Set up</Button>
    </div>
  );
}

function On({ factor, onAsk }: { factor: SecondFactor; onAsk: (what: SecondFactorAct) => void }) {
  const { since, recoveryCodesLeft: left, demanded } = factor;
  return (
    <>
      <div className={classes.row}>
        <span className={classes.mark} data-on>
          <IconShieldCheck size={22} stroke={1.5} aria-hidden />
        </span>
        <div className={classes.rowWords}>
          <p className="row flex-wrap gap-1 gap-x-2 font-semibold wrap-anywhere">
            Second factor <StatusPill tone="success">On</StatusPill>
          </p>
          <p className="text-dimmed wrap-anywhere">
            {since && <>Since {shownDay(since)}. </>}
            {demanded
              ? 'Your organization asks every administrator for one, so it stays on.'
              : 'You sign in with your password and a code from your authenticator app.'}
          </p>
        </div>
        <Button variant="default" onClick={() => onAsk('phone')}>
          Use another phone
        </Button>
        {!demanded && (
          <Button variant="default" onClick={() => onAsk('off')}>
            Switch off
          </Button>
        )}
      </div>
      <div className={classes.row}>
        <span className={`${classes.count} font-semibold tabular-nums`} aria-hidden>
          {left}
        </span>
        <div className={classes.rowWords}>
          <p className="row flex-wrap gap-1 gap-x-2 font-semibold wrap-anywhere">
            Recovery codes{' '}
            {left <= fewCodes && (
              <StatusPill tone="warning">{left === 0 ? 'None left' : 'Few left'}</StatusPill>
            )}
          </p>
          <p className="text-dimmed wrap-anywhere">
            {left === 1 ? 'One code is left' : `${left} codes are left`} for the day your phone is lost. Each
            works once.
          </p>
        </div>
        <Button variant="default" onClick={() => onAsk('codes')}>
          Make new codes
        </Button>
      </div>
    </>
  );
}
