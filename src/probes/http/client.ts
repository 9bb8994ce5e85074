import type { Buffer } from 'node:buffer';
import type { Cookie } from 'tough-cookie';
import { CookieJar } from 'tough-cookie';
import type { AddressLookup, AllowPrivate } from '../net.ts';
import { AddressRefused, resolveTarget } from '../net.ts';
import type { HttpAnswer, HttpMethod } from './answer.ts';
import { HttpFailure, header, headerAll, redirectTarget } from './answer.ts';
import { makePace } from './pace.ts';
import { makeAgents, send } from './send.ts';

/** A checked address and the port to connect to. */
export type Place = { address: string; port: number };

/** Ways to take part in the traffic of a client. */
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
  /** Sent with each request. */
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
  /** Upper limits; 10 a second over 5 connections by default. */
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
  /** The checked address of a host, resolved once per scan. */
  resolve: (host: string, port: number) => Promise<string>;
  /** Origins that may receive the given session cookie. */
  cookieOrigins: Set<string>;
  /** What websites have set so far for an address. */
  cookies: (url: string) => Promise<readonly Cookie[]>;
  jar: CookieJar;
  stats: {
    requests: number;
    bytes: number;
    answered: number;
    refused: number;
    failed: number;
    failedInARow: number;
    slowedDown: number;
  };
  perSecond: () => number;
  close: () => void;
};

const defaultMaxBytes = 2 * 1024 * 1024;
const defaultPauseMs = 15_000;

function retryAfter(answer: HttpAnswer, longestMs: number): number {
  const value = header(answer, 'retry-after')?.trim() ?? '';
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : 2000;
  return Math.min(longestMs, ms);
}

