import { Buffer } from 'node:buffer';
import { createPublicKey, randomBytes, type KeyObject } from 'node:crypto';
import { commonSelectors } from './dkimSelectors.ts';
import type { Resolver } from './resolver.ts';
import { parseTags } from './tags.ts';

export type DkimKey = {
  selector: string;
  name: string;
  record: string;
  /**
   * `usable`: it can verify a signature. `revoked`: `p=` is empty, on purpose (RFC 6376 3.6.1). `malformed`: it was
   * meant as a key and is none.
   */
  state: 'usable' | 'revoked' | 'malformed';
  /** Null where the record names an unknown kind. */
  type: 'rsa' | 'ed25519' | null;
  bits: number | null;
  /** `t=y`: receivers treat its mail as unsigned (RFC 6376 3.6.1). */
  testing: boolean;
  /** Only SHA-1 is accepted (`h=sha1`), which no receiver may accept any more (RFC 8301). */
  sha1Only: boolean;
  /** What is wrong, one sentence part in our words. */
  problem: string | null;
};

export type DkimReport = {
  domain: string;
  /** Keys found, in the order of the selectors asked for. */
  keys: DkimKey[];
  /** Selectors that were asked for, those given first. */
  asked: string[];
  /** Selectors about which the DNS did not answer: nothing is known of them. */
  unanswered: string[];
  /** The zone answers every name below `_domainkey`; such answers are no keys. */
  wildcard: boolean;
};

/** What looks like a key at all: other texts under such a name are passed over. */
const meantAsKey = /(?:^|;)\s*(?:v\s*=\s*dkim|k\s*=|p\s*=)/i;

function publicKey(der: Buffer): KeyObject | null {
  for (const type of ['spki', 'pkcs1'] as const) {
    try {
      return createPublicKey({ key: der, format: 'der', type });
    } catch {
      // The other form is in use too: the standard says RSAPublicKey, practice wraps it.
    }
  }
  return null;
}

type Judged = Pick<DkimKey, 'state' | 'type' | 'bits' | 'problem'>;

function judgeKey(kind: string, value: string): Judged {
  const made: Judged = { state: 'usable', type: null, bits: null, problem: null };
  const wrong = (problem: string): Judged => ({ ...made, state: 'malformed', problem });
  if (kind !== 'rsa' && kind !== 'ed25519') return wrong('the kind of key is unknown');
  made.type = kind;
  if (value === '') return { ...made, state: 'revoked' };
  const base64 = value.replace(/\s/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return wrong('the key is not written in Base64');
  const bytes = Buffer.from(base64, 'base64');
  if (kind === 'ed25519') return bytes.length === 32 ? made : wrong('the key does not have 32 bytes');
  const key = publicKey(bytes);
  if (key?.asymmetricKeyType !== 'rsa') return wrong('the key cannot be read');
  return { ...made, bits: key.asymmetricKeyDetails?.modulusLength ?? null };
}

/** Reads one key record (RFC 6376 3.6.1, RFC 8463); null for a text that was not meant as one. Never throws. */
export function parseDkimKey(record: string): Omit<DkimKey, 'selector' | 'name'> | null {
  if (!meantAsKey.test(record)) return null;
  const { tags, duplicates, broken, first } = parseTags(record);
  const flags = (tags.get('t') ?? '')
    .toLowerCase()
    .split(':')
    .map((flag) => flag.trim());
  const hashes = (tags.get('h') ?? '')
    .toLowerCase()
    .split(':')
    .map((hash) => hash.trim());
  const services = (tags.get('s') ?? '*')
    .toLowerCase()
    .split(':')
    .map((service) => service.trim());
  const value = tags.get('p');
  let judged: Judged = { state: 'malformed', type: null, bits: null, problem: null };
  if (value === undefined) judged.problem = 'the key itself is missing';
  else judged = judgeKey((tags.get('k') ?? 'rsa').toLowerCase(), value);
  if (tags.has('v') && (tags.get('v') !== 'DKIM1' || first !== 'v'))
    judged = { ...judged, state: 'malformed', problem: 'the version is not DKIM1, or does not stand first' };
  else if (broken.length > 0 || duplicates.length > 0)
    judged = { ...judged, state: 'malformed', problem: 'the list of tags cannot be read' };
  else if (!services.includes('*') && !services.includes('email'))
    judged = { ...judged, state: 'malformed', problem: 'the key is not for mail' };
  return {
    record,
    ...judged,
    testing: flags.includes('y'),
    sha1Only: tags.has('h') && hashes.includes('sha1') && !hashes.includes('sha256'),
  };
}

/**
 * Looks for DKIM keys under the common selectors and those given, all at once. A domain without findings may still
 * sign under another selector. Rejects only with the resolver's abort reason.
 */
export async function inspectDkim(
  resolver: Resolver,
  domain: string,
  extraSelectors: readonly string[] = [],
): Promise<DkimReport> {
  const asked = [
    ...new Set(
      [...extraSelectors, ...commonSelectors.map(({ selector }) => selector)]
        .map((selector) => selector.trim().toLowerCase())
        .filter(Boolean),
    ),
  ];
  const ask = (selector: string) => resolver.query(`${selector}._domainkey.${domain}`, 'TXT');
  // Nobody has this selector; who answers for it answers for all.
  const [control, ...answers] = await Promise.all([
    ask(`x${randomBytes(12).toString('hex')}`),
    ...asked.map(ask),
  ]);
  const everywhere = new Set(control!.records);
  const keys: DkimKey[] = [];
  const unanswered: string[] = [];
  for (const [index, selector] of asked.entries()) {
    const answer = answers[index]!;
    if (answer.status !== 'records' && answer.status !== 'nodata' && answer.status !== 'nxdomain')
      unanswered.push(selector);
    const own = answer.records.filter((record) => !everywhere.has(record));
    const read = own.map(parseDkimKey).filter((key) => key !== null);
    const key = read[0];
    if (!key) continue;
    // With several records a receiver may take any of them (RFC 6376 3.6.2.2).
    const one =
      read.length === 1
        ? key
        : { ...key, state: 'malformed' as const, problem: 'there are several records where only one may be' };
    keys.push({ selector, name: `${selector}._domainkey.${domain}`, ...one });
  }
  return { domain, keys, asked, unanswered, wildcard: control!.status === 'records' };
}
