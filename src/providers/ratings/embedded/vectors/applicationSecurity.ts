import { bodyText, header, headerAll, mediaType, type HttpAnswer } from '#probes/http/answer.ts';
import { maskSecret } from '#probes/http/masks.ts';
import { cookieKind, isRemoval, readSetCookie } from '#probes/web/cookies.ts';
import { cspWeaknesses, framingGap, restrictsScripts, splitPolicies } from '#probes/web/csp.ts';
import { judgeHsts } from '#probes/web/hsts.ts';
import { readPage } from '#probes/web/page.ts';
import type { RatingFinding } from '../../port.ts';
import type { FactId } from '../facts.ts';
import { makeFinding, measured, notMeasured } from '../finding.ts';
import type { Probe } from '../look/look.ts';
import type { HostSeen, Site } from '../look/site.ts';
import { isOwn, type Subject } from '../subject.ts';
import { libraryFindings } from './libraries.ts';

type Add = (id: FactId, asset: string, evidence: string) => void;

const isHtml = (answer: HttpAnswer) => /html|^$/.test(mediaType(answer));

function judgeHeaders(page: HttpAnswer, primary: HostSeen, add: Add): void {
  const asset = page.url;
  const metas = isHtml(page) ? readPage(bodyText(page), page.url).equivs : [];
  const inHeader = splitPolicies(headerAll(page, 'content-security-policy'));
  const inPage = splitPolicies(
    metas.filter(({ name }) => name === 'content-security-policy').map(({ content }) => content),
  );
  const policies = [...inHeader, ...inPage];
  if (policies.length === 0) {
    const reported = header(page, 'content-security-policy-report-only') !== undefined;
    add(
      'csp-missing',
      asset,
      reported
        ? 'The policy is only reported, not enforced.'
        : 'The header Content-Security-Policy is absent.',
    );
  } else {
    // Every policy must agree, so the strictest one counts.
    const gaps = policies
      .filter(restrictsScripts)
      .map(cspWeaknesses)
      .toSorted((one, other) => one.length - other.length)[0] ?? ['it says nothing about scripts'];
    if (gaps.length > 0) add('csp-weak', asset, gaps.slice(0, 4).join('; '));
  }

  // Browsers take the header from encrypted answers only (RFC 6797 8.1), and each host of the way is one of its own.
  const hsts = page.url.startsWith('https:') ? header(page, 'strict-transport-security') : undefined;
  const worth = judgeHsts(hsts);
  if (worth === 'missing')
    add(
      'hsts-missing',
      asset,
      hsts === undefined ? 'The header Strict-Transport-Security is absent.' : `The header is ${hsts}`,
    );
  if (worth === 'weak') add('hsts-short', asset, `The header is ${hsts}`);

  // A policy in the page itself cannot say who may frame it (CSP 3, 6.4.2).
  const framing = framingGap(inHeader, headerAll(page, 'x-frame-options'));
  if (framing !== null) add('framing-missing', asset, framing);
  const sniff = header(page, 'x-content-type-options');
  if (sniff?.split(',')[0]?.trim().toLowerCase() !== 'nosniff')
    add(
      'nosniff-missing',
      asset,
      sniff === undefined ? 'The header X-Content-Type-Options is absent.' : `The header is ${sniff}`,
    );

  const { chain, abroad } = primary.plain;
  const end = abroad?.href ?? chain.at(-1)?.url;
  if (end?.startsWith('http:'))
    add('https-not-forced', `${primary.host}:80`, `${primary.plain.start} ends at ${end}`);
}

/** Session cookies that the website sets on the way to its page. One finding a kind: a second cookie makes it no worse. */
function judgeCookies(primary: HostSeen, now: Date, add: Add): void {
  const insecure: string[] = [];
  const readable: string[] = [];
  for (const answer of [...primary.secure.chain, ...primary.plain.chain]) {
    for (const line of headerAll(answer, 'set-cookie').slice(0, 50)) {
      const cookie = readSetCookie(line.slice(0, 8192));
      if (!cookie || isRemoval(cookie, now) || cookieKind(cookie.name, cookie.value) !== 'session') continue;
      const shown = `${cookie.name}=${maskSecret(cookie.value)}`;
      if (!cookie.attributes.has('secure')) insecure.push(shown);
      if (!cookie.attributes.has('httponly')) readable.push(shown);
    }
  }
  const told = (cookies: string[]) => `Set-Cookie: ${[...new Set(cookies)].slice(0, 4).join(', ')}`;
  if (insecure.length > 0) add('session-cookie-insecure', primary.host, told(insecure));
  if (readable.length > 0) add('session-cookie-readable', primary.host, told(readable));
}

/** Why nothing can be said about the website's pages; null where something can. */
function silence({ primary, page, none }: Site, subject: Subject): string | null {
  if (!primary) return none;
  const abroad = primary.secure.abroad ?? primary.plain.abroad;
  if (!page && abroad && isOwn(subject, abroad.hostname))
    return `The website leads to ${abroad.host}; only the usual ports of websites are looked at.`;
  if (!page && abroad)
    return `The website leads to ${abroad.hostname || abroad.protocol}, which is not on the company’s own domain and is not rated.`;
  const failure = primary.secure.failure ?? primary.plain.failure;
  if (!page) return failure?.message ?? 'The website gave no page.';
  if (page.status >= 300 && page.status < 400)
    return `The website answers ${page.status} without leading anywhere.`;
  // Out of order, overloaded, or keeping programs out: this is not the page that visitors see.
  if (page.status >= 500 || page.status === 429)
    return `The website answers ${page.status}, so that its pages say nothing.`;
  return null;
}

/** Headers, cookies and script libraries of the page that a visitor ends up with. */
export const applicationSecurity: Probe = async (look) => {
  const site = await look.site();
  const note = silence(site, look.subject);
  if (note !== null) return notMeasured(note);
  const now = look.reach.now();
  const findings: RatingFinding[] = [];
  const add: Add = (id, asset, evidence) => findings.push(makeFinding(id, asset, evidence, now));
  judgeHeaders(site.page!, site.primary!, add);
  judgeCookies(site.primary!, now, add);
  if (findings.every(({ grade }) => grade === 'NEUTRAL'))
    add(
      'web-headers-good',
      site.page!.url,
      'HTTPS is forced, the headers are there, no session cookie lacks protection.',
    );
  findings.push(...(await libraryFindings(look, site.page!)));
  return measured(findings);
};