/** A client for sites that nobody has to trust: pinned addresses, caps on size, time and speed, one jar per scan. */
export function makeHttpClient(options: HttpClientOptions): HttpClient {
  const connections = options.connections ?? 5;
  const pace = makePace({ perSecond: options.perSecond ?? 10, connections, signal: options.signal });
  const agents = makeAgents(connections);
  const jar = options.jar ?? new CookieJar(undefined, { rejectPublicSuffixes: true, looseMode: true });
  const resolved = new Map<string, Promise<Place | null>>();
  const cookieOrigins = new Set<string>();
  const fixedNames = new Set((options.cookie ?? '').split(';').map((pair) => pair.split('=')[0]!.trim()));
  const stats: HttpClient['stats'] = {
    requests: 0,
    bytes: 0,
    answered: 0,
    refused: 0,
    failed: 0,
    failedInARow: 0,
    slowedDown: 0,
  };

  function placeOf(host: string, port: number): Promise<Place | null> {
    const key = `${host}:${port}`;
    let found = resolved.get(key);
    if (!found) {
      found = options.place
        ? options.place(host, port)
        : resolveTarget(host, port, {
            ...(options.allowPrivate === undefined ? {} : { allowPrivate: options.allowPrivate }),
            ...(options.lookup === undefined ? {} : { lookup: options.lookup }),
          });
      resolved.set(key, found);
    }
    return found;
  }

  const noConnection = (place: string) => new HttpFailure('connect', place, `No connection to ${place}.`);

  async function resolve(host: string, port: number): Promise<string> {
    const place = await placeOf(host, port);
    if (!place) throw noConnection(`${host}:${port}`);
    return place.address;
  }

  async function cookieHeader(
    url: URL,
    values: Readonly<Record<string, string>> = {},
  ): Promise<string | undefined> {
    const given = cookieOrigins.has(url.origin) ? (options.cookie?.trim() ?? '') : '';
    const kept = (await jar.getCookies(url.href)).filter((cookie) => !(given && fixedNames.has(cookie.key)));
    const all = [...given.split(';'), ...kept.map((cookie) => cookie.cookieString())]
      .map((pair) => pair.trim())
      .filter((pair) => pair !== '' && !Object.hasOwn(values, pair.split('=')[0]!));
    const pairs = [...all, ...Object.entries(values).map(([name, value]) => `${name}=${value}`)].join('; ');
    return pairs === '' ? undefined : pairs;
  }

  async function keepCookies(answer: HttpAnswer): Promise<void> {
    for (const line of headerAll(answer, 'set-cookie').slice(0, 50)) {
      await jar.setCookie(line.slice(0, 8192), answer.url, { ignoreError: true }).catch(() => undefined);
    }
  }

  async function once(url: URL, ask: AskOptions): Promise<HttpAnswer> {
    if (url.protocol !== 'http:' && url.protocol !== 'https:')
      throw new HttpFailure('invalid-url', url.href, `${url.protocol} addresses are not read.`);
    if (options.maxRequests !== undefined && stats.requests >= options.maxRequests)
      throw new HttpFailure('budget', url.href, `The limit of ${options.maxRequests} requests is reached.`);
    if (options.maxTotalBytes !== undefined && stats.bytes >= options.maxTotalBytes)
      throw new HttpFailure('budget', url.href, 'The limit of downloaded data is reached.');
    stats.requests += 1;
    const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
    let place: Place | null;
    try {
      place = await placeOf(url.hostname, port);
    } catch (error) {
      stats.requests -= 1;
      if (!(error instanceof AddressRefused)) throw error;
      throw new HttpFailure(
        error.code === 'unresolved' ? 'dns' : 'refused-address',
        url.href,
        error.message,
        error,
      );
    }
    if (!place) throw noConnection(url.host);
    const cookie = ask.cookies === false ? undefined : await cookieHeader(url, ask.cookieValues);
    return send({
      url,
      method: ask.method ?? 'GET',
      ...(ask.rawPath === undefined ? {} : { rawPath: ask.rawPath }),
      headers: {
        'User-Agent': options.userAgent,
        Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
        'Accept-Language': 'en',
        'Accept-Encoding': 'gzip, deflate, br',
        ...options.headers,
        ...(ask.cookies !== false && cookieOrigins.has(url.origin) ? options.ownHeaders : {}),
        ...(cookie === undefined ? {} : { Cookie: cookie }),
        ...ask.headers,
      },
      ...(ask.body === undefined ? {} : { body: ask.body }),
      address: place.address,
      port: place.port,
      agents,
      maxBytes: ask.maxBytes ?? defaultMaxBytes,
      connectMs: options.connectMs ?? 8000,
      totalMs: ask.totalMs ?? options.totalMs ?? 20_000,
      signal: options.signal,
    });
  }

  async function ask(input: string | URL, askOptions: AskOptions = {}): Promise<HttpAnswer> {
    let url: URL;
    try {
      url = new URL(input);
    } catch (error) {
      throw new HttpFailure('invalid-url', String(input), `${String(input)} is not a valid address.`, error);
    }
    url.hash = '';
    const hooks = askOptions.unhooked ? undefined : options.hooks;
    let sentAgain = false;
    for (let attempt = 1; ; attempt++) {
      await hooks?.before?.();
      try {
        const answer = await pace.run(() => once(url, askOptions));
        stats.answered += 1;
        stats.failedInARow = 0;
        stats.bytes += answer.body.length;
        pace.took(answer.ms);
        // what a stranger is given must not take the place of what the visitor has
        if (askOptions.cookies !== false) await keepCookies(answer);
        if (answer.status === 429 || (answer.status === 503 && header(answer, 'retry-after') !== undefined)) {
          stats.refused += 1;
          stats.slowedDown += 1;
          pace.slowDown(retryAfter(answer, options.longestPauseMs ?? defaultPauseMs));
          // One more try after the pause; a site that keeps refusing is left alone.
          if (attempt === 1 && stats.slowedDown <= 10) continue;
        }
        hooks?.ended?.(answer);
        if (!sentAgain && hooks?.again && (await hooks.again(answer, askOptions))) {
          sentAgain = true;
          continue;
        }
        return answer;
      } catch (error) {
        if (!(error instanceof HttpFailure) || error.code === 'budget' || error.code === 'invalid-url')
          throw error;
        if (error.code === 'reset' && attempt === 1) continue;
        hooks?.ended?.(null);
        stats.failed += 1;
        if (error.code !== 'refused-address') stats.failedInARow += 1;
        throw error;
      }
    }
  }

  async function follow(
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

  return {
    ask,
    follow,
    resolve,
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
