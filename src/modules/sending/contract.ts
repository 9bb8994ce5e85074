import { z } from 'zod';
import { endpoint } from '#platform/endpoint.ts';
import { severalLines } from '#platform/text.ts';
import { abouts } from './rules.ts';

const token = z.string().min(20).max(400);
const dead = { 'link-invalid': 404 } as const;
const open = { access: 'public', rate: { max: 60, perSeconds: 60 }, background: true } as const;

/** For whoever got an email that an organization had sent, signed in or not. */
export const sendingContract = {
  openEmailReport: endpoint({
    ...open,
    method: 'GET',
    path: '/sending/report/:token',
    summary: 'Whose email a report is about, and whether it was reported. Changes nothing.',
    body: z.object({ token }),
    reply: z.object({
      data: z.object({ companyName: z.string(), about: z.enum(abouts), reported: z.boolean() }),
    }),
    refusals: dead,
  }),
  reportEmail: endpoint({
    ...open,
    rate: { max: 20, perSeconds: 60 },
    method: 'POST',
    path: '/sending/report',
    summary:
      'Reports an email that was not expected: the organization sends nothing more to this address, and staff look at it.',
    body: z.object({
      token,
      comment: z.string().max(4000).transform(severalLines).pipe(z.string().max(1000)).default(''),
    }),
    reply: z.object({}),
    refusals: dead,
  }),
};
