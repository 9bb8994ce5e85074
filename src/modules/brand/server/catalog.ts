import path from 'node:path';
import type { Settings } from '#platform/server/settings.ts';
import type { Brand, SignUpOffer, UiRules } from '../contract.ts';
import { fillIn, hostBelongsTo, hostName, pacificDay } from '../rules.ts';
import { ConfigError, readConfigFile } from './configFiles.ts';
import { brandsFile, channelsFile, plansFile, type BrandEntry, type ChannelEntry, type Coupon, type Plan } from './configSchemas.ts';
import { readPicture, type Picture } from './logo.ts';

/** A brand as the server holds it: what the browser sees, and its pictures. */
export type CatalogBrand = { entry: BrandEntry; wire: Brand; pictures: ReadonlyMap<string, Picture>; logo: Picture };
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
export type SubscriptionLink = { subscriptionId: string; channel: Channel; plan: Plan; validUntil: string | null };

/** Everything that an operator edits, checked and joined. */
export type Catalog = {
  brands: ReadonlyMap<string, CatalogBrand>;
  defaultBrand: CatalogBrand;
  channels: ReadonlyMap<string, Channel>;
  /** Channel of sign-ups without a subscription id, by brand. */
  defaultChannels: ReadonlyMap<string, Channel>;
  /** By lower-cased id. */
  subscriptions: ReadonlyMap<string, SubscriptionLink>;
  plans: ReadonlyMap<string, Plan>;
  coupons: ReadonlyMap<string, Coupon>;
  maintenance: { title: string; subHead: string; content: string };
  reviewMonths: number;
};

/** The address of one picture of a brand; it changes with the picture, so that it may be kept for ever. */
const pictureAddress = (brandId: string, file: string, picture: Picture): string =>
  `/api/brand/logo/${brandId}/${file}?v=${picture.version}`;

/** Where a brand's portal is reached: the installation's own scheme and port on this machine, else https. */
const webAddressOf = (webDomain: string, publicUrl: URL): string =>
  webDomain === publicUrl.hostname
    ? publicUrl.origin
    : /(^|\.)localhost$/.test(webDomain)
      ? `${publicUrl.protocol}//${webDomain}${publicUrl.port ? `:${publicUrl.port}` : ''}`
      : `https://${webDomain}`;

function makeBrand(configDir: string, entry: BrandEntry, furtherPictures: readonly string[], publicUrl: URL): CatalogBrand {
  const dark = entry.brandLogoDark ?? entry.brandLogo;
  const pictures = new Map(
    [entry.brandLogo, dark, entry.brandMark, ...furtherPictures].map((file) => [
      file,
      readPicture(configDir, path.join('brands', entry.brandId, file)),
    ]),
  );
  const logo = pictures.get(entry.brandLogo)!;
  const shown = path.join(path.basename(configDir), 'brands', entry.brandId);
  if (pictures.get(dark)!.width !== logo.width || pictures.get(dark)!.height !== logo.height)
    throw new ConfigError(path.join(shown, dark), '', `must have the same size as ${entry.brandLogo}`);
  const mark = pictures.get(entry.brandMark)!;
  if (mark.width !== mark.height) throw new ConfigError(path.join(shown, entry.brandMark), '', 'must be square');
  const address = (file: string) => pictureAddress(entry.brandId, file, pictures.get(file)!);
  const webDomain = entry.webDomain ?? publicUrl.hostname;
  const wire: Brand = {
    brandId: entry.brandId,
    brandLogo: address(entry.brandLogo),
    brandLogoDark: address(dark),
    brandLogoSize: { width: logo.width, height: logo.height },
    brandMark: address(entry.brandMark),
    brandNameLong: entry.brandNameLong,
    brandNameShort: entry.brandNameShort,
    webDomain,
    webAddress: webAddressOf(webDomain, publicUrl),
    conciergeEmail: entry.conciergeEmail,
    conciergeSchedulingLink: entry.conciergeSchedulingLink,
    helpCenter: entry.helpCenter,
    emailDomain: entry.emailDomain,
    marketingCollateral: entry.marketingCollateral,
    accent: entry.colours.accent,
    radius: entry.radius,
    links: entry.links,
  };
  return { entry, wire, pictures, logo };
}

