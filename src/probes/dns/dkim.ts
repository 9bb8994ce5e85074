import { Buffer } from 'node:buffer';
import { createPublicKey, randomBytes, type KeyObject } from 'node:crypto';
import type { Resolver } from './resolver.ts';
import { parseTags } from './tags.ts';

/** Names under which the keys of well-known senders stand. A selector cannot be listed by the DNS, only guessed. */
export const commonSelectors: readonly { selector: string; why: string }[] = [
  { selector: 'google', why: 'Google Workspace, as its set-up proposes' },
  { selector: 'selector1', why: 'Microsoft 365, first of its pair' },
  { selector: 'selector2', why: 'Microsoft 365, second of its pair' },
  { selector: 'default', why: 'cPanel, Plesk and OpenDKIM' },
  { selector: 'dkim', why: 'many hosters and mail servers' },
  { selector: 'mail', why: 'OpenDKIM guides, several hosters' },
  { selector: 'k1', why: 'Mailchimp and Mandrill' },
  { selector: 'k2', why: 'Mailchimp' },
  { selector: 'k3', why: 'Mailchimp' },
  { selector: 'mandrill', why: 'Mandrill' },
  { selector: 's1', why: 'SendGrid, first of its pair, and others' },
  { selector: 's2', why: 'SendGrid, second of its pair, and others' },
  { selector: 'smtpapi', why: 'SendGrid, older set-ups' },
  { selector: 'mailo', why: 'Mailgun, older set-ups' },
  { selector: 'mg', why: 'Mailgun' },
  { selector: 'pic', why: 'Mailgun' },
  { selector: 'pm', why: 'Postmark' },
  { selector: 'mta', why: 'Mailgun and Postfix set-ups' },
  { selector: 'fm1', why: 'Fastmail' },
  { selector: 'fm2', why: 'Fastmail' },
  { selector: 'fm3', why: 'Fastmail' },
  { selector: 'protonmail', why: 'Proton Mail' },
  { selector: 'protonmail2', why: 'Proton Mail' },
  { selector: 'protonmail3', why: 'Proton Mail' },
  { selector: 'zoho', why: 'Zoho Mail' },
  { selector: 'zmail', why: 'Zoho Mail' },
  { selector: 'sig1', why: 'iCloud Mail with an own domain' },
  { selector: 'hs1', why: 'HubSpot, short form' },
  { selector: 'hs2', why: 'HubSpot, short form' },
  { selector: 'sib', why: 'Brevo, formerly Sendinblue' },
  { selector: 'brevo1', why: 'Brevo' },
  { selector: 'brevo2', why: 'Brevo' },
  { selector: 'cm', why: 'Campaign Monitor' },
  { selector: 'ctct1', why: 'Constant Contact' },
  { selector: 'ctct2', why: 'Constant Contact' },
  { selector: 'zendesk1', why: 'Zendesk' },
  { selector: 'zendesk2', why: 'Zendesk' },
  { selector: 'everlytickey1', why: 'Everlytic' },
  { selector: 'mxvault', why: 'MxVault' },
  { selector: 'x', why: 'small mail servers' },
  { selector: 'key1', why: 'several hosters' },
  { selector: 'mimecast20190104', why: 'Mimecast, default of its first keys' },
];

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
  problem: string | null;
};

type DkimReport = {
  domain: string;
  keys: DkimKey[];
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
