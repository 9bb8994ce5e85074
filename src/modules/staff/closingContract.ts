import { z } from 'zod';
import { closingSchema } from '#modules/closing/contract.ts';
import { endpoint } from '#platform/endpoint.ts';
import { severalLines } from '#platform/text.ts';
import { reasonLength } from './rules.ts';

const orgId = z.uuid();
const none = { 'no-such-organization': 404 } as const;
const reason = z
  .string()
  .max(4000)
  .transform(severalLines)
  .pipe(
    z
      .string()
      .min(reasonLength.min, 'Please say in a few words why. The organization can read it.')
      .max(reasonLength.max, `Please use at most ${reasonLength.max} characters.`),
  );

/** Closing the account of an organization on its request, and taking that back. */
export const staffClosingContract = {
  staffClosing: endpoint({
    method: 'GET',
    path: '/staff/organizations/:orgId/closing',
    summary: 'Whether the account of an organization is being closed.',
    access: 'staff',
    body: z.object({ orgId }),
    reply: z.object({ data: z.object({ closing: closingSchema.nullable() }) }),
    refusals: none,
    background: true,
  }),
  staffCloseAccount: endpoint({
    method: 'POST',
    path: '/staff/closing/begin',
    summary:
      'Closes the account of an organization on its request: everything of it is erased after 14 days. Both logs say why.',
    access: 'staff',
    body: z.object({ orgId, companyName: z.string().max(1000), reason }),
    reply: z.object({ data: closingSchema }),
    refusals: { ...none, 'wrong-company-name': 409, 'already-closing': 409 },
    rate: { max: 30, perSeconds: 60 },
  }),
  staffKeepAccount: endpoint({
    method: 'POST',
    path: '/staff/closing/keep',
    summary: 'Takes the closing of an account back, whoever began it. Both logs say why.',
    access: 'staff',
    body: z.object({ orgId, reason }),
    reply: z.object({}),
    refusals: { ...none, 'not-closing': 409 },
    rate: { max: 30, perSeconds: 60 },
  }),
};