/** Values by id; an id that is there twice is refused. */
function byId<T>(file: string, placeOf: (i: number) => string, items: readonly T[], idOf: (item: T) => string): Map<string, T> {
  const map = new Map<string, T>();
  items.forEach((item, i) => {
    if (map.has(idOf(item))) throw new ConfigError(file, placeOf(i), `'${idOf(item)}' is there twice`);
    map.set(idOf(item), item);
  });
  return map;
}

const found = <T>(map: ReadonlyMap<string, T>, id: string, file: string, place: string, what: string): T => {
  const value = map.get(id);
  if (value === undefined)
    throw new ConfigError(file, place, `names the ${what} '${id}', which does not exist; there are ${[...map.keys()].join(', ')}`);
  return value;
};

/** Reads the whole configuration. Throws `ConfigError` with one sentence. */
export function loadCatalog({ configDir, publicUrl }: Pick<Settings, 'configDir' | 'publicUrl'>): Catalog {
  const shown = (name: string) => path.join(path.basename(configDir), name);
  const [brandsName, channelsName, plansName] = [shown('brands.yaml'), shown('channels.yaml'), shown('plans.yaml')];
  const brandsGiven = readConfigFile(configDir, 'brands.yaml', brandsFile);
  const channelsGiven = readConfigFile(configDir, 'channels.yaml', channelsFile);
  const plansGiven = readConfigFile(configDir, 'plans.yaml', plansFile);

  const plans = byId(
    plansName,
    (i) => `plans[${i}].planId`,
    plansGiven.plans,
    (plan) => plan.planId,
  );
  const coupons = byId(
    plansName,
    (i) => `coupons[${i}].couponCode`,
    plansGiven.coupons,
    (coupon) => coupon.couponCode,
  );
  byId(
    brandsName,
    (i) => `brands[${i}].brandId`,
    brandsGiven.brands,
    (entry) => entry.brandId,
  );
  const pictures = (brandId: string) =>
    channelsGiven.channels
      .filter((channel) => channel.brandId === brandId)
      .flatMap((channel) => channel.uiRules.logos.map((logo) => logo.file));
  const origin = new URL(publicUrl);
  const brands = new Map(brandsGiven.brands.map((entry) => [entry.brandId, makeBrand(configDir, entry, pictures(entry.brandId), origin)]));
  byId(
    brandsName,
    () => 'hosts:',
    brandsGiven.brands.flatMap((entry) => [...new Set([...entry.hosts, ...(entry.webDomain ? [entry.webDomain] : [])])]),
    (host) => host,
  );
  const defaultBrand = found(brands, brandsGiven.defaultBrand, brandsName, 'defaultBrand', 'brand');

  const made = channelsGiven.channels.map((entry, i): { entry: ChannelEntry; channel: Channel } => {
    const place = `channels[${i}]`;
    const brand = found(brands, entry.brandId, channelsName, `${place}.brandId`, 'brand');
    const coupon = (code: string, at: string) => found(coupons, code, channelsName, `${place}.${at}`, 'coupon');
    for (const [k, promotion] of entry.promotions.entries()) coupon(promotion.couponCode, `promotions[${k}].couponCode`);
    const eligiblePlans = entry.eligiblePlans.map((given, k) => ({
      plan: found(plans, given.plan, channelsName, `${place}.eligiblePlans[${k}]`, 'plan'),
      planDiscountMessage: given.planDiscountMessage,
      coupons: given.coupons.map((code) => coupon(code, `eligiblePlans[${k}].coupons`)),
    }));
    const logos = entry.uiRules.logos.map(({ file, alt }) => {
      const { width, height } = brand.pictures.get(file)!;
      return { src: pictureAddress(entry.brandId, file, brand.pictures.get(file)!), alt, width, height };
    });
    const defaultPlan = found(plans, entry.defaultPlan, channelsName, `${place}.defaultPlan`, 'plan');
    return {
      entry,
      channel: {
        channelId: entry.channelId,
        brand,
        trial: entry.trial,
        defaultPlan,
        eligiblePlans,
        uiRules: { ...entry.uiRules, logos },
        promotions: entry.promotions,
      },
    };
  });
  const channels = byId(
    channelsName,
    (i) => `channels[${i}].channelId`,
    made.map(({ channel }) => channel),
    (channel) => channel.channelId,
  );
  const links = made.flatMap(({ entry, channel }, i) =>
    entry.subscriptionIds.map((given, k): SubscriptionLink => ({
      subscriptionId: given.id,
      channel,
      plan: given.plan ? found(plans, given.plan, channelsName, `channels[${i}].subscriptionIds[${k}].plan`, 'plan') : channel.defaultPlan,
      validUntil: [given.validUntil, entry.validUntil].filter((day) => day !== undefined).sort()[0] ?? null,
    })),
  );
  const subscriptions = byId(
    channelsName,
    () => 'subscriptionIds:',
    links,
    (link) => link.subscriptionId.toLowerCase(),
  );
  const defaultChannels = new Map<string, Channel>();
  for (const brandId of brands.keys()) {
    const own = made.filter(({ entry }) => entry.brandId === brandId && entry.defaultForBrand);
    if (own.length !== 1)
      throw new ConfigError(
        channelsName,
        '',
        `${own.length === 0 ? 'no channel has' : 'more than one channel has'} defaultForBrand: true for the brand '${brandId}'; set it on exactly one`,
      );
    defaultChannels.set(brandId, own[0]!.channel);
  }
  return {
    brands,
    defaultBrand,
    channels,
    defaultChannels,
    subscriptions,
    plans,
    coupons,
    maintenance: brandsGiven.maintenance,
    reviewMonths: brandsGiven.securityPolicy.reviewMonths,
  };
}

