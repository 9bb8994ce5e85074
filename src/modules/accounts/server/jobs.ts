import type { BaseCtx } from '#platform/server/ctx.ts';
import { handles, type JobHandler } from '#platform/server/jobs.ts';
import { mailOpenInvites } from './invites.ts';
import {
  mailOpenInvitesSpec,
  noteFailedSignInsSpec,
  noteNewPasswordSpec,
  sendResetLinkSpec,
} from './jobSpecs.ts';
import { noteFailedSignIns, noteNewPassword } from './signInNotes.ts';
import { sendResetLink } from './resetLinks.ts';

export const accountsJobs: JobHandler<BaseCtx>[] = [
  handles<BaseCtx, typeof sendResetLinkSpec.data>(
    sendResetLinkSpec,
    (ctx, data) => sendResetLink(ctx, data),
    { concurrency: 2 },
  ),
  handles<BaseCtx, typeof mailOpenInvitesSpec.data>(mailOpenInvitesSpec, (ctx, data) =>
    mailOpenInvites(ctx, data.email),
  ),
  handles<BaseCtx, typeof noteNewPasswordSpec.data>(
    noteNewPasswordSpec,
    (ctx, data, job) => noteNewPassword(ctx, data, job.id),
    {
      concurrency: 2,
    },
  ),
  handles<BaseCtx, typeof noteFailedSignInsSpec.data>(noteFailedSignInsSpec, (ctx) => noteFailedSignIns(ctx)),
];
