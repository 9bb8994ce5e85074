import { pacificDay, type Day } from '#platform/days.ts';
import type { Settings } from '#platform/server/settings/settings.ts';
import type { Brand, SignUpOffer, UiRules } from '../contract.ts';
import { fillIn, hostBelongsTo, hostName } from '../rules.ts';
import type { BrandEntry, ChannelEntry, Coupon, Plan } from './configSchemas.ts';
import { catalogOf } from './liveCatalog.ts';
import type { Picture } from './logo.ts';

/** A brand as the server holds it: what the browser sees, and its pictures. */
export type CatalogBrand = {
  entry: BrandEntry;
  wire: Brand;
  pictures: ReadonlyMap<string, Picture>;
  logo: Picture;
};
export type EligiblePlan = { plan: Plan; planDiscountMessage: string; coupons: readonly Coupon[] };
export type Channel = {
  channelId: string;
  brand: CatalogBrand;
  trial: ChannelEntry['trial'];
  defaultPlan: Plan;
  /** From the smallest to the largest. */
  eligiblePlans: readonly EligiblePlan[];
  uiRules: UiRules;
  promotions: ChannelEntry['promotions'];
};
export type SignUpCode = {
  signUpCode: string;
  channel: Channel;
  plan: Plan;
  validUntil: Day | null;
};

/** Everything that an operator edits, checked and joined. */
export type Catalog = {
  brands: ReadonlyMap<string, CatalogBrand>;
  defaultBrand: CatalogBrand;
  channels: ReadonlyMap<string, Channel>;
  /** Channel of sign-ups without a subscription id, by brand. */
  defaultChannels: ReadonlyMap<string, Channel>;
  /** By lower-cased id. */
  signUpCodes: ReadonlyMap<string, SignUpCode>;
  plans: ReadonlyMap<string, Plan>;
  coupons: ReadonlyMap<string, Coupon>;
  maintenance: { title: string; subHead: string; content: string };
  reviewMonths: number;
};

/** The brand whose host this is, or null. A host comes from the request, so it chooses what is shown and nothing else. */
export function brandForHost(catalog: Catalog, host: string): CatalogBrand | null {
  const own = [...catalog.brands.values()].filter((brand) =>
    hostBelongsTo(host, brand.entry.hosts, brand.entry.webDomain ?? null),
  );
  const exact = own.find((brand) => brand.entry.hosts.includes(hostName(host)));
  return exact ?? own.sort((a, b) => b.wire.webDomain.length - a.wire.webDomain.length)[0] ?? null;
}

/** True for a host name under which this portal is reached. */
export const isOwnHost = (settings: Pick<Settings, 'configDir' | 'publicUrl'>, host: string): boolean =>
  host !== '' &&
  (hostName(host) === new URL(settings.publicUrl).hostname ||
    brandForHost(catalogOf(settings), host) !== null);

/** A channel of the configuration; one that an operator has since removed falls back to the default brand's. */
export const channelOf = (catalog: Catalog, channelId: string): Channel =>
  catalog.channels.get(channelId) ?? catalog.defaultChannels.get(catalog.defaultBrand.wire.brandId)!;

export const brandOfChannel = (catalog: Catalog, channelId: string): CatalogBrand =>
  channelOf(catalog, channelId).brand;

export const defaultChannelOf = (catalog: Catalog, brand: CatalogBrand): Channel =>
  catalog.defaultChannels.get(brand.wire.brandId)!;

/** Channel and plan that a subscription id stands for, whatever its case and whether or not it is still good; null when unknown. */
export const findSignUpCode = (catalog: Catalog, signUpCode: string): SignUpCode | null =>
  catalog.signUpCodes.get(signUpCode.trim().toLowerCase()) ?? null;

/** True after the last day on which a subscription id is good. */
export const isSignUpCodeExpired = (link: SignUpCode, now: Date): boolean =>
  link.validUntil !== null && pacificDay(now) > link.validUntil;

/** A plan by its id, whatever its case; one that an operator has since removed falls back to the smallest of the channel. */
export const planOf = (catalog: Catalog, planId: string, channelId = ''): Plan =>
  catalog.plans.get(planId) ??
  [...catalog.plans.values()].find((plan) => plan.planId.toLowerCase() === planId.toLowerCase()) ??
  channelOf(catalog, channelId).eligiblePlans[0]!.plan;

/** What a plan offers to the customers of a channel: the page about insurance needs an insurer to send them to. */
export const offeredBy = ({ brand }: Channel, plan: Plan): Plan => ({
  ...plan,
  insurance: plan.insurance && brand.entry.insurer !== undefined,
});

/** design.md 9: host, else the organisation's channel, else the subscription id, else the default. */
export function chooseBrand(
  catalog: Catalog,
  by: { host?: string; channelId?: string | null; signUpCode?: string | null },
): CatalogBrand {
  const byHost = by.host ? brandForHost(catalog, by.host) : null;
  if (byHost) return byHost;
  if (by.channelId) return brandOfChannel(catalog, by.channelId);
  const link = by.signUpCode ? findSignUpCode(catalog, by.signUpCode) : null;
  return link?.channel.brand ?? catalog.defaultBrand;
}

/** What signing up through a channel gives. */
export const signUpOffer = (channel: Channel, plan: Plan = channel.defaultPlan): SignUpOffer => ({
  channelId: channel.channelId,
  planId: plan.planId,
  trialEnabled: channel.trial.enabled,
  trialDays: channel.trial.days,
  uiRules: channel.uiRules,
});

/** Words that a brand's texts may use. */
export const fillBrand = (brand: Brand, text: string): string =>
  fillIn(text, {
    brand: brand.brandNameShort,
    brandLong: brand.brandNameLong,
    emailDomain: brand.emailDomain,
    emaildomain: brand.emailDomain,
  });
