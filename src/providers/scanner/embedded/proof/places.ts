import { isIP } from 'node:net';
import { parse as parseDomain } from 'tldts';
import type { WebsiteProofPlaces } from '../../port.ts';

export const proofPrefix = 'portal-verification=';
export const metaName = 'portal-verification';

const bare = (host: string) => host.replace(/^\[|\]$/g, '').replace(/\.$/, '');
const isOwnable = (host: string) => parseDomain(host, { allowPrivateDomains: true }).domain !== null;

export function provedHost(hostname: string): string {
  const host = bare(hostname.toLowerCase());
  const short = host.replace(/^www\./, '');
  return short !== host && isOwnable(short) ? short : host;
}

/** Where a TXT record would stand; null for an address, which has no records of its own. */
export function recordName(hostname: string): string | null {
  const host = provedHost(hostname);
  return isIP(host) ? null : `_portal-verify.${host}`;
}

/**
 * Where the proof for an address goes. File and tag stand at the root of its origin, whatever page the address names: a scan
 * reads the whole origin, which whoever has one folder of it has not shown to be theirs.
 */
export function proofPlaces(url: string, token: string): WebsiteProofPlaces {
  const { origin, hostname } = new URL(url);
  return {
    dns: { name: recordName(hostname) ?? '', value: `${proofPrefix}${token}` },
    file: { url: `${origin}/.well-known/portal-verification.txt`, value: `${proofPrefix}${token}` },
    meta: { url: `${origin}/`, tag: `<meta name="${metaName}" content="${token}">` },
  };
}
