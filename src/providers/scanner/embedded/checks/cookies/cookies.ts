import { parse as parseDomain } from 'tldts';
import { headerAll } from '#probes/http/answer.ts';
import { maskSecret } from '#probes/http/masks.ts';
import { cookieKind, isRemoval, readSetCookie } from '#probes/web/cookies.ts';
import { defineRule, type Check, type Scan, type Seen } from '../../rule.ts';

const references = [
  'https://developer.mozilla.org/docs/Web/HTTP/Guides/Cookies',
  'https://owasp.org/www-community/controls/SecureCookieAttribute',
];
const example = 'Example: Set-Cookie: session=…; Path=/; Secure; HttpOnly; SameSite=Lax';
const perStack =
  'PHP: session.cookie_secure=1, session.cookie_httponly=1, session.cookie_samesite=Lax\nASP.NET: <httpCookies requireSSL="true" httpOnlyCookies="true" />\nExpress: cookie: { secure: true, httpOnly: true, sameSite: "lax" }\nDjango: SESSION_COOKIE_SECURE = True';

const milder = 'AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N';

const secure = defineRule({
  id: 'cookies.secure-missing',
  title: 'Cookies may be sent unencrypted (Secure)',
  vector: 'AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:L/A:N',
  cwe: 'CWE-614',
  explanation:
    'Without the Secure flag a browser also sends the cookie over an unencrypted connection. Someone on the same network can then take over the session of a signed-in visitor.',
  fix: `1. Set the Secure flag on every cookie.\n${example}\n${perStack}`,
  references,
});
const httpOnly = defineRule({
  id: 'cookies.httponly-missing',
  title: 'Scripts can read the session cookie (HttpOnly)',
  vector: 'AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:L/A:N',
  cwe: 'CWE-1004',
  explanation:
    'The cookie that keeps visitors signed in can be read by scripts. If an attacker manages to run one in a page, it can carry the session away.',
  fix: `1. Set the HttpOnly flag on session cookies.\n${example}\n${perStack}`,
  references,
});
const sameSite = defineRule({
  id: 'cookies.samesite-missing',
  title: 'The session cookie is sent along with requests of other websites (SameSite)',
  vector: milder,
  cwe: 'CWE-1275',
  explanation:
    'Without SameSite some browsers add the cookie to requests that other websites make, so such a website could act in the name of a signed-in visitor.',
  fix: `1. Set SameSite=Lax, or Strict where no one arrives by links from elsewhere.\n${example}\n2. SameSite=None is for cookies that must work inside other websites, and then needs Secure.`,
  references,
});
const prefix = defineRule({
  id: 'cookies.prefix-violated',
  title: 'Browsers refuse a cookie because its name promises more than it keeps',
  vector: milder,
  cwe: 'CWE-565',
  explanation:
    'A name beginning with __Secure- or __Host- is a promise: Secure, and for __Host- also Path=/ and no Domain. Browsers drop cookies that break it.',
  fix: '1. Send the cookie so: Set-Cookie: __Host-session=…; Path=/; Secure; HttpOnly; SameSite=Lax\n2. Leave Domain out.',
  references,
});
const broad = defineRule({
  id: 'cookies.broad-domain',
  title: 'The session cookie is shared with all subdomains',
  vector: milder,
  cwe: 'CWE-565',
  explanation:
    'The cookie goes to every website under the same domain. A weak or forgotten one among them can read or replace the sessions of this one.',
  fix: '1. Leave the Domain attribute out, so that the cookie belongs to this host only.\n2. If several hosts must share a sign-in, use single sign-on in place of a shared cookie.',
  references,
});

type Attributes = ReadonlyMap<string, string>;

const lacksSameSite = (attributes: Attributes): boolean => {
  const policy = attributes.get('samesite')?.toLowerCase();
  if (policy === 'none') return !attributes.has('secure');
  return policy === undefined || !['lax', 'strict'].includes(policy);
};

/** The name promises what the attributes do not keep, so that browsers refuse the cookie. */
function breaksPrefix(name: string, attributes: Attributes, encrypted: boolean): boolean {
  const isHost = /^__host-/i.test(name);
  if (!isHost && !/^__secure-/i.test(name)) return false;
  if (!attributes.has('secure') || !encrypted) return true;
  return isHost && ((attributes.get('domain') ?? '') !== '' || attributes.get('path') !== '/');
}

function isBroad(attributes: Attributes, host: string): boolean {
  const domain = (attributes.get('domain') ?? '').replace(/^\./, '').toLowerCase();
  const registrable = parseDomain(host, { allowPrivateDomains: true }).domain;
  return domain !== '' && domain === registrable && host !== registrable && host !== `www.${registrable}`;
}

function look(seen: Seen, scan: Scan): void {
  if (!seen.own) return;
  const { answer } = seen;
  const encrypted = answer.url.startsWith('https:');
  const host = new URL(answer.url).hostname;
  for (const line of headerAll(answer, 'set-cookie')) {
    const cookie = readSetCookie(line);
    if (!cookie || isRemoval(cookie, scan.now())) continue;
    const { name, attributes } = cookie;
    const session = cookieKind(name, cookie.value) === 'session';
    const shown = `${name}=${maskSecret(cookie.value)}; ${line.split(';').slice(1).join(';').trim()}`;
    // One place per cookie, however many pages set it.
    const sighting = { answer, parameter: name, placeKey: name, evidence: shown.slice(0, 300) };
    // On an http site the missing encryption is the finding; only the session is told of twice.
    if (!attributes.has('secure') && (encrypted || session))
      scan.report(secure, {
        ...sighting,
        subject: session ? 'session' : 'other',
        ...(session
          ? {}
          : { vector: milder, title: 'Cookies without personal weight may be sent unencrypted (Secure)' }),
      });
    if (session && !attributes.has('httponly')) scan.report(httpOnly, sighting);
    if (session && lacksSameSite(attributes)) scan.report(sameSite, sighting);
    if (breaksPrefix(name, attributes, encrypted)) scan.report(prefix, sighting);
    if (session && isBroad(attributes, host)) scan.report(broad, sighting);
  }
}

export const cookies: Check = {
  name: 'Cookies',
  rules: [secure, httpOnly, sameSite, prefix, broad],
  level: 'lightning',
  look,
};
