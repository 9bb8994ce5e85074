import { timingSafeEqual } from 'node:crypto';
import { makeResolver, type Resolver } from '#probes/dns/resolver.ts';
import { bodyText, HttpFailure, redirectTarget, type HttpAnswer } from '#probes/http/answer.ts';
import { makeHttpClient, type HttpClient } from '#probes/http/client.ts';
import type { AddressLookup, AllowPrivate } from '#probes/net.ts';
import type { WebsiteProof } from '../../port.ts';
import { isTwin } from '../site/reach.ts';
import { headCodes } from './metaTag.ts';
import { proofPlaces, proofPrefix, recordName } from './places.ts';

/** `unclear` means that the place did not answer, so that nothing follows. */
type Look = { found: boolean; seen: string; unclear: boolean };

export type ProofOptions = {
  userAgent: string;
  signal: AbortSignal;
  allowPrivate?: AllowPrivate | undefined;
  /** DNS server, `ip:port`; those of the system without it. */
  dnsServer?: string | undefined;
  lookup?: AddressLookup | undefined;
  /** For the whole look, milliseconds; 18 seconds by default. */
  withinMs?: number | undefined;
};

const maxFile = 4096;
const maxPage = 256 * 1024;
const mostHops = 4;
/** Shorter ones could be guessed. */
const leastToken = 16;
const usualMs = 18_000;

const found = (seen: string): Look => ({ found: true, seen, unclear: false });
const missing = (seen: string): Look => ({ found: false, seen, unclear: false });
const unclear = (seen: string): Look => ({ found: false, seen, unclear: true });

function same(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

const codeOf = (text: string) => {
  const line = text.trim();
  return line.toLowerCase().startsWith(proofPrefix) ? line.slice(proofPrefix.length).trim() : line;
};

async function inDns(resolver: Resolver, hostname: string, token: string): Promise<Look> {
  const name = recordName(hostname);
  if (name === null) return missing('');
  const answer = await resolver.query(name, 'TXT');
  if (answer.records.some((text) => same(codeOf(text), token)))
    return found(`The TXT record of ${name} holds the code.`);
  if (answer.records.length > 0) return missing(`The TXT record of ${name} holds something else.`);
  return answer.status === 'nodata' || answer.status === 'nxdomain'
    ? missing(`There is no TXT record at ${name}.`)
    : unclear(`The DNS did not answer for ${name}.`);
}

async function readOwn(http: HttpClient, start: string, maxBytes: number): Promise<HttpAnswer | Look> {
  let url = new URL(start);
  for (let hop = 0; hop < mostHops; hop += 1) {
    const answer = await http.ask(url, { maxBytes, cookies: false });
    const next = redirectTarget(answer);
    if (!next) return answer;
    // whoever may lay something down at another place has not shown that this website is theirs
    const stays =
      isTwin(next, url) &&
      next.pathname === url.pathname &&
      (next.origin.startsWith('https:') || url.protocol === 'http:') &&
      (next.port === url.port ||
        (url.protocol === 'http:' && next.protocol === 'https:' && next.port === ''));
    if (!stays) return missing(`${url.href} leads elsewhere.`);
    url = next;
  }
  return missing(`${start} leads round in a circle.`);
}

async function atAddress(
  http: HttpClient,
  address: string,
  maxBytes: number,
  read: (answer: HttpAnswer) => Look,
): Promise<Look> {
  try {
    const answer = await readOwn(http, address, maxBytes);
    if ('found' in answer) return answer;
    if (answer.status === 200) return read(answer);
    // a website that is overloaded, or keeps machines out for a while, says nothing about the file
    const passing = answer.status >= 500 || answer.status === 429 || answer.status === 408;
    return (passing ? unclear : missing)(`${answer.url} answers ${answer.status}.`);
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error;
    const refused = error.code === 'refused-address' || error.code === 'invalid-url';
    return (refused ? missing : unclear)(`${address} cannot be read. ${error.message}`);
  }
}

const inFile = (http: HttpClient, address: string, token: string) =>
  atAddress(http, address, maxFile, (answer) => {
    const lines = bodyText(answer)
      .replace(/^\uFEFF/, '')
      .split(/\r?\n/);
    return lines.some((line) => same(codeOf(line), token))
      ? found(`${answer.url} holds the code.`)
      : missing(`${answer.url} does not hold the code.`);
  });

const inTag = (http: HttpClient, address: string, token: string) =>
  atAddress(http, address, maxPage, (answer) => {
    const codes = headCodes(bodyText(answer));
    if (codes.some((code) => same(codeOf(code), token)))
      return found(`The head of ${answer.url} holds the tag.`);
    return missing(
      codes.length > 0
        ? `The tag of ${answer.url} holds another code.`
        : `The head of ${answer.url} has no such tag.`,
    );
  });

async function lookEverywhere(
  { url, token }: { url: string; token: string },
  { resolver, http }: { resolver: Resolver; http: HttpClient },
): Promise<WebsiteProof> {
  const { file, meta } = proofPlaces(url, token);
  const dns = await inDns(resolver, new URL(url).hostname, token);
  if (dns.found) return { by: 'dns', seen: dns.seen };
  const [inFiles, inTags] = await Promise.all([inFile(http, file.url, token), inTag(http, meta.url, token)]);
  if (inFiles.found) return { by: 'file', seen: inFiles.seen };
  if (inTags.found) return { by: 'meta', seen: inTags.seen };
  const looks = [dns, inFiles, inTags];
  return {
    by: null,
    seen: looks
      .map(({ seen }) => seen)
      .filter(Boolean)
      .join(' '),
    ...(looks.some((look) => look.unclear) ? { unclear: true as const } : {}),
  };
}

/** Looks for the code of a website, in the DNS first. Rejects only with the signal's reason. */
export async function lookForProof(
  asked: { url: string; token: string },
  options: ProofOptions,
): Promise<WebsiteProof> {
  const token = asked.token.trim();
  if (token.length < leastToken) return { by: null, seen: 'The code is too short to prove anything.' };
  if (!URL.canParse(asked.url) || !/^https?:$/.test(new URL(asked.url).protocol))
    return { by: null, seen: 'Only addresses that begin with https:// or http:// can be proved.' };
  options.signal.throwIfAborted();
  const over = AbortSignal.timeout(options.withinMs ?? usualMs);
  const signal = AbortSignal.any([options.signal, over]);
  const http = makeHttpClient({
    userAgent: options.userAgent,
    signal,
    allowPrivate: options.allowPrivate,
    lookup: options.lookup,
    perSecond: 20,
    connections: 2,
    maxRequests: 12,
    maxTotalBytes: 2_000_000,
    connectMs: 5000,
    totalMs: 8000,
    longestPauseMs: 1000,
  });
  const resolver = makeResolver({
    signal,
    timeoutMs: 5000,
    maxQuestions: 20,
    ...(options.dnsServer === undefined ? {} : { server: options.dnsServer }),
  });
  try {
    return await lookEverywhere({ url: asked.url, token }, { resolver, http });
  } catch (error) {
    options.signal.throwIfAborted();
    if (!over.aborted) throw error;
    return { by: null, seen: `${new URL(asked.url).host} did not answer in time.`, unclear: true };
  } finally {
    http.close();
  }
}
