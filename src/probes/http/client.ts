import type { Buffer } from 'node:buffer';
import type { Cookie, CookieJar } from 'tough-cookie';
import { AddressRefused, type AddressLookup, type AllowPrivate } from '../net.ts';
import { HttpFailure, headerAll, redirectTarget, type HttpAnswer, type HttpMethod } from './answer.ts';
import { makeVisitor } from './cookies.ts';
import { makePace, makeTraffic, type TrafficStats } from './pace.ts';
import { makePlaces, type Place } from './places.ts';
import { makeAgents, send } from './send.ts';

export type HttpHooks = {
  /** Awaited before each request; a rejection is the request's. */
  before?: () => Promise<void>;
  /** Told each answer, or null where none came. */
  ended?: (answer: HttpAnswer | null) => void;
  /** Looks at an answer before the caller gets it; true sends the request once more. */
  again?: (answer: HttpAnswer, ask: AskOptions) => Promise<boolean>;
};

export type HttpClientOptions = {
  signal: AbortSignal;
  userAgent: string;
  headers?: Record<string, string>;
  /** `k=v; …`, sent only to the origins in `cookieOrigins`. */
  cookie?: string | undefined;
  /** Sent only to the origins in `cookieOrigins`: what signs the scan in. */
  ownHeaders?: Record<string, string> | undefined;
  hooks?: HttpHooks;
  allowPrivate?: AllowPrivate | undefined;
  lookup?: AddressLookup | undefined;
  /**
   * Says where a host is connected to, instead of a look-up: the caller checks the address. Null for a place that takes no
   * connection. Rejects with `AddressRefused`, or the signal's reason.
   */
  place?: ((host: string, port: number) => Promise<Place | null>) | undefined;
  perSecond?: number;
  connections?: number;
  /** Hard budgets for the whole client. */
  maxRequests?: number;
  maxTotalBytes?: number;
  connectMs?: number;
  totalMs?: number;
  /** Longest pause that a site gets which asks to be left alone for a while; 15 seconds by default. */
  longestPauseMs?: number;
  /** The cookies of another client, to be the same visitor. */
  jar?: CookieJar;
};

export type AskOptions = {
  method?: HttpMethod;
  headers?: Record<string, string>;
  /** Path and query as they go on the wire, for requests that a URL would normalise. */
  rawPath?: string;
  /** Decoded bytes kept, 2 MB by default. */
  maxBytes?: number;
  /** False sends neither the jar nor the given session cookie, and keeps none of the answer's. */
  cookies?: boolean;
  totalMs?: number;
  /** Past all hooks: a request that one of them makes. */
  unhooked?: boolean;
  /** Sent in place of the cookies of these names that would go along, as they are. */
  cookieValues?: Readonly<Record<string, string>>;
  /** Sent as it is; its Content-Type goes into `headers`. */
  body?: string | Buffer;
};

export type HttpClient = {
  /** One request, no redirect followed. Rejects with `HttpFailure`, or the signal's reason. */
  ask: (url: string | URL, options?: AskOptions) => Promise<HttpAnswer>;
  /** Follows redirects as long as `mayFollow` agrees; the chain, last answer at the end. */
  follow: (
    url: string | URL,
    options?: AskOptions & { mayFollow?: (next: URL) => boolean; maxHops?: number },
  ) => Promise<HttpAnswer[]>;
  resolve: (host: string, port: number) => Promise<string>;
  cookieOrigins: Set<string>;
  cookies: (url: string) => Promise<readonly Cookie[]>;
  jar: CookieJar;
  stats: TrafficStats;
  perSecond: () => number;
  close: () => void;
};

const defaultMaxBytes = 2 * 1024 * 1024;
const accepted = {
  Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'Accept-Language': 'en',
  'Accept-Encoding': 'gzip, deflate, br',
};

function parsed(input: string | URL): URL {
  try {
    const url = new URL(input);
    url.hash = '';
    return url;
  } catch (error) {
    throw new HttpFailure('invalid-url', String(input), `${String(input)} is not a valid address.`, error);
  }
}

async function follow(
  ask: HttpClient['ask'],
  url: string | URL,
  input: Parameters<HttpClient['follow']>[1] = {},
): Promise<HttpAnswer[]> {
  const { mayFollow = () => true, maxHops = 10, ...askOptions } = input;
  const chain = [await ask(url, askOptions)];
  const seen = new Set([new URL(url).href]);
  for (;;) {
    const next = redirectTarget(chain.at(-1)!);
    if (!next || chain.length > maxHops || !mayFollow(next)) return chain;
    next.hash = '';
    if (seen.has(next.href) && headerAll(chain.at(-1)!, 'set-cookie').length === 0) return chain;
    seen.add(next.href);
    chain.push(await ask(next, askOptions));
  }
}

