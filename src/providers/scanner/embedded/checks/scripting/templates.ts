import { randomInt } from 'node:crypto';
import { bodyText } from '#probes/http/answer.ts';
import type { Tried } from '../../points/tried.ts';
import type { Check, Scan } from '../../rule.ts';
import type { Payload } from './payloads.ts';
import { shownAs } from './policy.ts';
import { hasRun, newId } from './prove.ts';
import { targetOf } from './reflected.ts';
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

const usesFramework = (tried: Tried, scan: Scan): boolean =>
  inPage.test(bodyText(tried.plain).slice(0, 500_000)) ||
  [...scan.site.runtime.values()].some(
    ({ id, on }) =>
      (id === 'angularjs' || id === 'vue') && on.split(/[?#]/)[0] === tried.plain.url.split(/[?#]/)[0],
  );

/** Reaches the maker of functions by something that every scope has. Old versions of AngularJS refuse both. */
const calls = (open: string, close: string, call: string): string[] => [
  `${open}$emit.constructor('${call}')()${close}`,
  `${open}constructor.constructor('${call}')()${close}`,
];

async function point(tried: Tried, scan: Scan): Promise<void | 'undecided'> {
  const { marked, point: at } = tried;
  if (
    !marked ||
    at.kind === 'header' ||
    at.kind === 'cookie' ||
    at.kind === 'file' ||
    tried.found.has(reflected.id)
  )
    return undefined;
  if (shownAs(marked) !== 'html' || !bodyText(marked).includes(scan.mark) || !usesFramework(tried, scan))
    return undefined;
  const browser = await scan.browser();
  if (!browser) return 'undecided';
  const target = targetOf(tried, scan);
  const open = async (payload: Payload, screenshot = false) => {
    const request = await target.request(payload);
    return request && browser.visit(request, { atMostMs: 6000, screenshot });
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
    const id = newId();
    for (const call of calls(begin, end, `${scan.mark}(${id})`)) {
      const proof = await open({ text: call, call: '' }, true);
      const answer = hasRun(proof, id) && (await target.send({ text: call, call: '' }));
      if (!answer) continue;
      tried.report(clientTemplate, {
        answer,
        payload: call,
        excerpt: `${scan.mark}(`,
        evidence: `In the browser ${begin}${a}*${b}${end} became ${a * b}, and a call in the same place ran as a script when Chromium opened the page.`,
        screenshot: proof?.screenshot ?? null,
      });
      return undefined;
    }
    tried.report(clientTemplate, {
      answer: sent,
      payload: text,
      excerpt: text,
      evidence: `In the browser ${begin}${a}*${b}${end} became ${a * b}, and not in the answer of the server.`,
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
