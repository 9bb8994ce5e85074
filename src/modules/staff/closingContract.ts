import { z } from 'zod';
import { closingSchema } from '#modules/closing/contract.ts';
import { endpoint } from '#platform/endpoint.ts';
import { dataOf, get, noOrganization, ofOrganization, orgId, post, reason } from './callParts.ts';

const why = reason('Please say in a few words why. The organization can read it.');

/** Closing the account of an organization on its request, and taking that back. */
export const staffClosingContract = {
  staffClosing: endpoint({
    ...get,
    path: '/staff/organizations/:orgId/closing',
    summary: 'Whether the account of an organization is being closed.',
    body: ofOrganization,
    reply: dataOf(z.object({ closing: closingSchema.nullable() })),
    refusals: noOrganization,
    background: true,
  }),
  staffCloseAccount: endpoint({
    ...post,
    path: '/staff/closing/begin',
    summary:
      'Closes the account of an organization on its request: everything of it is erased after 14 days. Both logs say why.',
    body: z.object({ orgId, companyName: z.string().max(1000), reason: why }),
    reply: dataOf(closingSchema),
    refusals: { ...noOrganization, 'wrong-company-name': 409, 'already-closing': 409 },
    rate: { max: 30, perSeconds: 60 },
  }),
  staffKeepAccount: endpoint({
    ...post,
    path: '/staff/closing/keep',
    summary: 'Takes the closing of an account back, whoever began it. Both logs say why.',
    body: z.object({ orgId, reason: why }),
    reply: z.object({}),
    refusals: { ...noOrganization, 'not-closing': 409 },
    rate: { max: 30, perSeconds: 60 },
  }),
};
