import type { staffContract } from '../contract.ts';
import type { Handlers } from '#platform/server/http/serve.ts';
import type { BaseCtx, PublicCtx, StaffCtx } from '#platform/server/ctx.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { isStaffSession } from '#platform/server/session.ts';
import { brandOfChannel, catalogOf, planOf } from '#modules/catalog/server/public.ts';
import { isTrialExpired, trialDaysLeft } from '#modules/plans/server/public.ts';
import type { StaffAdministrator, StaffMember, StaffOrganization } from '../contract.ts';
import { isInScope, pageSize } from '../rules.ts';
import { selectMember, type MemberRow } from './members.store.ts';
import * as store from './organizations.store.ts';

type Calls = Handlers<typeof staffContract>;

/** Whoever is removed from the staff loses their session with it; this asks again all the same. */
export async function memberOf(ctx: StaffCtx): Promise<MemberRow> {
  const member = await selectMember(ctx.global, ctx.staff.id);
  if (!member) throw new Refusal('not-found');
  return member;
}

/** Channels whose organisations a member sees; null for all, those that an operator has since removed included. */
export function channelsOf(
  ctx: Pick<BaseCtx, 'settings'>,
  member: Pick<MemberRow, 'brandId'>,
): string[] | null {
  if (member.brandId === null) return null;
  return [...catalogOf(ctx.settings).channels.values()]
    .filter(({ brand }) => isInScope(member.brandId, brand.wire.brandId))
    .map(({ channelId }) => channelId);
}

export const readMember: Calls['staffProfile'] = async (ctx) => {
  const { name, email, brandId } = await memberOf(ctx);
  const brand =
    brandId === null ? null : (catalogOf(ctx.settings).brands.get(brandId)?.wire.brandNameLong ?? brandId);
  const brands = [...catalogOf(ctx.settings).brands.values()]
    .filter(({ wire }) => isInScope(brandId, wire.brandId))
    .map(({ wire }) => ({ brandId: wire.brandId, name: wire.brandNameShort }));
  return { data: { name, email, brand, brands } };
};

/** What `staffProfile` answers, for the page's first answer; null for anyone else, and before the second factor. */
export const memberAnswer = async (ctx: PublicCtx): Promise<{ data: StaffMember } | null> =>
  ctx.session && isStaffSession(ctx.session) && ctx.session.strong
    ? readMember({ ...ctx, session: ctx.session, staff: ctx.session.staff! }, {})
    : null;

/** The channels of one brand among those that a member sees; all of them where no brand is asked for. */
export function channelsWithin(
  ctx: Pick<BaseCtx, 'settings'>,
  { channels }: { channels: string[] | null },
  brandId: string,
): string[] | null {
  if (brandId === '') return channels;
  return [...catalogOf(ctx.settings).channels.values()]
    .filter(
      ({ brand, channelId }) =>
        brand.wire.brandId === brandId && (channels === null || channels.includes(channelId)),
    )
    .map(({ channelId }) => channelId);
}

function described(ctx: BaseCtx, row: store.OrganizationRow): StaffOrganization {
  const catalog = catalogOf(ctx.settings);
  const subscription = { subscriptionStatus: row.subscriptionStatus, expirationDate: row.expirationDate };
  const now = ctx.now();
  return {
    orgId: row.orgId,
    companyName: row.companyName,
    brand: brandOfChannel(catalog, row.channelId).wire.brandNameShort,
    channelId: row.channelId,
    planName: planOf(catalog, row.planId, row.channelId).planName,
    status: isTrialExpired(subscription, now)
      ? 'trial-expired'
      : row.subscriptionStatus === 'INTRIAL'
        ? 'trial'
        : 'active',
    trialDaysLeft: trialDaysLeft(subscription, now),
    signUpDate: row.signUpDate.toISOString(),
    administrators: row.admins,
    lastActivity: row.lastActivity?.toISOString() ?? null,
  };
}

/** Organisations in the member's scope. A page that is past the end is answered with the first. */
export const listOrganizations: Calls['staffOrganizations'] = async (ctx, request) => {
  const channels = channelsWithin(ctx, { channels: channelsOf(ctx, await memberOf(ctx)) }, request.brandId);
  const load = (page: number) =>
    store.selectOrganizations(ctx.global, {
      channels,
      search: request.search,
      sort: request.sort,
      descending: request.direction === 'descending',
      ratingSource: ctx.providers.ratings.source.id,
      plans: [...catalogOf(ctx.settings).plans.keys()],
      atMost: pageSize,
      skip: (page - 1) * pageSize,
    });
  const asked = await load(request.page);
  const isPast = asked.rows.length === 0 && request.page > 1;
  const { rows, total } = isPast ? await load(1) : asked;
  return {
    data: {
      organizations: rows.map((row) => ({
        ...described(ctx, row),
        rating: row.rating,
        ratedOn: row.ratedOn,
        openHighs: row.openHighs,
      })),
      total,
      page: isPast ? 1 : request.page,
      pages: Math.max(1, Math.ceil(total / pageSize)),
    },
  };
};

const personOf = ({ since, ...row }: store.AdministratorRow): StaffAdministrator => ({
  ...row,
  since: since.toISOString(),
});

/** An organisation in the member's scope with its administrators. Refuses with `no-such-organization`. */
export const readOrganization: Calls['staffOrganization'] = async (ctx, { orgId }) => {
  const member = await memberOf(ctx);
  return ctx.forOrg(orgId).inOrg(async (db) => {
    const row = await store.selectOrganization(db, orgId);
    if (!row || !isVisible(ctx, member, row.channelId)) throw new Refusal('no-such-organization');
    const administrators = await store.selectAdministrators(db, orgId);
    return { data: { organization: described(ctx, row), administrators: administrators.map(personOf) } };
  });
};

/** Whether a member may see organisations of a channel. */
export const isVisible = (ctx: Pick<BaseCtx, 'settings'>, member: MemberRow, channelId: string): boolean => {
  const channels = channelsOf(ctx, member);
  return channels === null || channels.includes(channelId);
};
