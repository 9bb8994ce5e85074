import type { BaseCtx } from '#platform/server/ctx.ts';
import { handles, type JobHandler } from '#platform/server/jobs.ts';
import { sweepIdempotencyKeys } from '#platform/server/idempotency.ts';
import { sweepRateWindows } from '#platform/server/rateLimit.ts';
import { sweepSessions } from '#platform/server/session.ts';
import { sweepClientErrors } from './clientErrors.store.ts';
import { mailOpenInvites } from './invites.ts';
import { mailOpenInvitesSpec, noteFailedSignInsSpec, noteNewPasswordSpec, sendResetLinkSpec, sweepAccountsSpec } from './jobSpecs.ts';
import { noteFailedSignIns, noteNewPassword } from './signInNotes.ts';
import { sendResetLink } from './resetLinks.ts';
import { sweepResetLinks } from './resetLinks.store.ts';
import { sweepSignUpLinks } from './signUpLinks.store.ts';

const clientErrorDays = 30;
const signUpLinkDays = 90;
const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000);

/** Removes what no longer serves anybody. */
export async function sweepAccounts(ctx: BaseCtx): Promise<void> {
  const now = ctx.now();
  await sweepSessions(ctx.global, now);
  await sweepRateWindows(ctx.global, now);
  await sweepIdempotencyKeys(ctx);
  await sweepResetLinks(ctx.global, daysBefore(now, 1));
  await sweepSignUpLinks(ctx.global, daysBefore(now, signUpLinkDays));
  await sweepClientErrors(ctx.global, daysBefore(now, clientErrorDays));
  await ctx.providers.identity.sweep?.();
}

export const accountsJobs: JobHandler<BaseCtx>[] = [
  handles<BaseCtx, typeof sendResetLinkSpec.data>(sendResetLinkSpec, (ctx, data) => sendResetLink(ctx, data), { concurrency: 2 }),
  handles<BaseCtx, typeof mailOpenInvitesSpec.data>(mailOpenInvitesSpec, (ctx, data) => mailOpenInvites(ctx, data.email)),
  handles<BaseCtx, typeof noteNewPasswordSpec.data>(noteNewPasswordSpec, (ctx, data, job) => noteNewPassword(ctx, data, job.id), {
    concurrency: 2,
  }),
  handles<BaseCtx, typeof noteFailedSignInsSpec.data>(noteFailedSignInsSpec, (ctx) => noteFailedSignIns(ctx)),
  handles<BaseCtx, typeof sweepAccountsSpec.data>(sweepAccountsSpec, (ctx) => sweepAccounts(ctx)),
];
