import { z } from 'zod';
import { endpoint } from '#platform/endpoint.ts';
import { severalLines } from '#platform/text.ts';
import { emailSchema, nameSchema } from './fields.ts';
import { inviteCalls } from './inviteCalls.ts';

export { emailSchema };
export type { ListedInvite } from './inviteCalls.ts';

/** platform.md 3: what the browser knows about who is signed in. */
export const sessionStateSchema = z.object({
  authenticated: z.boolean(),
  /** Seconds until the session ends by itself; 0 when nobody is signed in. */
  expires: z.number(),
  username: z.string(),
  email: z.string(),
  /** The user pool's id of the person. */
  cognitoId: z.string(),
  isProduction: z.boolean(),
  productionMode: z.boolean(),
  /** No organisation yet: onboarding comes first. */
  newUser: z.boolean(),
  /** A member of staff acts as this user. */
  isZeguroServiceSession: z.boolean(),
  /** A member of staff who acts for nobody now. */
  isStaff: z.boolean(),
  /** In a support session: who acts, and seconds until it ends however active. */
  support: z.object({ staffName: z.string(), endsIn: z.number() }).nullable(),
  /** The organisation demands a second factor that this session lacks: only setting one up is served. */
  secondFactorNeeded: z.boolean(),
  heapKey: z.string(),
});
export type SessionState = z.infer<typeof sessionStateSchema>;

/** Rules of a new password (platform.md 5) are the pool's; this only bounds what is sent to it. */
const passwordSchema = z.string().min(1).max(256);
const tokenSchema = z.string().min(16).max(8192);
const linkIdSchema = z.string().regex(/^[\w-]{43}$/);
/** A link that cannot be one of ours is answered like one that has ended, so any text may be asked about. */
const anyLinkSchema = z.string().max(200);
const subscriptionIdSchema = z.string().trim().max(100).nullish();
/** Whatever a page of the internet put into a failure, without what could not be kept or would garble a log. */
const reportedText = (max: number) =>
  z
    .string()
    .max(max)
    // more is never kept
    .transform((text) => severalLines(text.slice(0, 10_000)));

/** `sent` waits for its person; the others no longer do. */
export const inviteStatusSchema = z.enum(['sent', 'accepted', 'userExists', 'used']);
export const inviteSchema = z.object({
  linkId: z.string(),
  createdFor: z.object({ firstName: z.string(), lastName: z.string(), email: z.string() }),
  /** Who asks the person to join. */
  companyName: z.string(),
  status: inviteStatusSchema,
  expirationDate: z.string(),
  subscriptionId: z.string().nullable(),
});
export type Invite = z.infer<typeof inviteSchema>;

const nothing = z.object({});

