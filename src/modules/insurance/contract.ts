import { z } from 'zod';
import { endpoint } from '#platform/endpoint.ts';

/** How to reach somebody of the insurer. */
const deskSchema = z.object({ phone: z.string(), email: z.string(), hours: z.string() });
export type Desk = z.infer<typeof deskSchema>;

const insurerSchema = z.object({
  name: z.string(),
  website: z.string().nullable(),
  /** Questions about the policy. */
  policies: deskSchema,
  /** To report a loss; the same desk where the insurer has one for both. */
  claims: deskSchema,
});
export type Insurer = z.infer<typeof insurerSchema>;

export const insuranceContract = {
  insuranceNotice: endpoint({
    access: 'org',
    module: 'insurance',
    method: 'GET',
    path: '/insurance/notice',
    summary: 'Whom claims and questions about policies go to.',
    body: z.object({}),
    reply: z.object({ data: insurerSchema }),
    refusals: { 'no-insurer': 404 },
    background: true,
  }),
};
