// Names that frameworks and people give to the cookie that keeps someone signed in.
const sessionNames =
  /^(?:__(?:Host|Secure)-)?(?:PHPSESSID|JSESSIONID\w*(?:[.-]\w+)?|ASP\.NET_SessionId|ASPSESSIONID\w*|\.ASPXAUTH|\.AspNet(?:Core)?\.(?:Session|Cookies|Identity\.Application|ApplicationCookie)\w*|CFID|CFTOKEN|ci_session|symfony|rack\.session|play_session|koa[.:]sess\w*|wordpress_(?:logged_in|sec)_\w+|SSESS\w+|SESS[0-9a-f]{8,}|PrestaShop-\w+|DokuWiki|DW[0-9a-f]{8,}|phpMyAdmin(?:_https)?|os[cC]sid|zenid|fe_typo_user|be_typo_user|SimpleSAML\w*|sb-[\w-]*(?:access|refresh|auth)-token|[\w.-]*[._-]sid|[\w.-]*sess(?:ion)?[_-]?(?:id|token|key)|[\w.-]*[._-]sess(?:ion)?|[a-z]+Session|session|sess(?:id)?|sid|ss-p?id|auth(?:[_-]?(?:token|cookie))?|access[_-]?token|refresh[_-]?token|id[_-]?token|jwt|token|remember[_-]?(?:me|token|user)?\w*|login[_-]?token|api[_-]?token|sso\w*)$/i;
const csrfNames = /csrf|xsrf|antiforgery|authenticity|RequestVerificationToken/i;
// Measuring, advertising, load balancing, bot defence, consent and taste: no one's account depends on them.
const trackingNames =
  /^(?:_ga|_gid|_gat|_gcl|_dc_gtm|__utm|_fbp|_fbc|fr$|_hj|_pk_|_clck|_clsk|_uet|MUID|_pin|_tt_|_ttp|_scid|hubspotutk|__hs|_mkto|ajs_|amplitude|mp_|optimizely|_vwo|_vis_opt|intercom|drift|__stripe|__cf|cf_|_cf|AWSALB|AWSELB|ARRAffinity|BIGip|TS[0-9a-f]{6,}|incap_ses|visid_incap|nlbi_|ak_bm|bm_s|_abck|datadome|OptanonConsent|cookie[_-]?(?:consent|notice|law)|CookieConsent|consent|lang|locale|theme|i18n|timezone|tz$|_?visitor|SERVERID|route$|pll_language|wp-wpml|woocommerce_|tk_|rl_|_?pendo|amp_|utm_|ai_|analytics|_dd_|posthog|ph_|_sp_|_lr_|_rdt|__kla|__zlcmid|li_|snowplow|sentry|ApplicationGatewayAffinity|NEXT_LOCALE)/i;

type CookieKind = 'session' | 'csrf' | 'tracking' | 'other';

export function cookieKind(name: string, value: string): CookieKind {
  if (csrfNames.test(name)) return 'csrf';
  if (trackingNames.test(name)) return 'tracking';
  if (sessionNames.test(name) || /^eyJ[\w-]{10,}\.eyJ[\w-]{10,}\./.test(value)) return 'session';
  return 'other';
}

type SetCookie = { name: string; value: string; attributes: Map<string, string> };

/** Reads a Set-Cookie line the way browsers do (RFC 6265, 5.2); null when it sets nothing. */
export function readSetCookie(line: string): SetCookie | null {
  const [pair = '', ...rest] = line.split(';');
  const at = pair.indexOf('=');
  if (at < 1) return null;
  const attributes = new Map<string, string>();
  for (const part of rest) {
    const [key = '', ...value] = part.split('=');
    attributes.set(key.trim().toLowerCase(), value.join('=').trim());
  }
  return { name: pair.slice(0, at).trim(), value: pair.slice(at + 1).trim(), attributes };
}

export function isRemoval(cookie: SetCookie, now: Date): boolean {
  const age = cookie.attributes.get('max-age');
  if (age !== undefined) return Number(age) <= 0;
  const expires = Date.parse(cookie.attributes.get('expires') ?? '');
  return cookie.value === '' || (!Number.isNaN(expires) && expires <= now.getTime());
}