export const accountsContract = {
  session: endpoint({
    method: 'POST',
    path: '/accounts/session',
    summary: "Begins a session for whoever holds the user pool's tokens.",
    access: 'public',
    body: z.object({ idToken: tokenSchema, accessToken: tokenSchema, refreshToken: tokenSchema }),
    reply: sessionStateSchema,
    refusals: { 'invalid-token': 403, 'identity-unavailable': 503 },
    rate: { max: 30, perSeconds: 60 },
  }),
  check: endpoint({
    method: 'POST',
    path: '/accounts/check',
    summary: 'Who is signed in and for how long. Asking does not count as activity; `touch` does.',
    access: 'public',
    body: z.object({
      bc: z.union([z.boolean(), z.number(), z.string().max(100)]).nullish(),
      touch: z.union([z.boolean(), z.number(), z.string().max(100)]).nullish(),
    }),
    reply: sessionStateSchema,
    refusals: {},
    // every tab of a whole office behind one address may ask each second
    rate: { max: 6000, perSeconds: 60 },
    background: true,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/accounts/logout',
    summary: 'Ends the session of this browser and its refresh token.',
    access: 'public',
    body: nothing,
    reply: nothing,
    refusals: {},
    rate: { max: 120, perSeconds: 60 },
    background: true,
  }),
  confirmSignup: endpoint({
    method: 'GET',
    path: '/accounts/confirmSignup',
    summary:
      'The link of the confirmation mail: leads to the page that confirms, and changes nothing, so that mail gateways may open it.',
    access: 'public',
    body: z.object({ username: z.string().max(254).default(''), code: z.string().max(20).default('') }),
    reply: 'file',
    refusals: {},
    rate: { max: 30, perSeconds: 60 },
    background: true,
  }),
  confirmSignupByPassword: endpoint({
    method: 'POST',
    path: '/accounts/confirmSignup',
    summary:
      'Confirms the address of a sign-up with the code of its mail and the password that was chosen at sign-up.',
    access: 'public',
    body: z.object({ username: z.string().max(254), code: z.string().max(20), password: passwordSchema }),
    reply: z.object({
      /** What sign-in shows as `verification_result`. */
      result: z.enum(['confirmed', 'already_confirmed', 'expired', 'invalid', 'other']),
      subscriptionId: z.string().nullable(),
    }),
    refusals: { 'wrong-password': 403, 'identity-unavailable': 503 },
    rate: { max: 30, perSeconds: 60 },
    background: true,
  }),
  sendResetPasswordMagicLink: endpoint({
    method: 'POST',
    path: '/accounts/sendResetPasswordMagicLink',
    summary:
      'Mails a link for choosing a new password, if an account exists; the answer is the same either way.',
    access: 'public',
    body: z.object({
      email: emailSchema,
      host: z.string().max(255).optional(),
      subscriptionId: subscriptionIdSchema,
    }),
    reply: nothing,
    refusals: {},
    rate: { max: 10, perSeconds: 300 },
  }),
  checkResetPasswordMagicLink: endpoint({
    method: 'POST',
    path: '/accounts/checkResetPasswordMagicLink',
    summary: 'Whether a link for choosing a new password still works.',
    access: 'public',
    body: z.object({ linkId: anyLinkSchema, subscriptionId: subscriptionIdSchema }),
    reply: z.object({ isValidLink: z.boolean() }),
    refusals: {},
    rate: { max: 30, perSeconds: 60 },
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/accounts/resetPassword',
    summary: 'Sets a new password by link, once, and ends every session of the person.',
    access: 'public',
    body: z.object({ linkId: anyLinkSchema, password: passwordSchema, subscriptionId: subscriptionIdSchema }),
    reply: nothing,
    refusals: {
      'link-invalid': 410,
      'weak-password': 422,
      'guessable-password': 422,
      'identity-unavailable': 503,
    },
    rate: { max: 10, perSeconds: 60 },
  }),
  inviteUser: endpoint({
    method: 'POST',
    path: '/accounts/invite_user',
    summary: 'Invites another administrator by mail; an open invitation of the same address is replaced.',
    access: 'org',
    notInSupportSession: true,
    body: z.object({
      email: emailSchema,
      firstName: nameSchema.default(''),
      lastName: nameSchema.default(''),
      jobTitle: nameSchema.default(''),
    }),
    reply: nothing,
    refusals: { 'already-admin': 409, 'cannot-be-invited': 409, 'too-many-invites': 429 },
    rate: { max: 60, perSeconds: 60 },
  }),
  ...inviteCalls,
  inviteLink: endpoint({
    method: 'GET',
    path: '/accounts/inviteLink',
    summary: 'For whom an invitation is, and whether it still waits.',
    access: 'public',
    body: z.object({ linkId: anyLinkSchema }),
    reply: z.object({ data: inviteSchema }),
    refusals: { 'link-invalid': 404 },
    rate: { max: 30, perSeconds: 60 },
  }),
  acceptInvite: endpoint({
    method: 'POST',
    path: '/accounts/inviteLink',
    summary: 'Accepts an invitation: sets a password and joins the organisation.',
    access: 'public',
    body: z.object({ linkId: linkIdSchema, password: passwordSchema }),
    reply: z.object({ data: z.object({ email: z.string(), subscriptionId: z.string().nullable() }) }),
    refusals: {
      'link-invalid': 404,
      'link-used': 409,
      'user-exists': 409,
      'weak-password': 422,
      'guessable-password': 422,
      'identity-unavailable': 503,
    },
    rate: { max: 10, perSeconds: 60 },
  }),
  inviteLinkLookup: endpoint({
    method: 'GET',
    path: '/accounts/inviteLinkLookup',
    summary:
      'Mails the open invitation of an address once more, if there is one; the answer is the same either way.',
    access: 'public',
    changes: true,
    body: z.object({ email: emailSchema }),
    reply: nothing,
    refusals: {},
    rate: { max: 10, perSeconds: 300 },
  }),
  logger: endpoint({
    method: 'POST',
    path: '/utils/logger',
    summary: 'Keeps a failure that happened in a browser.',
    access: 'public',
    body: z.object({
      level: z.string().max(20).default('error'),
      message: reportedText(20_000),
      endpoint: reportedText(8_000).nullish(),
      filename: reportedText(8_000).nullish(),
      stack: reportedText(100_000).nullish(),
    }),
    reply: nothing,
    refusals: {},
    rate: { max: 60, perSeconds: 60 },
    background: true,
  }),
};
