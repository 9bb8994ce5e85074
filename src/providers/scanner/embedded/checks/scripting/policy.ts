import {
  bodyText,
  header,
  headerAll,
  mediaType,
  redirectTarget,
  type HttpAnswer,
} from '#probes/http/answer.ts';
import { splitPolicies } from '#probes/web/csp.ts';
import { readPage } from '#probes/web/page.ts';

/** Browsers are told not to guess what an answer is. */
const isFixed = (answer: HttpAnswer): boolean =>
  header(answer, 'x-content-type-options')?.trim().toLowerCase() === 'nosniff';

/** What browsers make of an answer: a page of markup, one of XML, or nothing in which scripts run. */
export function shownAs(answer: HttpAnswer): 'html' | 'xml' | null {
  if (redirectTarget(answer) || answer.status === 204 || answer.status === 205 || answer.status === 304)
    return null;
  if (/^\s*attachment/i.test(header(answer, 'content-disposition') ?? '')) return null;
  const type = mediaType(answer);
  if (type === 'text/html') return 'html';
  if (type === 'application/xml' || type === 'text/xml' || type.endsWith('+xml')) return 'xml';
  // Without a type that says something browsers look at the beginning (MIME Sniffing standard, 7.1).
  const unsaid =
    type === '' ||
    type === '*/*' ||
    type === 'unknown/unknown' ||
    type === 'application/unknown' ||
    !type.includes('/');
  if (!unsaid || isFixed(answer)) return null;
  const start = bodyText(answer).slice(0, 1445);
  return /^[\t\n\f\r ]*<(!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[\t\n\f\r >]|^[\t\n\f\r ]*<!--/i.test(
    start,
  )
    ? 'html'
    : null;
}

/** A page that may carry markup back. One without a type counts, although this text of ours is not at its beginning. */
export const mayShow = (answer: HttpAnswer): boolean =>
  shownAs(answer) !== null || (mediaType(answer) === '' && !isFixed(answer));

const sources = (policy: string, names: readonly string[]): string[] | null => {
  const directives = new Map(
    policy
      .split(';')
      .map((part) => part.trim().split(/\s+/))
      .toReversed()
      .map(
        ([name = '', ...values]) => [name.toLowerCase(), values.map((value) => value.toLowerCase())] as const,
      ),
  );
  for (const name of names) if (directives.has(name)) return directives.get(name)!;
  return null;
};

/** Whether a policy stops scripts that stand in the page itself: elements or attributes and addresses. */
function stops(policy: string, kind: 'elem' | 'attr'): boolean {
  const list = sources(policy, [`script-src-${kind}`, 'script-src', 'default-src']);
  if (/(^|;)\s*sandbox(?![^;]*allow-scripts)/i.test(policy)) return true;
  if (list === null) return false;
  return (
    !list.includes("'unsafe-inline'") ||
    list.some((one) => /^'(nonce-|sha(256|384|512)-|strict-dynamic)/.test(one))
  );
}

/** The policy that keeps an inline script of ours from running; null without one. */
export function holdingPolicy(answer: HttpAnswer): string | null {
  const given = splitPolicies(headerAll(answer, 'content-security-policy'));
  const metas = readPage(bodyText(answer), answer.url)
    .equivs.filter(({ name }) => name === 'content-security-policy')
    .map(({ content }) => content);
  return [...given, ...metas].find((policy) => stops(policy, 'elem') && stops(policy, 'attr')) ?? null;
}
