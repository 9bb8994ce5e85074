import { bodyText, redirectTarget, type HttpAnswer } from '#probes/http/answer.ts';
import { cookieKind } from '#probes/web/cookies.ts';
import type { PageForm } from '#probes/web/form.ts';
import { likeness, settledText } from '../../answers/likeness.ts';
import { requestOf } from '../../points/collect.ts';
import { outgoing, type SiteRequest } from '../../points/point.ts';
import { isFormGuard, withFreshGuards } from '../../points/tokens.ts';
import { alike } from '../../points/tried.ts';
import { defineRule, type Check, type Scan } from '../../rule.ts';
import { entropy } from '../leaks/secretPatterns.ts';

const references = [
  'https://owasp.org/www-community/attacks/csrf',
  'https://cheatsheetseries.owasp.org/cheatsheets/Cross-Site_Request_Forgery_Prevention_Cheat_Sheet.html',
];
const fix =
  '1. Put a secret token into every form that changes something, and refuse requests without it.\nPHP: compare a hidden field with $_SESSION["csrf"] by hash_equals()\nDjango: {% csrf_token %}; Laravel: @csrf; Rails: protect_from_forgery; Spring Security has it on by default; ASP.NET: [ValidateAntiForgeryToken]\n2. Set SameSite=Lax or Strict on the session cookie.\n3. Refuse requests whose Origin header is not your own.';

const missing = defineRule({
  id: 'forms.csrf-missing',
  title: 'Other websites can send forms in the name of a visitor (CSRF)',
  vector: 'AV:N/AC:L/PR:N/UI:R/S:U/C:N/I:L/A:N',
  cwe: 'CWE-352',
  confidence: 'firm',
  explanation:
    'The form changes something and carries no secret that only this website knows, and the session cookie goes along with requests from elsewhere. Another website that a signed-in visitor opens can send the form for them, unnoticed.',
  fix,
  references,
});
const unchecked = defineRule({
  id: 'forms.csrf-unchecked',
  title: 'The token of a form is not checked (CSRF)',
  vector: 'AV:N/AC:L/PR:N/UI:R/S:U/C:N/I:L/A:N',
  cwe: 'CWE-352',
  confidence: 'firm',
  explanation:
    'The form has a token against forged requests, but the website takes the form with a wrong token all the same. Another website that a signed-in visitor opens can send the form for them, unnoticed.',
  fix,
  references,
});

const mostForms = { few: 15, usual: 40, many: 100 } as const;

// Anyone may send these in their own name, so nobody gains from sending them in another's.
const open =
  /search|suche|find|query|filter|sort|login|log-in|signin|sign-in|logon|register|sign-?up|forgot|remind|lost|newsletter|subscribe|contact|feedback|enquiry|inquiry|language|locale|currency|captcha|cookie|consent|track|calculat|convert|preview/i;
const openField =
  /^(?:q|s|query|search|keywords?|term|lang|locale|currency|captcha.*|g-recaptcha-response|h-captcha-response|cf-turnstile-response|ip|host(?:name)?|domain)$/i;

/** A hidden value that looks made by chance: a token under any name. */
const looksRandom = (value: string): boolean =>
  /^[\w+/=.:-]{16,512}$/.test(value) && /\d/.test(value) && /[a-z]/i.test(value) && entropy(value) > 3;

export function tokenOf(form: PageForm): string | null {
  const hidden = form.fields.filter((field) => field.type === 'hidden');
  return (
    (form.fields.find((field) => isFormGuard(field.name)) ?? hidden.find((field) => looksRandom(field.value)))
      ?.name ?? null
  );
}

