import type { PublicCtx } from '#platform/server/ctx.ts';
import type { SessionState } from '../contract.ts';
import { describeSession } from './sessions/sessionState.ts';

/** What other modules and the programs may use of accounts. */
/** Who administers an organization, and who is staff; no one is both. */
export { insertAdmin, isStaffAddress, organizationOfPerson, selectStaffNames } from './people.store.ts';
export { deliverCode } from './mails.ts';
export { sendSignUpLink, signUpLinkOf, type SignUpLinkRequest } from './signUp/signUpLinks.ts';
export { guessableWords, identityEvents } from './sessions/signInNotes.ts';
export { signUpTrigger } from './signUp/signUpPass.ts';
export { describeSession } from './sessions/sessionState.ts';
export { endStrandedFactor } from './secondFactor/strandedFactor.ts';
export { resetSecondFactorOf } from './secondFactor/resetSecondFactor.ts';
/** For acts that take a password given for them. */
export { endTokens, stepUp } from './secondFactor/secondFactor.ts';
export { forgetPerson } from './forgetPerson.store.ts';
export { demandsSecondFactor } from './secondFactor/secondFactorDemand.ts';

/** Who is signed in, as `POST /accounts/check` answers it; goes into the page so that it needs no call. Not activity. */
export const sessionState = (ctx: PublicCtx): Promise<SessionState> => describeSession(ctx, ctx.session);
