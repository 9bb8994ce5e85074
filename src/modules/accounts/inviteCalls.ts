import { z } from 'zod';
import { endpoint } from '#platform/endpoint.ts';
import { emailSchema, nameSchema } from './fields.ts';

/** An invitation as the organisation's administrators see it; `linkId` is its id and opens nothing. */
export const listedInviteSchema = z.object({
  linkId: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  jobTitle: z.string(),
  /** `sent` waits for its person; the others no longer do. */
  status: z.enum(['sent', 'expired', 'canceled']),
  /** Name of who sent it; null when that person no longer administers the organisation. */
  invitedBy: z.string().nullable(),
  sentAt: z.string(),
  expirationDate: z.string(),
});
export type ListedInvite = z.infer<typeof listedInviteSchema>;

/** An id of ours; any other text names nothing and is answered so. */
const inviteId = z.object({ linkId: z.string().max(100) });
const nothing = z.object({});
const rate = { max: 60, perSeconds: 60 };

/** What administrators do with invitations after they were sent (platform.md 7). */
export const inviteCalls = {
  getUserInviteList: endpoint({
    method: 'GET',
    path: '/profile/getUserInviteList',
    summary:
      'Invitations of the organisation that were not accepted, newest first; of one address the newest.',
    access: 'org',
    body: z.object({}),
    reply: z.object({ data: z.array(listedInviteSchema) }),
    refusals: {},
  }),
  editUserInvite: endpoint({
    method: 'POST',
    path: '/profile/editUserInvite',
    summary: 'Changes an invitation; another address gets a new link, and the old link stops working.',
    access: 'org',
    notInSupportSession: true,
    body: inviteId.extend({
      email: emailSchema,
      firstName: nameSchema.default(''),
      lastName: nameSchema.default(''),
      jobTitle: nameSchema.default(''),
    }),
    reply: nothing,
    refusals: {
      'no-such-invite': 404,
      'invite-ended': 409,
      'already-admin': 409,
      'cannot-be-invited': 409,
      'too-many-invites': 429,
    },
    rate,
  }),
  resendUserInvite: endpoint({
    method: 'POST',
    path: '/profile/resendUserInvite',
    summary: 'Mails an invitation again, for another seven days; one that had ended gets a new link.',
    access: 'org',
    notInSupportSession: true,
    body: inviteId,
    reply: nothing,
    refusals: {
      'no-such-invite': 404,
      'invite-ended': 409,
      'already-admin': 409,
      'cannot-be-invited': 409,
      'too-many-invites': 429,
    },
    rate,
  }),
  deleteUserInvite: endpoint({
    method: 'POST',
    path: '/profile/deleteUserInvite',
    summary: 'Cancels an open invitation: its link stops working.',
    access: 'org',
    notInSupportSession: true,
    body: inviteId,
    reply: nothing,
    refusals: { 'no-such-invite': 404, 'invite-ended': 409 },
    rate,
  }),
  removeUserInvite: endpoint({
    method: 'POST',
    path: '/profile/removeUserInvite',
    summary: 'Takes an invitation that has ended off the list.',
    access: 'org',
    notInSupportSession: true,
    body: inviteId,
    reply: nothing,
    refusals: { 'no-such-invite': 404, 'invite-open': 409 },
    rate,
  }),
};
