import { useState } from 'react';
import { call } from '#platform/web/call.ts';
import { securityContract } from '../../securityContract.ts';
import type { PoolTokens } from '../userPool/cognitoClient.ts';
import { userPool } from '../userPool/userPool.ts';
import { AppSetUp } from './AppSetUp.tsx';
import { StepUp } from './StepUp.tsx';
import { useUnusedTokens } from './useUnusedTokens.ts';

/** The app on another phone in the place of the one in use: proof of oneself with the old one, then the first code of the new. */
export function AnotherPhone({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const [app, setApp] = useState<{ tokens: PoolTokens; secret: string } | null>(null);
  const keepUnused = useUnusedTokens();
  if (!app)
    return (
      <StepUp
        onCancel={onCancel}
        onProved={async (tokens) => {
          keepUnused(tokens);
          setApp({ tokens, secret: await (await userPool()).associateApp(tokens.accessToken) });
        }}
      >
        <p>First, please confirm that it is you, with your password and a code of the phone you use now.</p>
        <p>
          That phone works until you enter the first code from the other one. You are then signed out
          everywhere else.
        </p>
        <p>Already lost it? Sign out, and sign in with a recovery code instead.</p>
      </StepUp>
    );
  return (
    <AppSetUp
      secret={app.secret}
      confirmLabel="Use the other phone"
      isOtherPhone
      onCancel={onCancel}
      cancelLabel="Cancel"
      onCode={async (code) => {
        await call(securityContract.replaceApp, { ...app.tokens, code });
        keepUnused(null);
        onDone();
      }}
    />
  );
}
