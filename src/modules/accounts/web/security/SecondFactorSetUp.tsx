import { useEffect, useRef, useState } from 'react';
import type { PoolTokens } from '../cognitoClient.ts';
import { userPool } from '../userPool.ts';
import { AppSetUp } from './AppSetUp.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { StepUp } from './StepUp.tsx';

type Stage = { at: 'password' } | { at: 'app'; tokens: PoolTokens; secret: string } | { at: 'codes'; codes: string[] };

export type SecondFactorSetUpProps = {
  /** Recovery codes are about to be shown: nothing may close them by accident. */
  onCodes?: () => void;
  onDone: () => void;
  doneLabel: string;
  onCancel: () => void;
  cancelLabel?: string;
};

/** Tokens that were asked for and not used up are worth nothing any more. */
const forget = (tokens: PoolTokens | null): void => {
  if (tokens)
    userPool()
      .then((pool) => pool.revoke(tokens.refreshToken))
      .catch(() => {});
};

/** Password, app, recovery codes: the three steps to a second factor. */
export function SecondFactorSetUp({ onCodes, onDone, doneLabel, onCancel, cancelLabel = 'Cancel' }: SecondFactorSetUpProps) {
  const [stage, setStage] = useState<Stage>({ at: 'password' });
  const unused = useRef<PoolTokens | null>(null);
  useEffect(() => () => forget(unused.current), []);

  if (stage.at === 'codes') return <RecoveryCodes codes={stage.codes} onDone={onDone} doneLabel={doneLabel} />;
  if (stage.at === 'app')
    return (
      <AppSetUp
        secret={stage.secret}
        tokens={stage.tokens}
        onCancel={onCancel}
        cancelLabel={cancelLabel}
        onCodes={(codes) => {
          unused.current = null;
          onCodes?.();
          setStage({ at: 'codes', codes });
        }}
      />
    );
  return (
    <StepUp
      onCancel={onCancel}
      cancelLabel={cancelLabel}
      onProved={async (tokens) => {
        unused.current = tokens;
        setStage({ at: 'app', tokens, secret: await (await userPool()).associateApp(tokens.accessToken) });
      }}
    >
      <p>First, please confirm that it is you. Have your phone with an authenticator app ready.</p>
    </StepUp>
  );
}
