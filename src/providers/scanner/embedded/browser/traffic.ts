import type { HttpAnswer } from '#probes/http/answer.ts';
import { Buffer } from 'node:buffer';
import type { HttpClient } from '#probes/http/client.ts';
import { isPublicAddress } from '#probes/net.ts';
import type { SiteRequest } from '../points/point.ts';
import { callKey, isMethod, ownHeaders, readBody } from './recorded.ts';

const heavyFile = /\.(woff2?|ttf|otf|eot|mp[34]|m4[av]|webm|ogg|wav|mov|avi|pdf|zip)$/i;

export type Kind = 'document' | 'script' | 'style' | 'picture' | 'heavy' | 'call';

const byDestination = new Map<string, Kind>([
  ['document', 'document'],
  ['iframe', 'document'],
  ['frame', 'document'],
  ['embed', 'document'],
  ['object', 'document'],
  ['script', 'script'],
  ['worker', 'script'],
  ['sharedworker', 'script'],
  ['style', 'style'],
  ['image', 'picture'],
  ['font', 'heavy'],
  ['audio', 'heavy'],
  ['video', 'heavy'],
  ['track', 'heavy'],
  ['manifest', 'heavy'],
]);

/** What the page wants to do with the answer. Chromium says so only where the page came encrypted. */
function kindOfCall({ url, headers, method }: Pick<Call, 'url' | 'headers' | 'method'>): Kind {
  const destination = headers['sec-fetch-dest'];
  if (destination !== undefined) return byDestination.get(destination) ?? 'call';
  const accept = headers.accept ?? '';
  if (headers['upgrade-insecure-requests'] !== undefined || accept.startsWith('text/html')) return 'document';
  if (accept.startsWith('text/css')) return 'style';
  if (accept.startsWith('image/')) return 'picture';
  if (method !== 'GET' || accept !== '*/*') return 'call';
  if (heavyFile.test(url.pathname)) return 'heavy';
  return /\.m?js$/i.test(url.pathname) ? 'script' : 'call';
}

/** Of one file, of all files together, and files in number. */
const mostFiles = { file: 4e6, bytes: 40e6, files: 2000 };

/** Files that are the same for everyone are asked for once in a scan. */
function makeFiles() {
  const files = new Map<string, Promise<HttpAnswer>>();
  let bytes = 0;
  return {
    has: (key: string) => files.has(key),
    once(key: string, ask: () => Promise<HttpAnswer>): Promise<HttpAnswer> {
      const known = files.get(key);
      if (known) return known;
      const asked = ask();
      if (files.size > mostFiles.files) return asked;
      files.set(key, asked);
      asked.then(
        ({ body, status }) => {
          if (body.length > mostFiles.file || bytes + body.length > mostFiles.bytes || status >= 500)
            files.delete(key);
          else bytes += body.length;
        },
        () => files.delete(key),
      );
      return asked;
    },
  };
}

/** Decides what Chromium may ask for, and asks for it by the client of the scan. */

export type Visitor = {
  id: string;
  url: string;
  primed: { url: string; answer: HttpAnswer } | null;
  /** The page may not be left any more: where it wants to go is written down. */
  stay: boolean;
  active: number;
  changedAt: number;
  calls: Map<string, SiteRequest>;
  asked: Map<string, number>;
  links: Set<string>;
  left: Set<string>;
  webSockets: Set<string>;
  /** Cookies as `name=value` that Chromium has from the scan; others were made by scripts of the page. */
  given: Set<string>;
};

export type Call = {
  method: string;
  url: URL;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
};

export type Reply = { status: number; headers: readonly (readonly [string, string])[]; body: Buffer };

type TrafficInput = {
  http: HttpClient;
  inScope: (url: URL) => boolean;
  isHarmful: (url: URL) => boolean;
  mayChange: boolean;
  /** Whether an address of another website is on the public internet; by its DNS. */
  isPublic?: ((url: URL) => Promise<boolean>) | undefined;
};

