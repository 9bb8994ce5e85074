import { z } from 'zod';
import { endpoint } from '#platform/endpoint.ts';
import { oneLine, severalLines } from '#platform/text.ts';
import { goalIds } from './goals.ts';
import { industryCodes, isCompanyWebsite, limits, stripProtocol, teamSizes } from './rules.ts';

export { industryCodes, industryLabel } from './rules.ts';
export {
  chosenGoals,
  goalChoices,
  noGoals,
  servedWords,
  toggledGoal,
  type GoalChoice,
  type GoalId,
  type Goals,
} from './goals.ts';

/** One line of text that a person typed, fit for the database, a mail and a document. */
const line = (max: number) =>
  z
    .string()
    .max(max * 4)
    .transform(oneLine)
    .pipe(z.string().max(max, `Please use at most ${max} characters.`));
const requiredLine = (max: number, message: string) => line(max).pipe(z.string().min(1, message));
/** The user pool's id of a person; anything else names nobody. */
const personId = z.string().max(100).transform(oneLine);

/** Label and value pair on the way out; on the way in the value alone counts. */
export const industrySchema = z.object({ label: z.string(), value: z.string() });

export const companySchema = z.object({
  companyName: z.string(),
  companyUrl: z.string(),
  numberOfEmployees: z.string(),
  industry: industrySchema,
  phone: z.string(),
});

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

/** An administrator as the others see them. */
export const adminSchema = personSchema
  .omit({ hasSeenOrgGoals: true })
  .extend({ addedAt: z.string(), hasSecondFactor: z.boolean() });
export type Admin = z.infer<typeof adminSchema>;

/** What signing up left for onboarding to use. */
export const signupDataSchema = z.object({
  email: z.string(),
  subscriptionId: z.string().nullable(),
  channelId: z.string(),
  /** What the mail of a sign-up link was addressed to. */
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  companyName: z.string().optional(),
});

export const companyWebsite = z
  .string()
  .trim()
  .max(limits.companyUrl, 'Please enter a valid URL.')
  .refine(isCompanyWebsite, 'Please enter a valid URL.')
  .transform(stripProtocol);

export const goalsSchema = z.object({
  meetContractualObligations: z.boolean(),
  meetRegulatoryRequirements: z.boolean(),
  proactivelyProtectMyOrganization: z.boolean(),
  learnMoreAboutCyberSecurity: z.boolean(),
  hasOtherGoals: z.boolean(),
  otherGoals: z
    .string()
    .max(4000)
    .transform(severalLines)
    .pipe(z.string().max(limits.otherGoals, `Please use at most ${limits.otherGoals} characters.`)),
});

/** A goal that something in the portal can serve. */
export const goalIdSchema = z.enum(goalIds);

const notFound = { 'no-such-person': 404 } as const;
/** Nobody fills the activity log so that what matters is lost in it. */
const rate = { max: 60, perSeconds: 60 };

const companyFields = {
  companyName: requiredLine(limits.companyName, 'Please enter the organization name.'),
  industry: z.union([z.string(), industrySchema.transform((pair) => pair.value)]).pipe(z.enum(industryCodes)),
  numberOfEmployees: z.enum(teamSizes),
  companyUrl: companyWebsite.default(''),
};

export const organizationContract = {
  profileCheck: endpoint({
    method: 'POST',
    path: '/profile/profileCheck',
    summary: 'The signed-in person and their organisation, if there is one yet.',
    access: 'session',
    body: z.object({ cognitoId: personId }),
    reply: z.object({
      companyData: companySchema.nullable(),
      userData: personSchema.nullable(),
      signupData: signupDataSchema.nullable(),
      orgId: z.string().nullable(),
      /** What the organization wants to reach; null before onboarding. */
      orgGoals: goalsSchema.nullable(),
      /** The account is being closed, and everything is erased at that time. */
      closing: z.object({ dueAt: z.string() }).nullable(),
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
    notInSupportSession: true,
    body: z.object({
      companyProfile: z.object(companyFields),
      adminProfile: z.object({
        firstName: requiredLine(limits.personName, 'Please enter the first name.'),
        lastName: requiredLine(limits.personName, 'Please enter the last name.'),
        jobTitle: line(limits.jobTitle).default(''),
      }),
      linkId: z.string().max(100).nullish(),
    }),
    reply: z.object({
      data: z.object({
        email: z.string(),
        subscriptionStatus: z.enum(['INTRIAL', 'ACTIVE']),
        orgId: z.string(),
      }),
    }),
    refusals: {
      /** Another administrator, maybe of another organisation, has this address. */
      'address-taken': 409,
      /** Staff administer no organisation. */
      'staff-account': 403,
      'identity-unavailable': 503,
    },
  }),
  editUser: endpoint({
    method: 'POST',
    path: '/profile/editUser',
    summary: "Changes a person's details; with `orgGoals` also the organization's goals.",
    access: 'org',
    notInSupportSession: true,
    body: z.object({
      cognitoId: personId,
      userProfile: z
        .object({
          firstName: requiredLine(limits.personName, 'Please enter the first name.'),
          lastName: requiredLine(limits.personName, 'Please enter the last name.'),
          jobTitle: line(limits.jobTitle),
          hasSeenOrgGoals: z.boolean(),
        })
        .partial()
        .default({}),
      orgId: z.string().max(100).optional(),
      /** Goals that are left out stay as they are: two administrators may choose at once. */
      orgGoals: goalsSchema.partial().optional(),
      hasSeenOrgGoals: z.boolean().optional(),
    }),
    reply: z.object({ data: personSchema }),
    refusals: notFound,
    rate,
  }),
  companyUpdate: endpoint({
    method: 'POST',
    path: '/profile/companyUpdate',
    summary: "Changes the organisation's name, website, size and industry.",
    access: 'org',
    body: z.object({ ...companyFields, orgId: z.string().max(100) }),
    reply: z.object({ data: companySchema }),
    refusals: { 'no-such-organization': 404 },
    rate,
  }),
  getUserList: endpoint({
    method: 'GET',
    path: '/profile/getUserList',
    summary: 'The administrators of the organisation.',
    access: 'org',
    body: z.object({}),
    reply: z.object({ data: z.array(adminSchema) }),
    refusals: {},
  }),
  removeUser: endpoint({
    method: 'POST',
    path: '/profile/removeUser',
    summary: 'Removes another administrator and ends every session of theirs.',
    access: 'org',
    notInSupportSession: true,
    body: z.object({ cognitoId: personId }),
    reply: z.object({}),
    refusals: {
      ...notFound,
      /** Nobody removes themself (platform.md 4). */
      'own-account': 409,
    },
    rate,
  }),
};
