import { pacificDay, type Day } from '#platform/days.ts';
import type { ReplyOf } from '#platform/endpoint.ts';
import type { OrgScope } from '#platform/server/ctx.ts';
import { Refusal } from '#platform/server/refusal.ts';
import type { Handler } from '#platform/server/http/serve.ts';
import { brandOfOrg } from '#modules/catalog/server/public.ts';
import { modulesOf } from '#modules/plans/server/public.ts';
import { maturityElements, maturitySummary } from '#modules/maturity/server/public.ts';
import { monitoringSummary } from '#modules/monitoring/server/public.ts';
import { trainingSummary } from '#modules/training/server/public.ts';
import type { Marketplace, marketplaceContract, Partner } from '../contract.ts';
import { audienceWords, blocksOf, isLive, maxPercentOf, recommend, suits, type Needs } from '../rules.ts';
import { countClick, deleteOwned, insertOwned, selectCompany, selectOwned } from './marketplace.store.ts';
import { partnersOf, partnersOfBrand, type KnownPartner } from './partners.ts';

type Calls = typeof marketplaceContract;

const logoAddress = ({ logo, picture }: KnownPartner): string =>
  `/api/marketplace/logo/${logo}?v=${picture.version}`;

function liveOffer({ offer }: KnownPartner, today: Day): Partner['offer'] {
  if (!offer || !isLive(offer, today)) return null;
  const { type, text, terms = '' } = offer;
  return {
    type,
    value: offer.value ?? null,
    text,
    code: offer.code ?? null,
    validTo: offer.validTo ?? null,
    terms,
  };
}

async function needsOf(ctx: OrgScope): Promise<Needs> {
  const modules = await modulesOf(ctx);
  const [maturity, monitoring, training] = await Promise.all([
    modules?.cybermaturity === 'ACTIVE' ? maturitySummary(ctx) : null,
    modules?.monitoring === 'ACTIVE' ? monitoringSummary(ctx) : null,
    modules?.training === 'ACTIVE' ? trainingSummary(ctx) : null,
  ]);
  const weakest = new Set(maturity?.weakest.map(({ id }) => id));
  return {
    elements: maturityElements().flatMap(({ id, title }) => {
      const level = maturity?.levels[id];
      return level === undefined ? [] : [{ id, title, level, weakest: weakest.has(id) }];
    }),
    highs: monitoring?.webAppsIssues.highs ?? 0,
    mediums: monitoring?.webAppsIssues.mediums ?? 0,
    overdueCourses: training?.overdue ?? 0,
  };
}

async function gather(ctx: OrgScope): Promise<Marketplace> {
  const known = partnersOf(ctx.settings);
  const { wire: brand } = await brandOfOrg(ctx);
  const entries = partnersOfBrand(known, brand.brandId);
  const today = pacificDay(ctx.now());
  const needs = await needsOf(ctx);
  const { owned, company } = await ctx.inOrg(async (db) => ({
    owned: await selectOwned(db),
    company: await selectCompany(db),
  }));
  const ranked = recommend(
    entries.filter((entry) => !owned.has(entry.id) && suits(entry.audience, company)),
    needs,
  );
  const because = new Map(ranked.map((one) => [one.id, one.because]));
  const partners = entries.map((entry): Partner => ({
    id: entry.id,
    route: entry.route,
    name: entry.name,
    tagline: entry.tagline,
    category: entry.category,
    logo: logoAddress(entry),
    summary: entry.summary,
    body: blocksOf(entry.body),
    benefits: entry.benefits,
    solves: entry.solvesWords,
    audience: audienceWords(entry.audience),
    offer: liveOffer(entry, today),
    cta: entry.cta,
    disclosure: entry.disclosure,
    owned: owned.has(entry.id),
    because: because.get(entry.id) ?? null,
  }));
  const shown = new Set(partners.map(({ id }) => id));
  return {
    maxPercent: maxPercentOf(partners.map(({ offer }) => offer)),
    disclosure: known.disclosure.replaceAll('{brand}', brand.brandNameShort),
    carousel: {
      autoplaySeconds: known.carousel.autoplaySeconds,
      slides: known.carousel.slides.filter((id) => shown.has(id) && !owned.has(id)),
    },
    categories: known.categories
      .map((category) => ({
        ...category,
        partners: partners.filter((one) => one.category === category.id).length,
      }))
      .filter((category) => category.partners > 0),
    partners: [...partners.filter((one) => !one.owned), ...partners.filter((one) => one.owned)],
    recommended: ranked.map(({ id }) => id),
  };
}

/** What the marketplace shows to an organisation; it changes with its results, with what it owns, and with the day. */
export const getJson = async (ctx: OrgScope): Promise<ReplyOf<Calls['getJson']>> => ({
  data: await gather(ctx),
});

const partnerOf = async (ctx: OrgScope, id: string): Promise<KnownPartner | null> =>
  partnersOfBrand(partnersOf(ctx.settings), (await brandOfOrg(ctx)).wire.brandId).find(
    (one) => one.id === id,
  ) ?? null;

/** Refuses with `no-such-partner`. */
export const markOwned: Handler<Calls['markOwned']> = async (ctx, { partner: id, owned }) => {
  const partner = await partnerOf(ctx, id);
  if (!partner) throw new Refusal('no-such-partner');
  await ctx.inOrg((db) =>
    owned
      ? insertOwned(db, { orgId: ctx.orgId, partnerId: id, name: partner.name, at: ctx.now() })
      : deleteOwned(db, id),
  );
  return getJson(ctx);
};

export const countOffer: Handler<Calls['countOffer']> = async (ctx, { partner: id }) => {
  // staff who look around are no customers
  if (ctx.session.supportStaff !== null || !(await partnerOf(ctx, id))) return {};
  await countClick(ctx.global, (await brandOfOrg(ctx)).wire.brandId, id, pacificDay(ctx.now()));
  return {};
};

/** What the card of the dashboard says: the largest percent offer of today, and how many partners there are. */
export async function marketplaceSummary(
  ctx: OrgScope,
): Promise<{ maxPercent: number | null; partners: number }> {
  const entries = partnersOfBrand(partnersOf(ctx.settings), (await brandOfOrg(ctx)).wire.brandId);
  const today = pacificDay(ctx.now());
  return {
    maxPercent: maxPercentOf(entries.map((entry) => liveOffer(entry, today))),
    partners: entries.length,
  };
}