export type Traffic = { answer: (call: Call, visitor: Visitor) => Promise<Reply> };

const none = Buffer.alloc(0);
const empty = (status: number): Reply => ({
  status,
  headers: [['Access-Control-Allow-Origin', '*']],
  body: none,
});
// A document that is refused leaves the page where it is.
const refuse = (isDocument: boolean) => empty(isDocument ? 204 : 403);
const picture: Reply = {
  status: 200,
  headers: [['Content-Type', 'image/gif']],
  body: Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
};

const pictureFile = /\.(png|jpe?g|gif|webp|avif|ico|bmp|svg)$/i;
const staticFile =
  /\.(m?js|css|map|wasm|html?|txt)$|\/(assets|static|dist|build|i18n|locales?|lang)\/.{0,3000}\.json$/i;

// A page that keeps asking wears out the website and the budgets of the scan.
const most = { perVisit: 150, same: 4, foreign: 60, cachedFile: 4e6, listed: 500 };

// What belongs to one connection, names Chromium instead of the scan, or would bring half an answer.
const notForwarded =
  /^(host|connection|proxy-.*|keep-alive|te|trailer|transfer-encoding|content-length|expect|upgrade|upgrade-insecure-requests|cookie|user-agent|accept-encoding|accept-language|sec-ch-.*|if-.*|range|cache-control|pragma|x-safety-scan|x-client-data)$/i;
const notHandedOn =
  /^(connection|proxy-.*|keep-alive|trailer|transfer-encoding|content-length|content-encoding|upgrade|alt-svc|strict-transport-security|public-key-pins.*|report-to|reporting-endpoints|nel|expect-ct|clear-site-data|set-cookie|critical-ch|accept-ch|early-data)$/i;

function replyOf(answer: HttpAnswer, visitor: Visitor): Reply {
  const headers = answer.headers.filter(([name]) => !notHandedOn.test(name));
  for (const [name, line] of answer.headers) {
    if (name.toLowerCase() !== 'set-cookie') continue;
    const [pair = ''] = line.split(';');
    visitor.given.add(pair.trim());
    // What scripts cannot read stays with the scan, which sends it along by itself.
    if (!/;\s*httponly/i.test(line)) headers.push([name, line]);
  }
  const status = answer.status >= 200 && answer.status <= 599 ? answer.status : 502;
  return { status, headers, body: answer.body };
}

/** Cookies that scripts of the page made: the scan's own are newer in its own jar. */
function scriptCookies(line: string | undefined, visitor: Visitor): Record<string, string> {
  const pairs = (line ?? '').split(';').map((pair) => pair.trim());
  return Object.fromEntries(
    pairs
      .filter((pair) => pair !== '' && !visitor.given.has(pair))
      .slice(0, 50)
      .map((pair) => [pair.split('=')[0]!, pair.slice(pair.indexOf('=') + 1)] as const),
  );
}

function record(call: Call, kind: Kind, visitor: Visitor, inScope: (url: URL) => boolean): void {
  const { url, method } = call;
  if (!isMethod(method) || method === 'OPTIONS') return;
  if (kind === 'document' && method === 'GET') {
    if (visitor.links.size < most.listed) visitor.links.add(url.href);
    return;
  }
  const body = readBody(call.body, call.headers['content-type'] ?? '');
  const headers = ownHeaders(call.headers);
  const { referer = '' } = call.headers;
  const page = URL.canParse(referer) && inScope(new URL(referer)) ? referer : visitor.url;
  const request: SiteRequest = {
    method,
    url: url.href,
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...(body === undefined ? {} : { body }),
    page,
    source: 'browser',
  };
  if (visitor.calls.size < most.listed)
    visitor.calls.set(callKey(request), visitor.calls.get(callKey(request)) ?? request);
}

