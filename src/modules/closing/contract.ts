import { z } from 'zod';
import { endpoint } from '#platform/endpoint.ts';
import { oneLine } from '#platform/text.ts';

const tokenSchema = z.string().min(16).max(8192);

export const closingSchema = z.object({
  begunAt: z.string(),
  /** From this moment on everything is erased. */
  dueAt: z.string(),
  /** Name of the administrator or member of staff who asked. */
  begunBy: z.string(),
  byStaff: z.boolean(),
  /** What staff gave as the reason. */
  reason: z.string(),
});
export type Closing = z.infer<typeof closingSchema>;

/** A company closes its account, and changes its mind. */
export const closingContract = {
  closing: endpoint({
    method: 'GET',
    path: '/organization/closing',
    summary: 'Whether the account of the organization is being closed, and what closing it would end.',
    access: 'org',
    body: z.object({}),
    reply: z.object({
      data: z.object({
        companyName: z.string(),
        closing: closingSchema.nullable(),
        /** The paid plan that closing ends; null where nothing is renewed. */
        planName: z.string().nullable(),
        administrators: z.number(),
      }),
    }),
    refusals: {},
    background: true,
  }),
  closeAccount: endpoint({
    method: 'POST',
    path: '/organization/close',
    summary:
      'Closes the account: after 14 days everything of the organization is erased. The person has just proved to be themself.',
    access: 'org',
    notInSupportSession: true,
    body: z.object({
      companyName: z.string().max(1000).transform(oneLine),
      /** Tokens of a sign-in made for this very act. */
      idToken: tokenSchema,
      accessToken: tokenSchema,
      refreshToken: tokenSchema,
    }),
    reply: z.object({ data: closingSchema }),
    refusals: {
      'wrong-company-name': 409,
      'already-closing': 409,
      'invalid-token': 403,
      'identity-unavailable': 503,
    },
    rate: { max: 10, perSeconds: 300 },
  }),
  keepAccount: endpoint({
    method: 'POST',
    path: '/organization/keep',
    summary: 'Takes the closing of the account back; a plan that closing ended goes on.',
    access: 'org',
    notInSupportSession: true,
    body: z.object({}),
    reply: z.object({}),
    refusals: { 'not-closing': 409 },
    rate: { max: 60, perSeconds: 60 },
  }),
};
