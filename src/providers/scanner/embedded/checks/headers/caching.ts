import { header, headerAll, type HttpAnswer } from '#probes/http/answer.ts';
import { cookieKind, isRemoval, readSetCookie } from '#probes/web/cookies.ts';
import type { Page } from '#probes/web/page.ts';
import { defineRule, type Check } from '../../rule.ts';
import { isDocument } from '../documents.ts';

const references = [
  'https://developer.mozilla.org/docs/Web/HTTP/Guides/Caching',
  'https://owasp.org/www-project-web-security-testing-guide/latest/4-Web_Application_Security_Testing/04-Authentication_Testing/06-Testing_for_Browser_Cache_Weaknesses',
];
const fix =
  '1. Send this header with every answer that is made for one visitor:\nCache-Control: no-store\nPHP: session_cache_limiter("nocache");\nExpress: res.set("Cache-Control", "no-store")\nnginx: add_header Cache-Control "no-store" always; in the location of signed-in pages\n2. Clear the caches in front of the website.';

const sharedSession = defineRule({
  id: 'headers.cache-session',
  title: 'Shared caches may hand the session cookie of one visitor to others',
  vector: 'AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:L/A:N',
  cwe: 'CWE-524',
  explanation:
    'The answer sets a session cookie and says at the same time that shared caches may keep it. A cache that obeys gives the same cookie, and with it the same session, to whoever comes next.',
  fix,
  references,
});
const personal = defineRule({
  id: 'headers.cache-personal',
  title: 'Pages with personal data may be kept in caches',
  vector: 'AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N',
  cwe: 'CWE-525',
  confidence: 'firm',
  explanation:
    'A page that a signed-in visitor sees, with their own data in it, may be stored by the browser or by a cache on the way. The next person at the same computer, or behind the same cache, can read it.',
  fix,
  references,
});

export type Storage = 'shared' | 'private' | 'none';

/** Who may keep an answer, by its headers (RFC 9111, 3 and 4.2.2). */
export function storageOf(answer: Pick<HttpAnswer, 'headers'>): Storage {
  const words = headerAll(answer, 'cache-control').join(',').toLowerCase();
  if (/(?:^|[\s,])no-store\b/.test(words)) return 'none';
  if (/(?:^|[\s,])(?:no-cache(?!=)|must-understand)\b/.test(words) && !/s-maxage/.test(words)) return 'none';
  const shared = /(?:^|[\s,])s-maxage\s*=\s*"?(\d+)/.exec(words);
  if (/(?:^|[\s,])private\b(?!=)/.test(words)) return 'private';
  if (shared) return Number(shared[1]) > 0 ? 'shared' : 'private';
  const age = /(?:^|[\s,])max-age\s*=\s*"?(\d+)/.exec(words)?.[1];
  if (age !== undefined && Number(age) === 0) return 'none';
  if (/(?:^|[\s,])public\b/.test(words)) return 'shared';
  if (age !== undefined) return 'shared';
  if (words === '' && /no-cache/i.test(header(answer, 'pragma') ?? '')) return 'none';
  return byDates(answer);
}

/** Without a word of Cache-Control. */
function byDates(answer: Pick<HttpAnswer, 'headers'>): Storage {
  const expires = header(answer, 'expires');
  // Caches guess from the age of the file.
  if (expires === undefined) return header(answer, 'last-modified') === undefined ? 'private' : 'shared';
  const date = Date.parse(header(answer, 'date') ?? '') || Date.now();
  return (Date.parse(expires) || 0) > date ? 'shared' : 'none';
}

const signOut = /log[-_]?(?:out|off)|sign[-_]?(?:out|off)|abmelden|deconnexion|cerrar[-_]?sesion/i;
const address = /^[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+$/;

/** What on a page belongs to one person: the name of a field that holds it; null when nothing does. */
function personalField(page: Page): string | null {
  const signedIn = [...page.links, ...page.forms.map((form) => form.action)].some((url) =>
    signOut.test(new URL(url).pathname + new URL(url).search),
  );
  if (!signedIn) return null;
  const field = page.forms
    .flatMap((form) => form.fields)
    .find(
      ({ type, name, value }) =>
        type !== 'hidden' &&
        value.trim() !== '' &&
        (address.test(value.trim()) ||
          type === 'tel' ||
          (/^(?:text|)$/.test(type) &&
            /iban|phone|birth|street|address|ssn|passport|tax|card/i.test(name) &&
            /\d/.test(value))),
    );
  return field?.name ?? null;
}

export const caching: Check = {
  name: 'What caches may keep',
  rules: [sharedSession, personal],
  needsSession: [personal],
  level: 'lightning',
  look: (seen, scan) => {
    if (!seen.own || seen.via !== 'page') return false;
    const { answer } = seen;
    const control = headerAll(answer, 'cache-control').join(', ');
    for (const line of headerAll(answer, 'set-cookie')) {
      const cookie = readSetCookie(line);
      if (!cookie || isRemoval(cookie, scan.now()) || cookieKind(cookie.name, cookie.value) !== 'session')
        continue;
      // Only where the server says so itself: a cache leaves answers with cookies alone otherwise.
      if (
        storageOf(answer) === 'shared' &&
        /\bpublic\b|s-maxage/i.test(control) &&
        !/no-cache\s*=\s*"?[^"]{0,300}?set-cookie/i.test(control)
      )
        scan.report(sharedSession, {
          answer,
          parameter: cookie.name,
          placeKey: cookie.name,
          evidence: `Set-Cookie: ${cookie.name} came with Cache-Control: ${control}`,
        });
    }
    if (!isDocument(seen) || !/^(?:cookie|authorization):/im.test(answer.requestHead)) return [sharedSession];
    const field = personalField(seen.page);
    const storage = storageOf(answer);
    if (field === null || storage === 'none' || (storage === 'private' && /private/i.test(control)))
      return undefined;
    scan.report(personal, {
      answer,
      parameter: 'Cache-Control',
      evidence: `The page shows personal data (field ${field}), and ${control === '' ? 'no Cache-Control header is sent' : `Cache-Control is ${control}`}.`,
      ...(storage === 'shared' && /public|s-maxage/i.test(control)
        ? { vector: 'AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:N/A:N' }
        : {}),
    });
    return undefined;
  },
};