export function makeTraffic(input: TrafficInput): Traffic {
  const { http } = input;
  const files = makeFiles();
  let foreign = 0;

  const isPublic =
    input.isPublic ??
    (async (url: URL) =>
      isPublicAddress(
        await http.resolve(url.hostname, Number(url.port) || (url.protocol === 'https:' ? 443 : 80)),
      ));

  async function foreignFile(call: Call, visitor: Visitor): Promise<Reply> {
    const { url } = call;
    const allowed =
      files.has(url.href) || ((foreign += 1) <= most.foreign && (await isPublic(url).catch(() => false)));
    if (!allowed) return refuse(false);
    const { accept, origin } = call.headers;
    const headers = {
      ...(accept === undefined ? {} : { Accept: accept }),
      ...(origin === undefined ? {} : { Origin: origin }),
    };
    const answer = await files.once(url.href, () =>
      http.ask(url, { cookies: false, headers, maxBytes: most.cachedFile, totalMs: 10_000 }),
    );
    // What a third party sets or where it leads on is none of the site's.
    return replyOf(
      { ...answer, headers: answer.headers.filter(([name]) => !/^(set-cookie|refresh)$/i.test(name)) },
      visitor,
    );
  }

  /** The file itself matters to nobody, or to nothing that is checked. */
  function standIn({ url, method }: Call, kind: Kind): Reply | null {
    if (method !== 'GET' || kind === 'document') return null;
    if (kind === 'heavy' || heavyFile.test(url.pathname)) return refuse(false);
    return kind === 'picture' && pictureFile.test(url.pathname) ? picture : null;
  }

  function mayAsk({ url, method }: Call, isDocument: boolean, visitor: Visitor): boolean {
    const changes = method !== 'GET' && method !== 'HEAD';
    if (input.isHarmful(url) || (changes && !input.mayChange) || (isDocument && visitor.stay)) return false;
    const key = `${method} ${url.href}`;
    const count = visitor.asked.get(key) ?? 0;
    if (count >= most.same || visitor.asked.size >= most.perVisit) return false;
    visitor.asked.set(key, count + 1);
    return true;
  }

  async function ownAnswer(call: Call, kind: Kind, visitor: Visitor): Promise<Reply> {
    const { url, method } = call;
    const isDocument = kind === 'document';
    const { primed } = visitor;
    if (primed && isDocument && method === 'GET' && url.href === primed.url && !visitor.stay) {
      // Once: when the page comes back to it, it may look different.
      visitor.primed = null;
      return replyOf(primed.answer, visitor);
    }
    const instead = standIn(call, kind);
    if (instead) return instead;
    const isCall = kind === 'call' && !staticFile.test(url.pathname);
    if (isDocument || isCall) record(call, kind, visitor, input.inScope);
    if (!isMethod(method) || !mayAsk(call, isDocument, visitor)) return refuse(isDocument);
    const headers = Object.fromEntries(
      Object.entries(call.headers).filter(([name]) => !notForwarded.test(name)),
    );
    const ask = () =>
      http.ask(url, {
        method,
        headers,
        maxBytes: most.cachedFile,
        cookieValues: scriptCookies(call.headers.cookie, visitor),
        ...(call.body.length > 0 ? { body: call.body } : {}),
      });
    const isFile = method === 'GET' && !isDocument && !isCall;
    return replyOf(isFile ? await files.once(url.href, ask) : await ask(), visitor);
  }

  async function answer(call: Call, visitor: Visitor): Promise<Reply> {
    const kind = kindOfCall(call);
    const { url } = call;
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return refuse(false);
    if (input.inScope(url)) return ownAnswer(call, kind, visitor);
    if (kind === 'document' && visitor.left.size < most.listed) visitor.left.add(url.href);
    if (call.method === 'GET' && (kind === 'script' || kind === 'style')) return foreignFile(call, visitor);
    return kind === 'picture' && call.method === 'GET' ? picture : refuse(kind === 'document');
  }

  return { answer };
}
