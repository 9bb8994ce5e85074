import path from 'node:path';
import type { Brand } from '../contract.ts';
import type { Catalog, CatalogBrand, Channel, SignUpCode } from './catalog.ts';
import { byId, type CatalogParts } from './catalogFiles.ts';
import { ConfigError } from './configFiles.ts';
import type { BrandEntry, ChannelEntry } from './configSchemas.ts';
import type { Picture } from './logo.ts';

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

function makeBrand(parts: CatalogParts, entry: BrandEntry, furtherPictures: readonly string[]): CatalogBrand {
  const dark = entry.brandLogoDark ?? entry.brandLogo;
  const pictures = new Map(
    [entry.brandLogo, dark, entry.brandMark, ...furtherPictures].map((file) => [
      file,
      parts.pictureOf(entry.brandId, file),
    ]),
  );
  const logo = pictures.get(entry.brandLogo)!;
  const shown = (file: string) => parts.shown(path.join('brands', entry.brandId, file));
  if (pictures.get(dark)!.width !== logo.width || pictures.get(dark)!.height !== logo.height)
    throw new ConfigError(shown(dark), '', `must have the same size as ${entry.brandLogo}`);
  const mark = pictures.get(entry.brandMark)!;
  if (mark.width !== mark.height) throw new ConfigError(shown(entry.brandMark), '', 'must be square');
  const address = (file: string) => pictureAddress(entry.brandId, file, pictures.get(file)!);
  const webDomain = entry.webDomain ?? parts.publicUrl.hostname;
  const wire: Brand = {
    brandId: entry.brandId,
    brandLogo: address(entry.brandLogo),
    brandLogoDark: address(dark),
    brandLogoSize: { width: logo.width, height: logo.height },
    brandMark: address(entry.brandMark),
    brandNameLong: entry.brandNameLong,
    brandNameShort: entry.brandNameShort,
    webDomain,
    webAddress: webAddressOf(webDomain, parts.publicUrl),
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

const found = <T>(map: ReadonlyMap<string, T>, id: string, file: string, place: string, what: string): T => {
  const value = map.get(id);
  if (value === undefined)
    throw new ConfigError(
      file,
      place,
      `names the ${what} '${id}', which does not exist; there are ${[...map.keys()].join(', ')}`,
    );
  return value;
};

/** The channel of each brand that people without a subscription id get: exactly one. */
function defaultsOf(
  brandIds: Iterable<string>,
  made: readonly { entry: ChannelEntry; channel: Channel }[],
  channelsName: string,
): Map<string, Channel> {
  const defaultChannels = new Map<string, Channel>();
  for (const brandId of brandIds) {
    const own = made.filter(({ entry }) => entry.brandId === brandId && entry.defaultForBrand);
    if (own.length !== 1)
      throw new ConfigError(
        channelsName,
        '',
        `${own.length === 0 ? 'no channel has' : 'more than one channel has'} defaultForBrand: true for the brand '${brandId}'; set it on exactly one`,
      );
    defaultChannels.set(brandId, own[0]!.channel);
  }
  return defaultChannels;
}

/** Joins the parts of a catalogue and checks what one says about another. Throws `ConfigError` with one sentence. */
export function buildCatalog(parts: CatalogParts): Catalog {
  const { plans, coupons } = parts;
  const [brandsName, channelsName] = [parts.shown('brands.yaml'), parts.shown('channels.yaml')];
  byId(
    brandsName,
    (i) => `brands[${i}].brandId`,
    parts.brands,
    (entry) => entry.brandId,
  );
  const pictures = (brandId: string) =>
    parts.channels
      .filter((channel) => channel.brandId === brandId)
      .flatMap((channel) => channel.uiRules.logos.map((logo) => logo.file));
  const brands = new Map(
    parts.brands.map((entry) => [entry.brandId, makeBrand(parts, entry, pictures(entry.brandId))]),
  );
  byId(
    brandsName,
    () => 'hosts:',
    parts.brands.flatMap((entry) => [
      ...new Set([...entry.hosts, ...(entry.webDomain ? [entry.webDomain] : [])]),
    ]),
    (host) => host,
  );
  const defaultBrand = found(brands, parts.defaultBrand, brandsName, 'defaultBrand', 'brand');

  const made = parts.channels.map((entry, i): { entry: ChannelEntry; channel: Channel } => {
    const place = `channels[${i}]`;
    const brand = found(brands, entry.brandId, channelsName, `${place}.brandId`, 'brand');
    const coupon = (code: string, at: string) =>
      found(coupons, code, channelsName, `${place}.${at}`, 'coupon');
    for (const [k, promotion] of entry.promotions.entries())
      coupon(promotion.couponCode, `promotions[${k}].couponCode`);
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
    entry.subscriptionIds.map((given, k): SignUpCode => ({
      signUpCode: given.id,
      channel,
      plan: given.plan
        ? found(plans, given.plan, channelsName, `channels[${i}].subscriptionIds[${k}].plan`, 'plan')
        : channel.defaultPlan,
      validUntil: [given.validUntil, entry.validUntil].filter((day) => day !== undefined).sort()[0] ?? null,
    })),
  );
  const signUpCodes = byId(
    channelsName,
    () => 'subscriptionIds:',
    links,
    (link) => link.signUpCode.toLowerCase(),
  );
  return {
    brands,
    defaultBrand,
    channels,
    defaultChannels: defaultsOf(brands.keys(), made, channelsName),
    signUpCodes,
    plans,
    coupons,
    maintenance: parts.maintenance,
    reviewMonths: parts.reviewMonths,
  };
}
