import { bodyText, header, redirectTarget, type HttpAnswer } from '#probes/http/answer.ts';
import { readPage } from '#probes/web/page.ts';
import { refreshTarget } from '#probes/web/target.ts';
import { outgoingAt, type Fill } from '../../points/point.ts';
import type { Scan, Tried } from '../../rule.ts';

export type Destination = { url: URL; by: 'header' | 'refresh' | 'script' };

const executed =
  /^(|text\/javascript|application\/javascript|module|text\/ecmascript|application\/ecmascript)$/;
// An assignment or call with one string and nothing added to it.
const moves =
  /(?:(?:^|[^.\w$])(?:(?:window|document|self|top|parent|this)\.){0,3}location(?:\.href)?\s{0,5}=\s{0,5}|(?:^|[^.\w$])(?:(?:window|document|self|top|parent)\.){0,3}location\.(?:replace|assign)\(\s{0,5}|(?:^|[^.\w$])(?:window\.)?(?:open|navigate)\(\s{0,5})(["'`])((?:\\.|(?!\1)[^\\\n]){1,2000})\1\s{0,5}(?=[;)\n,}]|$)/g;

function inert(code: string): string {
  let text = '';
  let from = 0;
  for (;;) {
    const at = code.indexOf('/*', from);
    const end = at < 0 ? -1 : code.indexOf('*/', at + 2);
    if (end < 0) break;
    text += `${code.slice(from, at)} `;
    from = end + 2;
  }
  return (text + code.slice(from)).replace(/(^|[\s;{}])\/\/[^\n]*/g, '$1');
}

const unescaped = (text: string): string =>
  text
    .replace(/\\x([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\\u([0-9a-f]{4})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\\([^nrtbfv0])/g, '$1')
    .replace(/\\[nrtbfv0]/g, ' ');

const atOnce =
  /(?:\(\s*(?:async\s+)?function|setTimeout\(\s*(?:function|\()|onload\s*=\s*(?:function|\()|(?:DOMContentLoaded|load)["']\s*,\s*(?:function|\()|\$\(\s*(?:document\)\.ready\(\s*)?(?:function|\())[^{}]{0,120}$/;
const isCondition = /\b(?:if|for|while|switch|with|catch)\s{0,20}\([^{}]*\)\s*$/;
const isFunction = /(?:\)|=>)\s*$/;

/** Whether a place in a script runs while the page loads: inside no function, as far as the brackets tell. */
function runsAtOnce(code: string, at: number): boolean {
  const before = code.slice(Math.max(0, at - 20_000), at);
  let depth = 0;
  for (let i = before.length - 1; i >= 0; i--) {
    const char = before[i];
    if (char === '}') depth += 1;
    else if (char === '{' && depth > 0) depth -= 1;
    else if (char === '{') {
      const head = before.slice(Math.max(0, i - 200), i);
      // One that is called on the spot, when the page has loaded or after a while runs all the same.
      if (isFunction.test(head) && !isCondition.test(head) && !atOnce.test(head)) return false;
    }
  }
  return true;
}

/** Of one script; a hostile page could hold thousands. */
const mostMoves = 40;

const parse = (text: string, base: string): URL | null =>
  URL.canParse(text, base) ? new URL(text, base) : null;

/** By header, by refresh, or by a string that a script of the page goes to; as a browser reads them. */
export function destinations(answer: HttpAnswer): Destination[] {
  const direct = redirectTarget(answer);
  if (direct) return [{ url: direct, by: 'header' }];
  if (answer.status >= 300 && answer.status < 400) return [];
  const list: Destination[] = [];
  const refresh = header(answer, 'refresh');
  const byHeader = refresh ? refreshTarget(refresh, answer.url) : null;
  if (byHeader) list.push({ url: new URL(byHeader), by: 'refresh' });
  if (!/html|^$/.test((header(answer, 'content-type') ?? '').split(';')[0]!)) return list;
  const page = readPage(bodyText(answer).slice(0, 400_000), answer.url);
  if (page.refresh) list.push({ url: new URL(page.refresh), by: 'refresh' });
  for (const script of page.scripts) {
    if (script.url !== null || !executed.test(script.type.trim().toLowerCase())) continue;
    const code = inert(script.code.slice(0, 100_000));
    for (const found of [...code.matchAll(moves)].slice(0, mostMoves)) {
      const url = parse(unescaped(found[2]!), page.base);
      if (url && runsAtOnce(code, found.index)) list.push({ url, by: 'script' });
    }
  }
  return list;
}

/**
 * What comes back to a value, for whom the pages that it leads to say nothing: of an address asked by GET the first
 * answer alone, elsewhere the whole way.
 */
export async function firstAnswers(
  tried: Tried,
  scan: Scan,
  value: string,
  fill: Fill,
): Promise<HttpAnswer[]> {
  const { point } = tried;
  if (point.request.method !== 'GET') return tried.chain(value, fill);
  const { url, ask } = outgoingAt(point, value, fill);
  const answer = await scan.ask(url, ask);
  return answer ? [answer] : [];
}
