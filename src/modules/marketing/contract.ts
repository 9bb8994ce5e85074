import { z } from 'zod';
import { endpoint } from '#platform/endpoint.ts';
import { oneLine } from '#platform/text.ts';
import { eventNames, leadFieldNames } from './rules.ts';

const line = (max: number) =>
  z
    .string()
    .max(max * 4)
    .transform((text) => oneLine(text).slice(0, max));
const field = z.object({ name: z.enum(leadFieldNames), value: line(300) });

export const marketingContract = {
  analytics: endpoint({
    method: 'POST',
    path: '/marketing/analytics',
    summary:
      'A lead: who tried the portal, was set up or changed the plan. Goes to an outside tool only with consent.',
    // whoever is not signed in could name anybody's address
    access: 'session',
    body: z.object({
      fields: z.array(field).max(30),
      pageURI: line(500).default(''),
      /** HubSpot's cookie of the visitor. */
      hutk: line(64).nullish(),
      pageName: line(100),
      leadStatus: line(50).default(''),
      /** Taken for compatibility: the portal knows the address that a request came from better than the browser does. */
      ipAddress: line(60).nullish(),
      consent: z.boolean().default(false),
    }),
    reply: z.object({}),
    refusals: {},
    rate: { max: 20, perSeconds: 60 },
    background: true,
  }),
  track: endpoint({
    method: 'POST',
    path: '/marketing/track',
    summary: 'A step of use. Without consent it is counted and nobody is named.',
    access: 'session',
    body: z.object({ event: z.enum(eventNames), consent: z.boolean().default(false) }),
    reply: z.object({}),
    refusals: {},
    rate: { max: 60, perSeconds: 60 },
    background: true,
  }),
};