function isWorthForging(form: PageForm): boolean {
  const action = new URL(form.action);
  const words = `${action.pathname}${action.search}`;
  if (open.test(words) || form.fields.some((field) => openField.test(field.name) || field.type === 'search'))
    return false;
  const passwords = form.fields.filter((field) => field.type === 'password');
  // Whatever sets a password changes something, also by GET.
  if (form.method !== 'POST' && passwords.length < 2) return false;
  // One password: a sign-in. The current password is a secret that a stranger does not know.
  if (passwords.length === 1 || passwords.some((field) => /old|current|alt|exist/i.test(field.name)))
    return false;
  const visible = form.fields.filter(
    (field) => !['hidden', 'submit', 'button', 'image', 'reset'].includes(field.type),
  );
  return (
    visible.length > 0 || form.fields.some((field) => field.type === 'hidden' && !isFormGuard(field.name))
  );
}

/** A session cookie that browsers also send with requests from other websites; null when there is none. */
async function looseCookie(scan: Scan, url: string): Promise<string | null> {
  const set = await scan.http.cookies(url);
  const sessions = set.filter((cookie) => cookieKind(cookie.key, cookie.value) === 'session');
  if (sessions.some((cookie) => ['lax', 'strict'].includes(String(cookie.sameSite ?? '').toLowerCase())))
    return null;
  if (sessions.length > 0) return sessions[0]!.key;
  // Given by the person who started the scan: its flags are not known.
  const given = /^cookie:\s*(.*)$/im.exec(scan.front.requestHead)?.[1] ?? '';
  return (
    given
      .split(';')
      .map((pair) => pair.split('=')[0]!.trim())
      .find((name) => cookieKind(name, '') === 'session') ?? null
  );
}

const refusal =
  /\b(?:csrf|xsrf|forgery|token|forbidden|not allowed|invalid|expired|error|fehler|failed|required|missing|incorrect|rejected|refused|denied|wrong|captcha)\b/i;

const isAccepted = (answer: HttpAnswer): boolean => answer.status < 400;

/** The request with other values for its tokens, as a stranger would have to make them up. */
function withoutToken(request: SiteRequest, token: string): SiteRequest {
  const spoil = (value: string) =>
    value.replace(/[a-z0-9]/gi, (char) =>
      /\d/.test(char) ? String((Number(char) + 1) % 10) : char.toLowerCase() === 'z' ? 'y' : 'z',
    ) || 'x';
  const { body } = request;
  if (body?.kind === 'form')
    return {
      ...request,
      body: {
        ...body,
        fields: body.fields.map(
          ([name, value]) => [name, name === token || isFormGuard(name) ? spoil(value) : value] as const,
        ),
      },
    };
  if (body?.kind === 'multipart')
    return {
      ...request,
      body: {
        ...body,
        parts: body.parts.map((part) =>
          part.name === token || isFormGuard(part.name) ? { ...part, value: spoil(part.value) } : part,
        ),
      },
    };
  if (request.method === 'GET') {
    const url = new URL(request.url);
    for (const [name, value] of url.searchParams)
      if (name === token || isFormGuard(name)) url.searchParams.set(name, spoil(value));
    return { ...request, url: url.href };
  }
  return request;
}

type Proof = { own: HttpAnswer; foreign: HttpAnswer };

/** Sends the form as its own page does, then as another website would. Null when the second is refused, or nothing can be message. */
async function forge(scan: Scan, request: SiteRequest, token: string | null): Promise<Proof | null> {
  const from = async (shape: SiteRequest, origin: string) => {
    const { url, ask } = outgoing(shape, { headers: { Origin: origin, Referer: `${origin}/` } });
    return scan.ask(url, ask);
  };
  const site = new URL(request.url).origin;
  const stranger = `https://${scan.mark}.example`;
  const own = await from(token === null ? request : await withFreshGuards(scan, request), site);
  if (!own || !isAccepted(own)) return null;
  const forged = token === null ? request : withoutToken(await withFreshGuards(scan, request), token);
  const foreign = await from(forged, stranger);
  if (!foreign || !isAccepted(foreign) || likeness(own, foreign) < alike) return null;
  // The page may say the same to both because it refuses both.
  const end = async (answer: HttpAnswer) => {
    const next = redirectTarget(answer);
    return next && scan.inScope(next) && !scan.isHarmful(next) ? scan.ask(next) : answer;
  };
  const last = await end(foreign);
  if (!last || !isAccepted(last)) return null;
  const before = await scan.ask(request.page);
  const known = before ? settledText(before) : '';
  const message = settledText(last)
    .split(/(?<=[.!?>])\s*/)
    .filter((sentence) => !known.includes(sentence))
    .join(' ');
  return refusal.test(message.replace(/<[^<>]*>/g, ' ')) ? null : { own, foreign };
}