const loaded = new Map<string, Catalog>();

/** The catalogue of an installation, read and checked once per folder. Throws `ConfigError`. */
export function catalogOf(settings: Pick<Settings, 'configDir' | 'publicUrl'>): Catalog {
  const key = `${settings.configDir}\n${settings.publicUrl}`;
  const known = loaded.get(key);
  if (known) return known;
  const catalog = loadCatalog(settings);
  loaded.set(key, catalog);
  return catalog;
}

/** The brand whose host this is, or null. A host comes from the request, so it chooses what is shown and nothing else. */
export function brandForHost(catalog: Catalog, host: string): CatalogBrand | null {
  const own = [...catalog.brands.values()].filter((brand) => hostBelongsTo(host, brand.entry.hosts, brand.entry.webDomain ?? null));
  const exact = own.find((brand) => brand.entry.hosts.includes(hostName(host)));
  return exact ?? own.sort((a, b) => b.wire.webDomain.length - a.wire.webDomain.length)[0] ?? null;
}

/** True for a host name under which this portal is reached. */
export const isOwnHost = (settings: Pick<Settings, 'configDir' | 'publicUrl'>, host: string): boolean =>
  host !== '' && (hostName(host) === new URL(settings.publicUrl).hostname || brandForHost(catalogOf(settings), host) !== null);

/** A channel of the configuration; one that an operator has since removed falls back to the default brand's. */
export const channelOf = (catalog: Catalog, channelId: string): Channel =>
  catalog.channels.get(channelId) ?? catalog.defaultChannels.get(catalog.defaultBrand.wire.brandId)!;

export const brandOfChannel = (catalog: Catalog, channelId: string): CatalogBrand => channelOf(catalog, channelId).brand;

export const defaultChannelOf = (catalog: Catalog, brand: CatalogBrand): Channel => catalog.defaultChannels.get(brand.wire.brandId)!;

/** Channel and plan that a subscription id stands for, whatever its case and whether or not it is still good; null when unknown. */
export const channelOfSubscription = (catalog: Catalog, subscriptionId: string): SubscriptionLink | null =>
  catalog.subscriptions.get(subscriptionId.trim().toLowerCase()) ?? null;

/** True after the last day on which a subscription id is good. */
export const isSubscriptionExpired = (link: SubscriptionLink, now: Date): boolean =>
  link.validUntil !== null && pacificDay(now) > link.validUntil;

/** A plan by its id, whatever its case; one that an operator has since removed falls back to the smallest of the channel. */
export const planOf = (catalog: Catalog, planId: string, channelId = ''): Plan =>
  catalog.plans.get(planId) ??
  [...catalog.plans.values()].find((plan) => plan.planId.toLowerCase() === planId.toLowerCase()) ??
  channelOf(catalog, channelId).eligiblePlans[0]!.plan;

/** design.md 9: host, else the organisation's channel, else the subscription id, else the default. */
export function chooseBrand(
  catalog: Catalog,
  by: { host?: string; channelId?: string | null; subscriptionId?: string | null },
): CatalogBrand {
  const byHost = by.host ? brandForHost(catalog, by.host) : null;
  if (byHost) return byHost;
  if (by.channelId) return brandOfChannel(catalog, by.channelId);
  const link = by.subscriptionId ? channelOfSubscription(catalog, by.subscriptionId) : null;
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
