/** What the first HTML answer brings along, so that the first screen needs no second round trip (design: the wire). */

export type BootBrand = {
  brandId: string;
  brandLogo: string;
  brandLogoDark: string;
  brandLogoSize: { width: number; height: number };
  brandMark: string;
  brandNameLong: string;
  brandNameShort: string;
  webDomain: string;
  webAddress: string;
  conciergeEmail: string;
  conciergeSchedulingLink: string;
  helpCenter: string;
  emailDomain: string;
  marketingCollateral: string;
  accent: string;
  radius: 'rounded' | 'square';
  links: { terms: string; privacy: string; website: string };
};

export type SessionState = {
  authenticated: boolean;
  /** Seconds until the session ends by itself; 0 without a session. */
  expires: number;
  username: string;
  email: string;
  cognitoId: string;
  isProduction: boolean;
  productionMode: boolean;
  newUser: boolean;
  isZeguroServiceSession: boolean;
  isStaff: boolean;
  support: { staffName: string; endsIn: number } | null;
  secondFactorNeeded: boolean;
  heapKey: string;
};

export type SignUpOffer = {
  channelId: string;
  planId: string;
  trialEnabled: boolean;
  trialDays: number;
  uiRules: {
    channelDiscountTitle: string;
    channelDiscountDescription: string;
    logos: { src: string; alt: string; width: number; height: number }[];
  };
};

export type PortalFacts = {
  brand: BootBrand;
  userPool: { ClientId: string; UserPoolId: string; region: string; endpoint: string | null };
  portalConfig: {
    stripeApiKey: string;
    environmentName: string;
    sessionInactivityTimeout: number;
    securityPolicyConfig: unknown;
    passwordRules: 'portal' | 'pool';
    quoteLink: string | null;
    chargebeeSite: string;
    billing: {
      kind: 'sandbox' | 'chargebee';
      scriptUrl: string | null;
      site: string;
      publishableKey: string;
    };
    analytics: { asksConsent: boolean; leadsGoOutside: boolean };
  };
  maintenance: { enabled: boolean; title: string; subHead: string; content: string };
  heapKey: string;
  captcha: { siteKey: string; scriptAddress: string } | null;
  signUp: SignUpOffer;
  promotions: { text: string; couponCode: string; from: string | null; before: string }[];
};

export type Boot = {
  config: PortalFacts;
  session: SessionState;
  csrfToken: string;
  /** Answers of calls that the first signed-in screen would make, by call name. */
  answers?: Record<string, unknown>;
};

let known: Boot | null = null;

/** The page's boot block; read once. */
export function readBoot(): Boot {
  known ??= JSON.parse(document.getElementById('boot')?.textContent ?? 'null') as Boot | null;
  if (!known) throw new Error('The page came without its boot block.');
  return known;
}

/**
 * For tests, which have no page.
 * @internal
 */
export const setBoot = (boot: Boot): void => {
  known = boot;
};

/** What this portal is: brand, user pool, configuration. It does not change while the page lives. */
export const usePortal = (): PortalFacts => readBoot().config;

/** Product wording with `{brand}`, `{emailDomain}` and further values filled in. */
export function fillWords(text: string, values: Record<string, string | number> = {}): string {
  const { brand } = readBoot().config;
  const all: Record<string, string | number> = {
    brand: brand.brandNameShort,
    brandLong: brand.brandNameLong,
    emailDomain: brand.emailDomain,
    emaildomain: brand.emailDomain,
    ...values,
  };
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(all[name] ?? whole));
}

/** The support address, `support@` at the brand's e-mail domain. */
export const supportAddress = (): string => `support@${readBoot().config.brand.emailDomain}`;