const givesSession = (answer: HttpAnswer): boolean =>
  answer.headers.some(([name, line]) => {
    const [, cookie = '', value = ''] = /^\s*([^=;\s]+)=([^;]*)/.exec(line) ?? [];
    return name.toLowerCase() === 'set-cookie' && cookieKind(cookie, value) === 'session';
  });

async function knowsVisitors(scan: Scan, request: SiteRequest, own: HttpAnswer | null): Promise<boolean> {
  const stranger = { cookies: false, unhooked: true } as const;
  const differs = (theirs: HttpAnswer | null, ours: HttpAnswer | null) =>
    theirs !== null && (givesSession(theirs) || (ours !== null && likeness(ours, theirs) < alike));
  if (differs(await scan.ask(request.page, stranger), await scan.ask(request.page))) return true;
  if (!own) return false;
  const { url, ask } = outgoing(request, stranger);
  return differs(await scan.ask(url, ask), own);
}

/** Pages that hand their scripts a token: forms on them may be sent by scripts that add it. */
function tokenOnPage(scan: Scan, page: string): boolean {
  const found = scan.site.pages.find((one) => one.url === page);
  if (!found) return false;
  return (
    found.page.metas.some((meta) => /csrf|xsrf/i.test(meta.name)) ||
    /["'](?:x-)?[cx]srf[\w-]*["']/i.test(bodyText(found.answer))
  );
}

export const csrf: Check = {
  name: 'Forms sent by other websites',
  rules: [missing, unchecked],
  level: 'safe',
  weight: 2,
  activity: 'Checking whether other websites could send the forms',
  undecidedBecause: 'level',
  run: async (scan) => {
    const forms = scan.site.forms.filter(
      (form) => scan.inScope(new URL(form.action)) && isWorthForging(form),
    );
    const seen = new Set<string>();
    let done = 0;
    for (const form of forms) {
      const key = `${form.action.replace(/\?.*/s, '')} ${form.fields
        .map((field) => field.name)
        .sort()
        .join(' ')}`;
      if (seen.has(key) || seen.size >= mostForms[scan.depth]) continue;
      seen.add(key);
      const cookie = await looseCookie(scan, form.action);
      const request = requestOf(form);
      if (cookie === null || !request || form.fields.some((field) => field.type === 'file')) continue;
      const token = tokenOf(form);
      scan.step(
        `Checking whether other websites could send the forms (${(done += 1)})`,
        done / mostForms[scan.depth],
      );
      const place = {
        url: form.action,
        method: form.method,
        parameter: token ?? '',
        foundOn: form.page,
        placeKey: key,
      };
      if (token === null && tokenOnPage(scan, form.page)) continue;
      if (!scan.mayChange) {
        if (token === null && (await knowsVisitors(scan, request, null)))
          scan.report(missing, {
            ...place,
            confidence: 'tentative',
            evidence: `The form has no token, and the session cookie ${cookie} is sent with requests of other websites (no SameSite). It was not sent at this level.`,
          });
        continue;
      }
      const proof = await forge(scan, request, token);
      if (!proof || !(await knowsVisitors(scan, request, proof.own))) continue;
      scan.report(token === null ? missing : unchecked, {
        ...place,
        answer: proof.foreign,
        payload: `Origin: https://${scan.mark}.example`,
        evidence:
          token === null
            ? `Sent as by another website, without any token, the form was answered as from its own page (status ${proof.foreign.status}). The session cookie ${cookie} has no SameSite.`
            : `With a wrong ${token} and the origin of another website the form was answered as with the right one (status ${proof.foreign.status}).`,
      });
    }
    return scan.mayChange ? undefined : { undecided: [unchecked] };
  },
};
