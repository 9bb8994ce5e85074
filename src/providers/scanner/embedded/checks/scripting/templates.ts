import { randomInt } from 'node:crypto';
import { bodyText, type HttpAnswer } from '#probes/http/answer.ts';
import type { BrowserVisit } from '../../browser/tools.ts';
import type { PointKind } from '../../points/point.ts';
import type { Check, Scan, Tried } from '../../rule.ts';
import type { Payload } from './calls.ts';
import { shownAs } from './policy.ts';
import { hasRun, newId, targetOf, type Target } from './prove.ts';
import { clientTemplate, reflected } from './rules.ts';

/** Text that the server leaves alone and a template framework in the browser computes. */

const inPage =
  /\b(?:data-)?ng-(?:app|controller|bind|model|repeat|cloak)\b|\bangular(?:js)?[\w./@-]{0,40}\.js|\bvue[\w./@-]{0,40}\.js|\bv-(?:if|for|bind|cloak|model|scope)\b|\bnew Vue\(|\bVue\.createApp\(|\bcreateApp\(|\bx-(?:data|ng-app)\b|petite-vue|\{\{[^{}]{1,80}\}\}/i;

const delimiters = {
  few: [['{{', '}}']],
  usual: [['{{', '}}']],
  many: [
    ['{{', '}}'],
    ['[[', ']]'],
    ['{%', '%}'],
    ['<%', '%>'],
    ['${', '}'],
  ],
} as const;

const usesFramework = (plain: HttpAnswer, scan: Scan): boolean =>
  inPage.test(bodyText(plain).slice(0, 500_000)) ||
  [...scan.site.runtime.values()].some(
    ({ id, on }) =>
      (id === 'angularjs' || id === 'vue') && on.split(/[?#]/)[0] === plain.url.split(/[?#]/)[0],
  );

/** Reaches the maker of functions by something that every scope has. Old versions of AngularJS refuse both. */
const calls = (open: string, close: string, call: string): string[] => [
  `${open}$emit.constructor('${call}')()${close}`,
  `${open}constructor.constructor('${call}')()${close}`,
];

const elsewhere = new Set<PointKind>(['header', 'cookie', 'file']);

/** The mark came back in a page of a framework, and as no script of its own. */
const isWorthTrying = ({ marked, point: at, found, ...tried }: Tried, scan: Scan): boolean =>
  marked !== null &&
  !elsewhere.has(at.kind) &&
  !found.has(reflected.id) &&
  shownAs(marked) === 'html' &&
  bodyText(marked).includes(scan.mark) &&
  usesFramework(tried.plain, scan);

/** Opens a call in the place of the sum; what ran, as the browser showed it. */
async function proveCall(
  target: Target,
  open: (payload: Payload, screenshot: boolean) => Promise<BrowserVisit | null>,
  [begin, end]: readonly [string, string],
  mark: string,
): Promise<{ call: string; answer: HttpAnswer; screenshot: BrowserVisit['screenshot'] } | null> {
  const id = newId();
  for (const call of calls(begin, end, `${mark}(${id})`)) {
    const proof = await open({ text: call, call: '' }, true);
    const answer = hasRun(proof, id) ? await target.send({ text: call, call: '' }) : null;
    if (answer) return { call, answer, screenshot: proof?.screenshot ?? null };
  }
  return null;
}

async function point(tried: Tried, scan: Scan): Promise<void | 'undecided'> {
  if (!isWorthTrying(tried, scan)) return undefined;
  const browser = await scan.browser();
  if (!browser) return 'undecided';
  const target = targetOf(tried, scan);
  const open = async (payload: Payload, screenshot = false) => {
    const request = await target.request(payload);
    return request ? browser.visit(request, { atMostMs: 6000, screenshot }) : null;
  };
  for (const [begin, end] of delimiters[scan.depth]) {
    const [a, b] = [randomInt(1001, 9999), randomInt(1001, 9999)];
    const text = `${scan.mark}${begin}${a}*${b}${end}`;
    const result = `${scan.mark}${a * b}`;
    const payload: Payload = { text, call: '' };
    const sent = await target.send(payload);
    // Computed by the server it is another flaw; changed by the server it is none.
    if (!sent || !bodyText(sent).includes(`${a}*${b}`) || bodyText(sent).includes(String(a * b))) continue;
    const visit = await open(payload);
    if (!visit?.html.includes(result)) continue;
    const became = `In the browser ${begin}${a}*${b}${end} became ${a * b}`;
    const proved = await proveCall(target, open, [begin, end], scan.mark);
    if (proved) {
      tried.report(clientTemplate, {
        answer: proved.answer,
        payload: proved.call,
        excerpt: `${scan.mark}(`,
        evidence: `${became}, and a call in the same place ran as a script when Chromium opened the page.`,
        screenshot: proved.screenshot,
      });
      return undefined;
    }
    tried.report(clientTemplate, {
      answer: sent,
      payload: text,
      excerpt: text,
      evidence: `${became}, and not in the answer of the server.`,
    });
    return undefined;
  }
  return undefined;
}

export const clientTemplates: Check = {
  name: 'Templates in the browser',
  rules: [clientTemplate],
  level: 'safe',
  judgesMark: true,
  undecidedBecause: 'no browser',
  point,
};
