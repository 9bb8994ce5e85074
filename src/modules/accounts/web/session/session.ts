import { call } from '#platform/web/call.ts';
import { currentSession, setSession } from '#platform/web/query.ts';
import { accountsContract, type SessionState } from '../../contract.ts';
import type { PoolTokens } from '../userPool/cognitoClient.ts';
import { chooseRedirect } from './redirect.ts';
import { notifyTabs } from './sessionChannel.ts';

export const signedOut = (): SessionState => ({
  ...currentSession(),
  authenticated: false,
  expires: 0,
  username: '',
  email: '',
  cognitoId: '',
  newUser: false,
  isZeguroServiceSession: false,
  isStaff: false,
  support: null,
  secondFactorNeeded: false,
});

/** Somebody else is signed in from now on, in this page and in the other tabs. */
export function changeSession(state: SessionState): void {
  setSession(state);
  notifyTabs({ kind: 'session', state });
}

/**
 * Ends the signed-in state of this page and of the other tabs.
 * @param ended nobody signed out, the session's time was over
 */
export function dropSession(ended = false): void {
  const state = signedOut();
  setSession(state);
  notifyTabs({ kind: 'session', state, ended });
}

/** Turns the pool's tokens, which are kept nowhere, into a session; the saved address is then followed. Throws `CallError`. */
export async function startSession(tokens: PoolTokens): Promise<void> {
  const state = await call(accountsContract.session, tokens);
  chooseRedirect();
  changeSession(state);
}
