import { useRef, useState } from 'react';
import { call } from '#platform/web/call.ts';
import { securityContract } from '../../securityContract.ts';
import type { PoolTokens } from '../userPool/cognitoClient.ts';
import { userPool } from '../userPool/userPool.ts';
import { AppSetUp } from './AppSetUp.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { StepUp } from './StepUp.tsx';
import { useUnusedTokens } from './useUnusedTokens.ts';

type Stage =
  | { at: 'password' }
  | { at: 'app'; tokens: PoolTokens; secret: string }
  | { at: 'codes'; codes: string[] };

export type SecondFactorSetUpProps = {
  /** Recovery codes are about to be shown: nothing may close them by accident. */
  onCodes?: () => void;
  onDone: () => void;
  doneLabel: string;
  onCancel: () => void;
  cancelLabel?: string;
};

/** Password, app, recovery codes: the three steps to a second factor. */
export function SecondFactorSetUp({
  onCodes,
  onDone,
  doneLabel,
  onCancel,
  cancelLabel = 'Cancel',
}: SecondFactorSetUpProps) {
  const [stage, setStage] = useState<Stage>({ at: 'password' });
  const keepUnused = useUnusedTokens();
  // a code proves the app once; what follows it may be tried again
  const verified = useRef(false);

  if (stage.at === 'codes')
    return <RecoveryCodes codes={stage.codes} onDone={onDone} doneLabel={doneLabel} />;
  if (stage.at === 'app')
    return (
      <AppSetUp
        secret={stage.secret}
        confirmLabel="Switch on"
        onCancel={onCancel}
        cancelLabel={cancelLabel}
        onCode={async (code) => {
          if (!verified.current) await (await userPool()).verifyApp(stage.tokens.accessToken, code);
          verified.current = true;
          const { data } = await call(securityContract.switchSecondFactorOn, stage.tokens);
          keepUnused(null);
          onCodes?.();
          setStage({ at: 'codes', codes: data.recoveryCodes });
        }}
      />
    );
  return (
    <StepUp
      onCancel={onCancel}
      cancelLabel={cancelLabel}
      onProved={async (tokens) => {
        keepUnused(tokens);
        setStage({ at: 'app', tokens, secret: await (await userPool()).associateApp(tokens.accessToken) });
      }}
    >
      <p>First, please confirm that it is you. Have your phone with an authenticator app ready.</p>
    </StepUp>
  );
}
