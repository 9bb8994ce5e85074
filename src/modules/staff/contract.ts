import { z } from 'zod';
import { sessionStateSchema } from '#modules/accounts/contract.ts';
import { day } from '#platform/daySchema.ts';
import { endpoint } from '#platform/endpoint.ts';
import { organizationSorts } from './rules.ts';
import { dataOf, get, noOrganization, ofOrganization, orgId, pages, reason, search } from './callParts.ts';

/** What staff choose an organisation by. */
export const staffOrganizationSchema = z.object({
  orgId: z.string(),
  companyName: z.string(),
  brand: z.string(),
  channelId: z.string(),
  planName: z.string(),
  status: z.enum(['trial', 'trial-expired', 'active']),
  /** Null where there is no trial. */
  trialDaysLeft: z.number().nullable(),
  signUpDate: z.string(),
  administrators: z.number(),
  /** When one of its administrators was last seen; null when never. */
  lastActivity: z.string().nullable(),
});
export type StaffOrganization = z.infer<typeof staffOrganizationSchema>;

/** One line of the list: also how the organization stands. */
const listedOrganizationSchema = staffOrganizationSchema.extend({
  /** Null where nothing was rated yet. */
  rating: z.number().nullable(),
  ratedOn: day.nullable(),
  /** Open issues of high severity, of all websites. */
  openHighs: z.number(),
});
export type ListedOrganization = z.infer<typeof listedOrganizationSchema>;

export const staffAdministratorSchema = z.object({
  cognitoId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  jobTitle: z.string(),
  since: z.string(),
});
export type StaffAdministrator = z.infer<typeof staffAdministratorSchema>;

const memberSchema = z.object({
  name: z.string(),
  email: z.string(),
  /** The one brand whose organisations are seen; null for every brand. */
  brand: z.string().nullable(),
  /** What the list can be narrowed to. */
  brands: z.array(z.object({ brandId: z.string(), name: z.string() })),
});
export type StaffMember = z.infer<typeof memberSchema>;

export const staffContract = {
  staffProfile: endpoint({
    ...get,
    path: '/staff/profile',
    summary: 'The signed-in member of staff.',
    body: z.object({}),
    reply: dataOf(memberSchema),
    refusals: {},
    background: true,
  }),
  staffOrganizations: endpoint({
    ...get,
    path: '/staff/organizations',
    summary: "Organisations of the member's brand, or of all, page by page.",
    body: z.object({
      search,
      /** Empty: every brand that the member sees. */
      brandId: z.string().max(50).default(''),
      sort: z.enum(organizationSorts).default('name'),
      direction: z.enum(['ascending', 'descending']).default('ascending'),
      page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    }),
    reply: dataOf(
      z.object({
        organizations: z.array(listedOrganizationSchema),
        ...pages,
      }),
    ),
    refusals: {},
  }),
  staffOrganization: endpoint({
    ...get,
    path: '/staff/organizations/:orgId',
    summary: 'One organisation with its administrators.',
    body: ofOrganization,
    reply: dataOf(
      z.object({
        organization: staffOrganizationSchema,
        administrators: z.array(staffAdministratorSchema),
      }),
    ),
    refusals: noOrganization,
  }),
  beginSupportSession: endpoint({
    method: 'POST',
    path: '/staff/supportSession/begin',
    summary:
      "Lets the member of staff act as an administrator for an hour; their own session ends, and the organisation's log and mail tell.",
    access: 'staff',
    body: z.object({
      orgId,
      cognitoId: z.string().min(1).max(100),
      reason: reason('Please say in a few words why, with the ticket number if there is one.'),
    }),
    reply: sessionStateSchema,
    refusals: { ...noOrganization, 'no-such-administrator': 404 },
    rate: { max: 30, perSeconds: 60 },
  }),
  endSupportSession: endpoint({
    method: 'POST',
    path: '/staff/supportSession/end',
    summary:
      'Ends the support session of this browser. Nobody is signed in then: going on as staff takes a sign-in.',
    access: 'session',
    body: z.object({}),
    reply: sessionStateSchema,
    refusals: { 'no-support-session': 409 },
    beforeSecondFactor: true,
  }),
};
