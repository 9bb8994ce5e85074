import type { staffConciergeContract } from '../../conciergeContract.ts';
import type { Handlers } from '#platform/server/http/serve.ts';
import type { BaseCtx, StaffCtx } from '#platform/server/ctx.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { catalogOf } from '#modules/catalog/server/public.ts';
import { namedOrganizations, reachOf } from '#modules/concierge/server/public.ts';
import { industryCodes, industryLabel } from '#modules/organization/contract.ts';
import type { MessageFields } from '../../conciergeSchemas.ts';
import { isInScope } from '../../rules.ts';
import { deskOf, type Desk } from './scope.ts';

type Calls = Handlers<typeof staffConciergeContract>;

type Audience = MessageFields['audience'];

/** What a member of staff can write to. */
export const readOptions: Calls['conciergeOptions'] = async (ctx) => {
  const { member } = await deskOf(ctx);
  const { brands, plans } = catalogOf(ctx.settings);
  return {
    data: {
      brands: [...brands.values()]
        .filter(({ wire }) => isInScope(member.brandId, wire.brandId))
        .map(({ wire, entry }) => ({
          brandId: wire.brandId,
          name: wire.brandNameLong,
          shortName: wire.brandNameShort,
          emailDomain: wire.emailDomain,
          autoPublish: entry.concierge.autoPublish,
        })),
      industries: industryCodes.map((id) => ({ id, name: industryLabel(id) })),
      plans: [...plans.values()].map(({ planId, planName }) => ({ id: planId, name: planName })),
      brandId: member.brandId,
    },
  };
};

/**
 * The audience as it may be written to. Staff of one brand write within theirs, to named groups of it, and never to everybody.
 * Refuses with `not-your-audience`, `bad-audience`.
 */
export async function allowedAudience(
  ctx: StaffCtx,
  { member, channels }: Desk,
  asked: Audience,
): Promise<Audience> {
  const { brands, plans } = catalogOf(ctx.settings);
  const { kind, values } = asked;
  const own = member.brandId;
  if (own !== null) {
    if (kind === 'all' || (asked.brandId !== null && asked.brandId !== own))
      throw new Refusal('not-your-audience');
    if (kind === 'brand' && values.some((id) => id !== own)) throw new Refusal('not-your-audience');
  }
  const known: Record<Audience['kind'], (id: string) => boolean> = {
    all: () => false,
    brand: (id) => brands.has(id),
    plan: (id) => plans.has(id),
    industry: (id) => (industryCodes as readonly string[]).includes(id),
    organization: (id) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id),
  };
  if (!values.every(known[kind]) || (asked.brandId !== null && !brands.has(asked.brandId)))
    throw new Refusal('bad-audience');
  if (kind === 'organization') {
    const ids = new Set(values.map((id) => id.toLowerCase()));
    // one of another brand is like one that is not there
    if ((await namedOrganizations(ctx, channels, [...ids])).length !== ids.size)
      throw new Refusal('bad-audience');
  }
  return { kind, values, brandId: own ?? (kind === 'brand' ? null : asked.brandId) };
}

export const countReach: Calls['messageReach'] = async (ctx, { audience }) => {
  const desk = await deskOf(ctx);
  const [reach] = await reachOf(ctx, desk.channels, [await allowedAudience(ctx, desk, audience)]);
  return { data: reach! };
};

const listed = (names: readonly string[]): string =>
  names.length > 3 ? `${names.slice(0, 2).join(', ')} and ${names.length - 2} more` : names.join(', ');

/** Whom a message is for, as one reads it. */
export function audienceWords(
  ctx: Pick<BaseCtx, 'settings'>,
  { kind, values, brandId }: Pick<Audience, 'kind' | 'brandId'> & { values: readonly string[] },
  organizations: ReadonlyMap<string, string>,
): string {
  const { brands, plans } = catalogOf(ctx.settings);
  const brandOf = (id: string) => brands.get(id)?.wire.brandNameShort ?? id;
  const names: Record<Audience['kind'], (id: string) => string> = {
    all: (id) => id,
    brand: brandOf,
    plan: (id) => plans.get(id)?.planName ?? id,
    industry: industryLabel,
    organization: (id) => organizations.get(id.toLowerCase()) ?? 'An organization that is gone',
  };
  const within = brandId !== null && kind !== 'brand' ? ` (${brandOf(brandId)})` : '';
  return (kind === 'all' ? 'All customers' : listed(values.map(names[kind]))) + within;
}
