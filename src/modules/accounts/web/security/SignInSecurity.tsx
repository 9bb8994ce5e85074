import { useSession } from '#platform/web/query.ts';
import { OwnSessionsPanel } from './OwnSessionsPanel.tsx';
import { SecondFactorPanel } from './SecondFactorPanel.tsx';

/** Sign-in and security in Settings, Your Details: for the person alone, so not in a support session. */
export function SignInSecurity() {
  if (useSession().isZeguroServiceSession) return null;
  return (
    <>
      <SecondFactorPanel />
      <OwnSessionsPanel />
    </>
  );
}
