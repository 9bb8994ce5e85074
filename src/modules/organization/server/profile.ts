import type { z } from 'zod';
import type { OrgCtx, PublicCtx, SessionCtx } from '#platform/server/ctx.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { catalogOf } from '#modules/catalog/server/public.ts';
import type { organizationContract, Person } from '../contract.ts';
import { noGoals, type Goals } from '../goals.ts';
import { companyOf } from './company.ts';
import {
  mergeGoals,
  selectMembership,
  updatePerson,
  type MembershipRow,
  type PersonChange,
} from './organizations.store.ts';
import { signUpOf } from './signUp.ts';

export type ProfileReply = z.output<(typeof organizationContract)['profileCheck']['reply']>;

const personOf = (row: MembershipRow): Person => ({
  firstName: row.firstName,
  lastName: row.lastName,
  email: row.email,
  jobTitle: row.jobTitle,
  cognitoId: row.cognitoId,
  orgId: row.orgId,
  hasSeenOrgGoals: row.hasSeenOrgGoals,
});

/** Person and organisation of a session; where there is no organisation yet, what signing up left for onboarding. */
export async function readProfile(ctx: SessionCtx): Promise<ProfileReply> {
  const { session } = ctx;
  const config = { environmentName: ctx.settings.environmentName };
  const row = session.orgId
    ? await ctx.forOrg(session.orgId).inOrg((db) => selectMembership(db, session.orgId!, session.cognitoId))
    : undefined;
  if (row)
    return {
      companyData: companyOf(row),
      userData: personOf(row),
      signupData: { email: row.email, subscriptionId: row.signUpCode, channelId: row.channelId },
      orgId: row.orgId,
      orgGoals: { ...noGoals, ...row.orgGoals },
      closing: row.closingDueAt && { dueAt: row.closingDueAt.toISOString() },
      config,
    };
  const { signUpCode, channel, invited } = await signUpOf(ctx, catalogOf(ctx.settings), {
    whenUnknown: 'default',
  });
  return {
    companyData: null,
    userData: null,
    signupData: {
      email: session.email,
      subscriptionId: signUpCode,
      channelId: channel.channelId,
      ...(invited && {
        firstName: invited.firstName,
        lastName: invited.lastName,
        companyName: invited.companyName,
      }),
    },
    orgId: null,
    orgGoals: null,
    closing: null,
    config,
  };
}

/** A person may ask about nobody but themself. Refuses with `no-such-person`. */
export async function checkProfile(
  ctx: SessionCtx,
  { cognitoId }: { cognitoId: string },
): Promise<ProfileReply> {
  if (cognitoId !== ctx.session.cognitoId) throw new Refusal('no-such-person');
  return readProfile(ctx);
}

/** What `profileCheck` answers, for the page's first answer; null when nobody is signed in. */
export const profileAnswer = async (ctx: PublicCtx): Promise<ProfileReply | null> =>
  ctx.session ? readProfile({ ...ctx, session: ctx.session }) : null;

export type EditUser = {
  cognitoId: string;
  userProfile: PersonChange;
  orgId?: string;
  orgGoals?: Partial<Goals>;
  hasSeenOrgGoals?: boolean;
};

/**
 * Changes an administrator of the caller's organisation; with `orgGoals` also what the organisation wants to reach.
 * Refuses with `no-such-person`.
 */
export async function editUser(ctx: OrgCtx, request: EditUser): Promise<{ data: Person }> {
  // another organisation answers like one that does not exist
  if (request.orgId !== undefined && request.orgId !== ctx.orgId) throw new Refusal('no-such-person');
  const { hasSeenOrgGoals: seen = request.hasSeenOrgGoals, ...details } = request.userProfile;
  const change: PersonChange = { ...details, ...(seen === undefined ? {} : { hasSeenOrgGoals: seen }) };
  return ctx.inOrg(async (db) => {
    if (!(await updatePerson(db, ctx.orgId, request.cognitoId, change, ctx.now())))
      throw new Refusal('no-such-person');
    if (request.orgGoals) await mergeGoals(db, ctx.orgId, request.orgGoals, ctx.now());
    return { data: personOf((await selectMembership(db, ctx.orgId, request.cognitoId))!) };
  });
}
