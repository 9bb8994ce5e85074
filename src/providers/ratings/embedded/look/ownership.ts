import { timingSafeEqual } from 'node:crypto';
import { bodyText, HttpFailure, redirectTarget } from '#probes/http/answer.ts';
import type { Reach } from './reach.ts';
import { readSubject, registrable } from '../subject.ts';

/** Where a company shows that a domain is its own: `_portal-verify` in the DNS, a TXT record of the domain, or a file. */
export const proofPlaces = {
  record: (domain: string) => `_portal-verify.${domain}`,
  prefix: 'portal-verification=',
  file: (domain: string) => `https://${domain}/.well-known/portal-verification.txt`,
} as const;

const maxFile = 4096;
/** Shorter ones could be guessed. */
const leastToken = 16;

export type Proof = { by: 'dns' | 'file' | null; seen: string };

function same(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

const bare = (text: string) => {
  const trimmed = text.trim();
  return trimmed.toLowerCase().startsWith(proofPlaces.prefix)
    ? trimmed.slice(proofPlaces.prefix.length).trim()
    : trimmed;
};

async function inDns(reach: Reach, domain: string, token: string): Promise<Proof> {
  const name = proofPlaces.record(domain);
  const [own, apex] = await Promise.all([
    reach.resolver.query(name, 'TXT'),
    reach.resolver.query(domain, 'TXT'),
  ]);
  if (own.records.some((text) => same(bare(text), token)))
    return { by: 'dns', seen: `The TXT record of ${name} holds the code.` };
  const marked = apex.records.filter((text) => text.trim().toLowerCase().startsWith(proofPlaces.prefix));
  if (marked.some((text) => same(bare(text), token)))
    return { by: 'dns', seen: `A TXT record of ${domain} holds the code.` };
  if (own.records.length > 0) return { by: null, seen: `The TXT record of ${name} holds something else.` };
  if (marked.length > 0) return { by: null, seen: `The TXT record of ${domain} holds another code.` };
  const failed = ['servfail', 'timeout', 'malformed'].includes(own.status);
  return {
    by: null,
    seen: failed ? `The DNS did not answer for ${name}.` : `There is no TXT record at ${name}.`,
  };
}

/** The file itself or, where the domain leads its visitors there, the same file on another host of the domain. */
async function inFile(reach: Reach, domain: string, token: string): Promise<Proof> {
  let url = new URL(proofPlaces.file(domain));
  try {
    for (let hop = 0; hop < 4; hop += 1) {
      const answer = await reach.http.ask(url, { maxBytes: maxFile, cookies: false });
      const next = redirectTarget(answer);
      if (next) {
        // Whoever may lay down a file on another path or site has not shown that the domain is theirs.
        const stays =
          next.protocol === 'https:' &&
          next.port === '' &&
          next.pathname === url.pathname &&
          registrable(next.hostname) === registrable(domain);
        if (!stays) return { by: null, seen: `${url.href} leads elsewhere.` };
        url = next;
        continue;
      }
      if (answer.status !== 200) return { by: null, seen: `${url.href} answers ${answer.status}.` };
      const lines = bodyText(answer)
        .replace(/^\uFEFF/, '')
        .split(/\r?\n/);
      if (lines.some((line) => same(bare(line), token)))
        return { by: 'file', seen: `${url.href} holds the code.` };
      return { by: null, seen: `${url.href} does not hold the code.` };
    }
    return { by: null, seen: `${url.href} leads round in a circle.` };
  } catch (error) {
    if (error instanceof HttpFailure)
      return { by: null, seen: `${url.href} cannot be read. ${error.message}` };
    throw error;
  }
}

/** Looks for the code at a domain, in the DNS first. Rejects only with the signal's reason. */
export async function lookForProof(reach: Reach, input: { domain: string; token: string }): Promise<Proof> {
  const token = input.token.trim();
  if (token.length < leastToken) return { by: null, seen: 'The code is too short to prove anything.' };
  let host: string;
  try {
    host = readSubject(input.domain).host;
  } catch {
    return { by: null, seen: `${input.domain} is no domain of its own on the internet.` };
  }
  const dns = await inDns(reach, host, token);
  if (dns.by) return dns;
  const file = await inFile(reach, host, token);
  return file.by ? file : { by: null, seen: `${dns.seen} ${file.seen}` };
}
