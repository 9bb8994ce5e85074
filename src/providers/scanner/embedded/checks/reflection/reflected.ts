import { bodyText } from '#probes/http/answer.ts';
import type { HttpAnswer } from '#probes/http/answer.ts';
import { header } from '#probes/http/answer.ts';
import { kindOf } from '../../crawl/crawler.ts';
import type { Point } from '../../points/point.ts';
import { fillPoint } from '../../points/point.ts';
import type { Tried } from '../../points/tried.ts';
import { tryPoint } from '../../points/tried.ts';
import type { Check, Scan } from '../../rule.ts';
import { isStaticFile } from '../documents.ts';
import { byDepth } from '../execution/likely.ts';
import { contextsOf } from './contexts.ts';
import { payloadsFor } from './payloads.ts';
import { findBreakout } from './reflection.ts';
import { clientTemplate, heldByPolicy, reflected } from './rules.ts';
import { wouldRun } from './wouldRun.ts';

const isPage = (answer: HttpAnswer): boolean => kindOf(answer) === 'html' || /xhtml|svg/.test(header(answer, 'content-type') ?? '');

let count = 0;
/** A number of its own for each attempt, so that what ran is known. */
export const nextId = (): string => String(10_000 + (count = (count + 1) % 80_000));

/** Whether a policy forbids scripts in the page itself. */
export function forbidsInline(answer: HttpAnswer): boolean {
  const policy = (header(answer, 'content-security-policy') ?? '').toLowerCase();
  const directive = /(?:^|;)\s*script-src(?:-elem)?\s([^;]*)/.exec(policy)?.[1] ?? /(?:^|;)\s*default-src\s([^;]*)/.exec(policy)?.[1];
  return directive !== undefined && !(directive.includes("'unsafe-inline'") && !/'(nonce|sha\d+)-|'strict-dynamic'/.test(directive));
}

/** Letters that came back as they were, wherever the text stands; a payload that needs others is not worth a request. */
function survivors(body: string, mark: string): { angle: boolean; double: boolean; single: boolean } {
  return {
    angle: body.includes(`<${mark}x`),
    single: body.includes(`${mark}'`),
    double: body.includes(`${mark}'"`) || body.includes(`${mark}&#39;"`) || body.includes(`${mark}&#039;"`) || body.includes(`${mark}"`),
  };
}

/** Opens the request of a point in the browser. Null when there is none or it did not load. */
async function opened(scan: Scan, tried: Tried, payload: string) {
  const browser = await scan.browser();
  if (!browser) return null;
  const { url, method, headers, body } = fillPoint(tried.point, payload);
  return browser.visit(
    { url, method, ...(headers ? { headers } : {}), ...(body ? { body } : {}) },
    { touch: scan.mark, screenshot: true, atMostMs: 5000 },
  );
}

async function tryContexts(tried: Tried, scan: Scan): Promise<void> {
  const { mark } = scan;
  const word = `${mark}w`;
  const calm = await tried.send(word);
  if (!calm || !isPage(calm)) return;
  const contexts = contextsOf(bodyText(calm), word);
  if (contexts.length === 0 && tried.marked && findBreakout(bodyText(tried.marked), mark)) contexts.push({ kind: 'text' });
  const alive = tried.marked ? survivors(bodyText(tried.marked), mark) : null;
  const most = byDepth(scan, 3, 7, 14);
  for (const context of contexts) {
    const id = nextId();
    const calls = [`${mark}(${id})`, `${mark}\`${id}\``];
    // An element that is not let through as a whole may be let through in parts: the deeper levels try.
    const filtered = alive !== null && !alive.angle && scan.depth === 'few';
    const attempts = payloadsFor(context, mark, id)
      .filter((payload) => !(filtered && payload.includes('<')))
      .slice(0, most);
    for (const payload of attempts) {
      const answer = await tried.send(payload);
      if (!answer || !isPage(answer)) continue;
      const where = wouldRun(bodyText(answer), calls);
      if (!where) continue;
      const visit = await opened(scan, tried, payload);
      const ran = visit?.executed.includes(id) === true;
      const held = !ran && forbidsInline(answer);
      // Seen in the browser not to run, and no policy is the reason: it is a text after all.
      if (visit && !ran && !held) continue;
      tried.report(reflected, {
        answer,
        payload,
        excerpt: calls.find((call) => bodyText(answer).includes(call)) ?? mark,
        evidence: ran
          ? `The browser carried the text out in ${where}.`
          : held
            ? `The text became a part of the page in ${where}; the Content Security Policy alone keeps it from running.`
            : `The text became a part of the page in ${where}, where a browser carries it out.`,
        confidence: ran ? 'certain' : 'firm',
        ...(held ? { vector: heldByPolicy } : {}),
        screenshot: visit?.screenshot ?? null,
      });
      return;
    }
  }
}

const frameworks = /\bng-(app|controller|bind)|data-ng-|angular(\.min)?\.js|\bvue(\.\w+)*\.js|v-(if|for|bind|cloak)\b|\bx-data=/i;

/** A formula that the server leaves alone and the browser works out. */
async function tryTemplate(tried: Tried, scan: Scan): Promise<void> {
  const page = bodyText(tried.plain);
  if (!frameworks.test(page) || !isPage(tried.plain)) return;
  const [a, b] = [Number(nextId()), 7919];
  const payload = `${scan.mark}{{${a}*${b}}}`;
  const answer = await tried.send(payload);
  if (!answer || !bodyText(answer).includes(payload)) return;
  const visit = await opened(scan, tried, payload);
  if (visit?.html.includes(`${scan.mark}${a * b}`))
    tried.report(clientTemplate, {
      answer,
      payload,
      excerpt: payload,
      evidence: `In the browser {{${a}*${b}}} became ${a * b}, and not in the answer of the server.`,
    });
}

/** A victim's browser sends its own headers and cookies: what stands in them harms nobody else. */
const isOwn = ({ kind }: Point): boolean => kind === 'header' || kind === 'cookie' || kind === 'file';

export async function tryReflection(tried: Tried, scan: Scan): Promise<void> {
  if (!tried.reflected || isOwn(tried.point)) return;
  await tryContexts(tried, scan);
  if (!tried.found.has(reflected.id)) await tryTemplate(tried, scan);
}

// Parameters that many pages read although no link shows them.
const common = [
  'q',
  's',
  'search',
  'query',
  'keyword',
  'name',
  'id',
  'page',
  'lang',
  'msg',
  'message',
  'error',
  'title',
  'ref',
  'url',
  'redirect',
  'user',
  'view',
];

/** Pages that read parameters which no link shows, error pages that repeat the address, pages that show their own whole address. */
async function tryHidden(scan: Scan): Promise<void> {
  const programs = scan.site.pages.filter((page) => !isStaticFile(page.answer));
  const pages = [...new Set(programs.map((page) => page.url.replace(/\?.*$/, '')))].slice(0, byDepth(scan, 8, 20, 60));
  const request = (url: string) => ({ method: 'GET' as const, url, page: url, source: 'link' as const });
  const look = async (point: Point) => {
    const tried = await tryPoint(scan, point);
    if (tried) await tryReflection(tried, scan);
  };
  for (const page of pages) {
    const all = new URL(page);
    for (const name of common) all.searchParams.set(name, `${scan.mark}${name}`);
    const answer = await scan.ask(all, { maxBytes: 1_000_000 });
    if (!answer || !isPage(answer)) continue;
    const body = bodyText(answer);
    for (const name of common) {
      const known = [...scan.site.parametrised.values()].some((url) => url.pathname === all.pathname && url.searchParams.has(name));
      // Where the whole address is repeated, one name stands for all.
      if (known || !new RegExp(`${scan.mark}${name}(?![\\w&;%=])`).test(body)) continue;
      await look({ kind: 'query', request: request(page), name, value: '' });
      if (body.includes(`${common[0]}=${scan.mark}`)) break;
    }
  }
  await look({ kind: 'path', request: request(new URL(`/${scan.mark}none`, scan.base).href), name: '0', value: `${scan.mark}none` });
  await look({ kind: 'query', request: request(scan.base.href), name: `${scan.mark}p`, value: '' });
}

export const reflectedScripts: Check = {
  name: 'Cross-site scripting',
  rules: [reflected, clientTemplate],
  level: 'safe',
  activity: 'Trying whether text becomes part of pages',
  point: tryReflection,
  finish: tryHidden,
};
