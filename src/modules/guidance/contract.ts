import { z } from 'zod';
import { endpoint } from '#platform/endpoint.ts';

/** platform.md 2 and 3: what a person can have viewed. */
export const introFeatures = [
  'dashboard',
  'compliance',
  'monitoring',
  'ratings',
  'training',
  'cybermaturity',
  'cyberconcierge',
] as const;
export type IntroFeature = (typeof introFeatures)[number];

const introViewed = z.partialRecord(z.enum(introFeatures), z.boolean());

export const portalDataSchema = z.object({
  introViewed,
  welcomeEmailSent: z.boolean(),
  cybermaturity: z.object({
    hasSeenReleaseNotes: z.boolean(),
    dontShowRoadBlock: z.boolean(),
    closedRoadBlock: z.boolean(),
  }),
  /** This is the session in which the person finished the introduction: nothing opens by itself in it. */
  firstSession: z.boolean(),
});
export type PortalData = z.infer<typeof portalDataSchema>;

export const guidanceContract = {
  getCustomerPortalData: endpoint({
    method: 'GET',
    path: '/profile/getCustomerPortalData',
    summary: 'Which introductions and notes the signed-in person has seen.',
    access: 'org',
    body: z.object({}),
    reply: z.object({ data: portalDataSchema }),
    refusals: {},
    background: true,
  }),
  updateCustomerPortalData: endpoint({
    method: 'POST',
    path: '/profile/updateCustomerPortalData',
    summary: 'Notes what has been seen; in a support session nothing is saved.',
    access: 'org',
    body: z.object({
      introViewed: introViewed.optional(),
      cybermaturity: portalDataSchema.shape.cybermaturity.partial().optional(),
    }),
    reply: z.object({ data: portalDataSchema }),
    refusals: {},
  }),
};
