import { poolTokens } from '#modules/accounts/server/testing/secondFactor.ts';
import { tendClosingsSpec } from '#modules/closing/server/jobSpecs.ts';
import type { TestPortal } from './portal.ts';

// Closing an account and exporting everything take a fresh sign-in and a plan, which are of other modules.
export { goodPassword } from '#modules/accounts/server/testing/accounts.ts';
export { openPlansWorld } from '#modules/plans/server/testing/plansWorld.ts';
export { poolTokens };

type Person = {
  email: string;
  post: (path: string, body?: object) => Promise<{ status: number; body: any }>;
};

/** Closes the account as the dialog does: the company's name and a password given for it. */
export const closeAs = async (portal: TestPortal, person: Person, companyName = 'Acme Widgets Inc.') =>
  person.post('/organization/close', { companyName, ...(await poolTokens(portal, person.email)) });

/** What the clock does every minute, and what follows from it. */
export async function tend(portal: TestPortal): Promise<void> {
  await portal.base.jobs.enqueue(portal.base.global, tendClosingsSpec, {});
  await portal.runJobs();
}

export const daySeconds = 86_400;
