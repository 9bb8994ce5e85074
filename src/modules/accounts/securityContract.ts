import { z } from 'zod';
import { endpoint } from '#platform/endpoint.ts';
import { emailSchema } from './fields.ts';

const tokenSchema = z.string().min(16).max(8192);
const nothing = z.object({});
const rate = { max: 60, perSeconds: 60 };
/** Tokens of a sign-in made for this very act: the person has just given the password, and the code where one is demanded. */
const freshTokens = z.object({ idToken: tokenSchema, accessToken: tokenSchema, refreshToken: tokenSchema });
/** Of one's own account, whatever the organisation; never while staff act as the person. */
const own = { access: 'session', notInSupportSession: true, beforeSecondFactor: true } as const;

export const secondFactorSchema = z.object({
  on: z.boolean(),
  since: z.string().nullable(),
  recoveryCodesLeft: z.number(),
  /** The person may not be without: the organisation, or work as staff, asks for one. */
  demanded: z.boolean(),
  /** This session's sign-in passed it. */
  passed: z.boolean(),
});
export type SecondFactor = z.infer<typeof secondFactorSchema>;

export const ownSessionSchema = z.object({
  id: z.string(),
  /** Browser and system in words. */
  device: z.string(),
  kind: z.enum(['computer', 'phone', 'tablet', 'other']),
  address: z.string(),
  /** From the network address that asks now. */
  sameAddress: z.boolean(),
  signedIn: z.string(),
  lastActive: z.string(),
  current: z.boolean(),
  strong: z.boolean(),
  /** Name of the member of staff whose support session it is. */
  staffName: z.string().nullable(),
});
export type OwnSession = z.infer<typeof ownSessionSchema>;

export const adminFactorSchema = z.object({
  cognitoId: z.string(),
  name: z.string(),
  email: z.string(),
  since: z.string().nullable(),
});
export type AdminFactor = z.infer<typeof adminFactorSchema>;

const codes = z.object({ data: z.object({ recoveryCodes: z.array(z.string()) }) });
const tokenRefusals = { 'invalid-token': 403, 'identity-unavailable': 503 } as const;

/** Strong sign-in: a person's second factor, recovery codes and sessions, and what an organisation demands. */
export const securityContract = {
  secondFactor: endpoint({
    ...own,
    method: 'GET',
    path: '/accounts/secondFactor',
    summary: 'Whether the signed-in person has a second factor, and how many recovery codes are left.',
    body: nothing,
    reply: z.object({ data: secondFactorSchema }),
    refusals: {},
    background: true,
  }),
  switchSecondFactorOn: endpoint({
    ...own,
    method: 'POST',
    path: '/accounts/switchSecondFactorOn',
    summary:
      'Demands codes of the verified app from now on; ends every other session and gives recovery codes, once.',
    body: freshTokens,
    reply: codes,
    refusals: { ...tokenRefusals, 'second-factor-missing': 409 },
    rate,
  }),
  switchSecondFactorOff: endpoint({
    ...own,
    method: 'POST',
    path: '/accounts/switchSecondFactorOff',
    summary: 'Signs in by password alone from now on; ends every other session and all recovery codes.',
    body: freshTokens,
    reply: nothing,
    refusals: { ...tokenRefusals, 'second-factor-missing': 409, 'second-factor-demanded': 409 },
    rate,
  }),
  replaceApp: endpoint({
    ...own,
    method: 'POST',
    path: '/accounts/replaceSecondFactorApp',
    summary:
      'Puts the app that was just set up in the place of the one in use; ends every other session. Recovery codes stay.',
    body: freshTokens.extend({ code: z.string().regex(/^[0-9]{6}$/, 'Please enter the six-digit code.') }),
    reply: nothing,
    refusals: { ...tokenRefusals, 'wrong-code': 403, 'second-factor-missing': 409 },
    rate,
  }),
  renewRecoveryCodes: endpoint({
    ...own,
    method: 'POST',
    path: '/accounts/renewRecoveryCodes',
    summary: 'Ten new recovery codes, shown once; the earlier ones end.',
    body: freshTokens,
    reply: codes,
    refusals: { ...tokenRefusals, 'second-factor-missing': 409 },
    rate,
  }),
  recoverSecondFactor: endpoint({
    method: 'POST',
    path: '/accounts/recoverSecondFactor',
    summary:
      'Removes the second factor of whoever knows the password and a recovery code, and ends every session.',
    access: 'public',
    body: z.object({
      email: emailSchema,
      password: z.string().min(1).max(256),
      recoveryCode: z.string().max(100),
    }),
    reply: nothing,
    refusals: { 'recovery-refused': 403, 'identity-unavailable': 503 },
    rate: { max: 10, perSeconds: 300 },
  }),
  changeOwnPassword: endpoint({
    method: 'POST',
    path: '/accounts/changeOwnPassword',
    summary:
      'Replaces the password of the signed-in person, who gives the present one; ends every other session.',
    access: 'session',
    notInSupportSession: true,
    body: freshTokens.extend({
      password: z.string().min(1).max(256),
      newPassword: z.string().min(1).max(256),
    }),
    reply: nothing,
    refusals: {
      ...tokenRefusals,
      'wrong-password': 403,
      'same-password': 422,
      'weak-password': 422,
      'guessable-password': 422,
    },
    rate: { max: 10, perSeconds: 300 },
  }),
  ownSessions: endpoint({
    ...own,
    method: 'GET',
    path: '/accounts/ownSessions',
    summary: 'Where the signed-in person is signed in.',
    body: nothing,
    reply: z.object({ data: z.array(ownSessionSchema) }),
    refusals: {},
    background: true,
  }),
  endOwnSession: endpoint({
    ...own,
    method: 'POST',
    path: '/accounts/endOwnSession',
    summary: 'Signs the person out of one other session.',
    body: z.object({ id: z.string().max(100) }),
    reply: nothing,
    refusals: { 'no-such-session': 404 },
    rate,
  }),
  endOtherSessions: endpoint({
    ...own,
    method: 'POST',
    path: '/accounts/endOtherSessions',
    summary: 'Signs the person out everywhere else; every token of the user pool ends.',
    body: nothing,
    reply: nothing,
    refusals: { 'identity-unavailable': 503 },
    rate,
  }),
  secondFactorPolicy: endpoint({
    method: 'GET',
    path: '/accounts/secondFactorPolicy',
    summary: 'Whether every administrator needs a second factor, and who has one.',
    access: 'org',
    body: nothing,
    reply: z.object({ data: z.object({ required: z.boolean(), admins: z.array(adminFactorSchema) }) }),
    refusals: {},
    background: true,
  }),
  setSecondFactorPolicy: endpoint({
    method: 'POST',
    path: '/accounts/setSecondFactorPolicy',
    summary: 'Decides whether every administrator needs a second factor; whoever demands it has one.',
    access: 'org',
    notInSupportSession: true,
    body: z.object({ required: z.boolean() }),
    reply: nothing,
    refusals: { 'second-factor-first': 409 },
    rate,
  }),
  resetSecondFactor: endpoint({
    method: 'POST',
    path: '/accounts/resetSecondFactor',
    summary:
      'Lets another administrator who lost the app in by password again; ends every session of theirs and all recovery codes.',
    access: 'org',
    notInSupportSession: true,
    body: freshTokens.extend({ cognitoId: z.string().max(100) }),
    reply: nothing,
    refusals: { ...tokenRefusals, 'no-such-person': 404, 'own-account': 409, 'nothing-to-reset': 409 },
    rate: { max: 10, perSeconds: 300 },
  }),
};
