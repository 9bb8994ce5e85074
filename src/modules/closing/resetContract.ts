import { z } from 'zod';
import { endpoint } from '#platform/endpoint.ts';

/** What `/reset/{what}` knows: introductions and notes that were viewed, the goals of the introduction, websites with their scans, the assessment of cyber maturity, the concierge, security policies, ratings, training. */
export const resettable = [
  'customerPortalData',
  'orgGoals',
  'websites',
  'assessment',
  'concierge',
  'policies',
  'ratings',
  'training',
] as const;
export type Resettable = (typeof resettable)[number];

export const resetContract = {
  reset: endpoint({
    method: 'POST',
    path: '/reset/:what',
    summary:
      'Takes an organisation back to how it began, for whoever tries the portal out; never in production.',
    access: 'org',
    notInSupportSession: true,
    body: z.object({ what: z.enum(resettable), orgId: z.string().max(100) }),
    reply: z.object({}),
    refusals: { 'not-in-production': 403, 'no-such-organization': 404 },
    rate: { max: 20, perSeconds: 60 },
  }),
};