function refuseBeyond(
  { maxRequests = Infinity, maxTotalBytes = Infinity }: HttpClientOptions,
  { requests, bytes }: TrafficStats,
  { protocol, href }: URL,
): void {
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new HttpFailure('invalid-url', href, `${protocol} addresses are not read.`);
  if (requests >= maxRequests)
    throw new HttpFailure('budget', href, `The limit of ${maxRequests} requests is reached.`);
  if (bytes >= maxTotalBytes)
    throw new HttpFailure('budget', href, 'The limit of downloaded data is reached.');
}

/** A failure of the website, unlike one of a budget or of a wrong address. */
const isOfSite = (error: unknown): error is HttpFailure =>
  error instanceof HttpFailure && error.code !== 'budget' && error.code !== 'invalid-url';

/** A client for sites that nobody has to trust: pinned addresses, caps on size, time and speed, one jar per scan. */
export function makeHttpClient(options: HttpClientOptions): HttpClient {
  const connections = options.connections ?? 5;
  const pace = makePace({ perSecond: options.perSecond ?? 10, connections, signal: options.signal });
  const agents = makeAgents(connections);
  const visitor = makeVisitor(options.cookie, options.jar);
  const { jar, cookieOrigins } = visitor;
  const placeOf = makePlaces(options);
  const traffic = makeTraffic(pace, options.longestPauseMs);
  const { stats } = traffic;
  const noConnection = (place: string) => new HttpFailure('connect', place, `No connection to ${place}.`);

  /** Counts a request within the budgets and finds the place to connect to. */
  async function reserve(url: URL): Promise<Place> {
    refuseBeyond(options, stats, url);
    stats.requests += 1;
    const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
    const place = await placeOf(url.hostname, port).catch((error: unknown) => {
      stats.requests -= 1;
      if (!(error instanceof AddressRefused)) throw error;
      const code = error.code === 'unresolved' ? 'dns' : 'refused-address';
      throw new HttpFailure(code, url.href, error.message, error);
    });
    if (!place) throw noConnection(url.host);
    return place;
  }

  async function once(url: URL, ask: AskOptions): Promise<HttpAnswer> {
    const { address, port } = await reserve(url);
    const withCookies = ask.cookies !== false;
    const cookie = withCookies ? await visitor.cookieHeader(url, ask.cookieValues) : undefined;
    return send({
      url,
      method: ask.method ?? 'GET',
      rawPath: ask.rawPath,
      headers: {
        'User-Agent': options.userAgent,
        ...accepted,
        ...options.headers,
        ...(withCookies && cookieOrigins.has(url.origin) ? options.ownHeaders : {}),
        ...(cookie === undefined ? {} : { Cookie: cookie }),
        ...ask.headers,
      },
      body: ask.body,
      address,
      port,
      agents,
      maxBytes: ask.maxBytes ?? defaultMaxBytes,
      connectMs: options.connectMs ?? 8000,
      totalMs: ask.totalMs ?? options.totalMs ?? 20_000,
      signal: options.signal,
    });
  }

  async function ask(input: string | URL, askOptions: AskOptions = {}): Promise<HttpAnswer> {
    const url = parsed(input);
    const hooks = askOptions.unhooked ? {} : (options.hooks ?? {});
    let sentAgain = false;
    for (let attempt = 1; ; attempt++) {
      await hooks.before?.();
      try {
        const answer = await pace.run(() => once(url, askOptions));
        traffic.answered(answer);
        // what a stranger is given must not take the place of what the visitor has
        if (askOptions.cookies !== false) await visitor.keep(answer);
        // A site that keeps refusing after the pause is left alone.
        if (traffic.asksToWait(answer) && attempt === 1 && stats.slowedDown <= 10) continue;
        hooks.ended?.(answer);
        if (sentAgain || !(await hooks.again?.(answer, askOptions))) return answer;
        sentAgain = true;
      } catch (error) {
        if (!isOfSite(error)) throw error;
        if (error.code === 'reset' && attempt === 1) continue;
        hooks.ended?.(null);
        traffic.failed(error);
        throw error;
      }
    }
  }

  return {
    ask,
    follow: (url, following) => follow(ask, url, following),
    resolve: async (host, port) => {
      const place = await placeOf(host, port);
      if (!place) throw noConnection(`${host}:${port}`);
      return place.address;
    },
    cookieOrigins,
    cookies: (url) => jar.getCookies(url),
    jar,
    stats,
    perSecond: pace.perSecond,
    close: () => {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}
