import type { OrgScope, PublicCtx } from '#platform/server/ctx.ts';
import { readSummary } from '#platform/server/database/summaryPart.ts';
import type { BootConfig, SubscriptionCheck } from '../contract.ts';
import { isPromotionOn, quoteAddress } from '../rules.ts';
import {
  brandForHost,
  channelOf,
  findSignUpCode,
  chooseBrand,
  defaultChannelOf,
  fillBrand,
  isSignUpCodeExpired,
  signUpOffer,
  type Catalog,
  type CatalogBrand,
  type Channel,
  type SignUpCode,
} from './catalog.ts';
import { catalogOf } from './liveCatalog.ts';
import { accessPart, type AccessRow } from './subscription.store.ts';

/** What an organisation subscribes to, remembered until its row changes. */
const subscriptionOf = (ctx: OrgScope): Promise<AccessRow | null> =>
  ctx.remember('organization', ctx.orgId, 'subscription', () => readSummary(ctx, accessPart(ctx.orgId)));

/** What nearly every call needs of an organisation, in one read; null where it has no row yet. */
export const accessOf: (ctx: OrgScope) => Promise<AccessRow | null> = subscriptionOf;

/** Whether an organisation demands a second factor of every administrator; asked together with its subscription. */
export const secondFactorRequired = async (ctx: OrgScope): Promise<boolean> =>
  (await subscriptionOf(ctx))?.secondFactorRequired ?? false;

const subscriptionOfSession = async (ctx: PublicCtx): Promise<AccessRow | null> => {
  const orgId = ctx.session?.orgId;
  return orgId ? subscriptionOf(ctx.forOrg(orgId)) : null;
};

/** What a subscription id stands for; nothing at an address of another brand, whose customers it is not meant for. */
function linkAt(catalog: Catalog, host: string, signUpCode: string): SignUpCode | null {
  const link = findSignUpCode(catalog, signUpCode);
  const own = brandForHost(catalog, host);
  return link && own && own !== link.channel.brand ? null : link;
}

type Visit = { catalog: Catalog; brand: CatalogBrand; channel: Channel };

/** Brand and channel of whoever looks at the portal now. */
async function visitOf(ctx: PublicCtx, signUpCode?: string): Promise<Visit> {
  const catalog = catalogOf(ctx.settings);
  const subscription = await subscriptionOfSession(ctx);
  const brand = chooseBrand(catalog, {
    host: ctx.client.host,
    channelId: subscription?.channelId,
    signUpCode,
  });
  const link = signUpCode ? linkAt(catalog, ctx.client.host, signUpCode) : null;
  const channel = subscription
    ? channelOf(catalog, subscription.channelId)
    : link && !isSignUpCodeExpired(link, ctx.now())
      ? link.channel
      : defaultChannelOf(catalog, brand);
  return { catalog, brand, channel };
}

/** The brand that whoever looks at the portal now sees: of the host, else of the own organization, else of a subscription id. */
export const brandOfVisit = async (ctx: PublicCtx, signUpCode?: string): Promise<CatalogBrand> =>
  (await visitOf(ctx, signUpCode)).brand;

/** All that the browser must know before its first screen. */
export async function bootConfig(ctx: PublicCtx, signUpCode?: string): Promise<BootConfig> {
  const { catalog, brand, channel } = await visitOf(ctx, signUpCode);
  const { settings } = ctx;
  const { kind, browser } = ctx.providers.billing;
  const { leadsGoOutside, eventsGoOutside } = ctx.providers.marketing;
  const now = ctx.now();
  const fill = (text: string) => fillBrand(brand.wire, text);
  return {
    brand: brand.wire,
    // the portal's own pool is reached under the name by which the portal was
    userPool: ctx.providers.identity.browserUserPool(ctx.client.origin),
    portalConfig: {
      stripeApiKey: settings.stripeApiKey ?? '',
      environmentName: settings.environmentName,
      sessionInactivityTimeout: settings.sessionInactivitySeconds,
      quoteLink: brand.entry.quote ? quoteAddress(brand.entry.quote, settings.environmentName) : null,
      passwordRules: settings.passwordRules,
      securityPolicyConfig: { env: settings.environmentName, reviewMonths: catalog.reviewMonths },
      chargebeeSite: settings.chargebee?.site ?? '',
      analytics: { asksConsent: leadsGoOutside || eventsGoOutside, leadsGoOutside },
      billing: {
        kind,
        scriptUrl: browser.scriptUrl,
        site: browser.site,
        publishableKey: browser.publishableKey,
      },
    },
    maintenance: {
      enabled: settings.maintenance,
      title: fill(catalog.maintenance.title),
      subHead: fill(catalog.maintenance.subHead),
      content: fill(catalog.maintenance.content),
    },
    heapKey: settings.heapAppId ?? '',
    captcha: ctx.providers.captcha.browserWidget(),
    signUp: signUpOffer(channel),
    promotions: channel.promotions
      .map((promotion) => ({ ...promotion, from: promotion.from ?? null }))
      .filter((promotion) => isPromotionOn(promotion, now)),
  };
}

/** platform.md 7: whether an id opens the sign-up, and with what words, channel and plan. */
export async function checkSubscriptionId(
  ctx: PublicCtx,
  { id }: { id: string },
): Promise<{ data: SubscriptionCheck }> {
  const catalog = catalogOf(ctx.settings);
  const link = linkAt(catalog, ctx.client.host, id);
  const brand = chooseBrand(catalog, { host: ctx.client.host, signUpCode: id }).wire;
  if (!link)
    return {
      data: {
        subscriptionIdStatus: 'invalid',
        subscriptionId: id,
        channelId: null,
        planId: null,
        uiRules: null,
        signUp: null,
        brand,
      },
    };
  const { channel, plan, signUpCode } = link;
  const expired = isSignUpCodeExpired(link, ctx.now());
  return {
    data: {
      subscriptionIdStatus: expired ? 'expired' : 'valid',
      subscriptionId: signUpCode,
      channelId: channel.channelId,
      planId: plan.planId,
      uiRules: channel.uiRules,
      signUp: expired ? null : signUpOffer(channel, plan),
      brand,
    },
  };
}

/** The brand of an organisation, for its mails and documents. */
export async function brandOfOrg(ctx: OrgScope): Promise<CatalogBrand> {
  const subscription = await subscriptionOf(ctx);
  return chooseBrand(catalogOf(ctx.settings), { channelId: subscription?.channelId });
}
