import { header, headerAll, type HttpAnswer } from '#probes/http/answer.ts';
import { defineRule, type Check, type Scan, type Tried } from '../../rule.ts';
import { firstAnswers } from './destination.ts';
import { byDepth, isAlive, isCarried, likelyRedirect } from './likely.ts';

const rule = defineRule({
  id: 'active.header-injection',
  title: 'Text from a request can add headers to the answer (response splitting)',
  vector: 'AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N',
  cwe: 'CWE-113',
  pciAutoFail: true,
  explanation:
    'Line breaks in a part of the request reach the headers of the answer. With a prepared link someone can set cookies in a visitor’s browser, exchange the page, or have a cache keep the exchanged page for everyone.',
  fix: '1. Refuse values with line breaks before they are put into a header: if (/[\\r\\n]/.test(value)) return 400.\n2. Use the redirect and cookie functions of the framework in its current version; they do so.\nPHP: header() refuses them since 5.1.2; encode what goes into an address with rawurlencode().\nnginx: return 302 with $request_uri, which stays encoded, not with $uri.\n3. Update proxies and servers that take a lone line feed for a line break.',
  references: [
    'https://owasp.org/www-community/attacks/HTTP_Response_Splitting',
    'https://cwe.mitre.org/data/definitions/113.html',
  ],
});

/** Line breaks on the wire. The characters 嘊 and 嘍 lose their upper byte on the way into a header and end as line breaks. */
const breaks = ['%0d%0a', '%0a', '%e5%98%8d%e5%98%8a', '%250d%250a', '%0d', '%c4%8d%c4%8a', '%25250d%25250a'];

const names =
  /^(lang|language|locale|theme|currency|country|style|view|charset|filename|file|download|type|format|cookie|set|mode|source|campaign|ref|tracking|session)$/i;

const added = (answer: HttpAnswer, name: string): boolean =>
  header(answer, name) !== undefined ||
  headerAll(answer, 'set-cookie').some((line) => line.startsWith(`${name}=`));

const inHeaders = (answer: HttpAnswer, text: string): boolean =>
  answer.headers.some(([, value]) => value.includes(text));

function promise(tried: Tried, mark: string): 'seen' | 'named' | 'moved' | 'none' {
  if (tried.marked && inHeaders(tried.marked, mark)) return 'seen';
  const { value, request } = tried.point;
  if (value.length >= 3 && inHeaders(tried.plain, value)) return 'seen';
  if (likelyRedirect(tried) || names.test(tried.point.name)) return 'named';
  // A way over a redirect hides whose header it was.
  return tried.plain.url !== new URL(request.url).href && isAlive(tried) ? 'moved' : 'none';
}

const numbers: Record<
  'seen' | 'named' | 'moved' | 'none',
  readonly [few: number, usual: number, many: number]
> = {
  seen: [2, 4, 8],
  named: [1, 1, 3],
  moved: [0, 1, 2],
  none: [0, 0, 1],
};

async function split(tried: Tried, scan: Scan): Promise<void> {
  const found = promise(tried, scan.mark);
  let number: number = byDepth(scan, numbers[found][0], numbers[found][1], numbers[found][2]);
  if (!isAlive(tried) && found !== 'seen')
    number = Math.min(number, found === 'named' ? byDepth(scan, 0, 1, 1) : 0);
  const name = `X-${scan.mark}`;
  for (let at = 0; at < Math.min(number, breaks.length); at++) {
    const text = breaks[at]!;
    // Elsewhere than in an address or a form nothing is decoded: the characters go as they are.
    const wire = tried.point.kind === 'query' || tried.point.kind === 'form' || tried.point.kind === 'path';
    const whole = `${scan.mark}${text}${name}:1`;
    const value = wire ? whole : decoded(whole);
    const chain = await firstAnswers(tried, scan, value, wire ? { raw: true } : {});
    const proof = chain.find((answer) => added(answer, name));
    if (proof) {
      tried.report(rule, {
        answer: proof,
        payload: value,
        evidence: `A line break (${text}) in ${tried.point.name} added the header ${name} to the answer.`,
        excerpt: name,
      });
      return;
    }
    // The mark stands in a header, the break did not work: the other spellings are worth it.
    if (chain.some((answer) => inHeaders(answer, scan.mark)))
      number = Math.max(number, byDepth(scan, 2, 5, 8));
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const headers: Check = {
  name: 'Response splitting',
  rules: [rule],
  level: 'safe',
  point: async (tried, scan) => {
    const { kind } = tried.point;
    if (kind === 'file' || kind === 'xml' || (isCarried(tried) && !tried.reflected)) return;
    await split(tried, scan);
  },
  // The server's own redirects, to a trailing slash or to https, may put the decoded path into Location.
  run: async (scan) => {
    const name = `X-${scan.mark}`;
    for (const text of breaks.slice(0, byDepth(scan, 1, 2, 3))) {
      const rawPath = `/${text}${name}:1`;
      const answer = await scan.ask(new URL('/', scan.base), { rawPath, maxBytes: 20_000 });
      if (!answer || !added(answer, name)) continue;
      scan.report(rule, {
        answer,
        payload: rawPath,
        parameter: 'path',
        url: new URL('/', scan.base).href,
        evidence: `A line break (${text}) in the path added the header ${name} to the answer.`,
        excerpt: name,
      });
      return;
    }
  },
};
