import { z } from 'zod';
import { endpoint } from '#platform/endpoint.ts';
import { industryCodes, isCompanyWebsite, stripProtocol, teamSizes } from './rules.ts';

const requiredText = (max: number) => z.string().trim().min(1).max(max);
const optionalText = (max: number) => z.string().trim().max(max).default('');

/** Label and value pair on the way out; on the way in the value alone counts. */
export const industrySchema = z.object({ label: z.string(), value: z.string() });
export type Industry = z.infer<typeof industrySchema>;

export const companySchema = z.object({
  companyName: z.string(),
  companyUrl: z.string(),
  numberOfEmployees: z.string(),
  industry: industrySchema,
  phone: z.string(),
});
export type Company = z.infer<typeof companySchema>;

export const personSchema = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  jobTitle: z.string(),
  cognitoId: z.string(),
  orgId: z.string().nullable(),
  hasSeenOrgGoals: z.boolean(),
});
export type Person = z.infer<typeof personSchema>;

/** What signing up left for onboarding to use. */
export const signupDataSchema = z.object({ email: z.string(), subscriptionId: z.string().nullable(), channelId: z.string() });

export const companyWebsite = z
  .string()
  .trim()
  .max(262)
  .refine(isCompanyWebsite, 'Please enter a valid URL.')
  .transform(stripProtocol);

export const goalsSchema = z.object({
  meetContractualObligations: z.boolean(),
  meetRegulatoryRequirements: z.boolean(),
  proactivelyProtectMyOrganization: z.boolean(),
  learnMoreAboutCyberSecurity: z.boolean(),
  hasOtherGoals: z.boolean(),
  otherGoals: z.string().trim().max(1000),
});
export type Goals = z.infer<typeof goalsSchema>;

const notFound = { 'no-such-person': 404 } as const;

export const organizationContract = {
  profileCheck: endpoint({
    method: 'POST',
    path: '/profile/profileCheck',
    summary: 'The signed-in person and their organisation, if there is one yet.',
    access: 'session',
    body: z.object({ cognitoId: z.string().max(100) }),
    reply: z.object({
      companyData: companySchema.nullable(),
      userData: personSchema.nullable(),
      signupData: signupDataSchema.nullable(),
      orgId: z.string().nullable(),
      config: z.object({ environmentName: z.string() }),
    }),
    refusals: notFound,
    background: true,
  }),
  profileSave: endpoint({
    method: 'POST',
    path: '/profile/profileSave',
    summary: 'Onboarding: sets up the organisation with its first administrator.',
    access: 'session',
    body: z.object({
      companyProfile: z.object({
        companyName: requiredText(200),
        industry: z.union([z.string(), industrySchema.transform((pair) => pair.value)]).pipe(z.enum(industryCodes)),
        numberOfEmployees: z.enum(teamSizes),
        companyUrl: companyWebsite.default(''),
      }),
      adminProfile: z.object({ firstName: requiredText(100), lastName: requiredText(100), jobTitle: optionalText(100) }),
      linkId: z.string().max(100).nullish(),
    }),
    reply: z.object({ data: z.object({ email: z.string(), subscriptionStatus: z.enum(['INTRIAL', 'ACTIVE']), orgId: z.string() }) }),
    refusals: {},
  }),
  editUser: endpoint({
    method: 'POST',
    path: '/profile/editUser',
    summary: "Changes a person's details; during onboarding also the organisation's goals.",
    access: 'org',
    body: z.object({
      cognitoId: z.string().max(100),
      userProfile: z
        .object({ firstName: requiredText(100), lastName: requiredText(100), jobTitle: z.string().trim().max(100), hasSeenOrgGoals: z.boolean() })
        .partial()
        .default({}),
      orgId: z.string().max(100).optional(),
      orgGoals: goalsSchema.optional(),
      hasSeenOrgGoals: z.boolean().optional(),
    }),
    reply: z.object({ data: personSchema }),
    refusals: notFound,
  }),
};
