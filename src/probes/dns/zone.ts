import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { parse } from 'tldts';
import type { Resolver } from './resolver.ts';
import { nameBytes } from './rdata.ts';
import { typeCodes, type DnsMessage, type RecordType, type Rrsig, type WireRecord } from './wire.ts';

type DomainParts = {
  /** As it stands in the DNS: ASCII, lower case, no last dot. */
  host: string;
  registrable: string | null;
  /** `co.uk`; an unknown top-level domain counts as one. */
  suffix: string;
  /** The suffix belongs to a company that gives names below it to others, such as `github.io`. */
  privateSuffix: boolean;
};

/** Takes a host name apart by the public suffix list; null for addresses and for what is no name. Unicode is allowed. */
export function domainParts(host: string): DomainParts | null {
  const ascii = domainToASCII(host.trim().replace(/\.$/, '')).toLowerCase();
  if (ascii === '' || ascii.length > 253 || isIP(ascii) || isIP(host.replace(/^\[|\]$/g, ''))) return null;
  const parts = parse(ascii, { allowPrivateDomains: true, validateHostname: false, extractHostname: false });
  if (!parts.publicSuffix || ascii.split('.').some((label) => label === '' || label.length > 63)) return null;
  return {
    host: ascii,
    registrable: parts.domain,
    suffix: parts.publicSuffix,
    privateSuffix: parts.isPrivate === true,
  };
}

/** The name and its parents, without the root: `www.shop.test`, `shop.test`, `test`. */
export function nameAndParents(name: string): string[] {
  const labels = name.toLowerCase().replace(/\.$/, '').split('.');
  return labels.map((_, index) => labels.slice(index).join('.'));
}

export function isWithin(name: string, parent: string): boolean {
  return parent === '.' || name === parent || name.endsWith(`.${parent}`);
}

/**
 * The zone that a name is kept in: where its SOA record stands (RFC 1034 4.3.4). Null when the DNS does not tell.
 * Rejects only with the resolver's abort reason.
 */
export async function zoneOf(resolver: Resolver, name: string): Promise<string | null> {
  for (const candidate of nameAndParents(name)) {
    const answer = await resolver.query(candidate, 'SOA', { dnssec: true });
    // A name that is not answered for may well be a zone of its own.
    if (answer.status === 'servfail' || answer.status === 'timeout' || answer.status === 'malformed')
      return null;
    if (answer.status === 'records' && answer.aliases.length === 0) return candidate;
    // Another name's zone is of no use to us.
    if (answer.aliases.length > 0) continue;
    const said = answer.authorities.find(
      (record) => record.type === 'SOA' && isWithin(candidate, record.name),
    );
    if (said) return said.name;
  }
  return null;
}

const maxAliases = 10;

/** Lower case without the last dot; null for what cannot stand in a question. */
export function askable(name: string): string | null {
  const bare = name.toLowerCase().replace(/\.$/, '');
  if (bare === '') return '.';
  return /^[\x21-\x7e]+$/.test(bare) && !/[\\"]/.test(bare) && nameBytes(bare) ? bare : null;
}

type Led =
  | { set: WireRecord[]; signatures: Rrsig[]; name: string }
  | { status: 'malformed' | 'servfail'; reason: string }
  /** The aliases end at a name of which the message has no record of this type. */
  | { name: string };

/**
 * Where the aliases in a message lead from a name; each name passed is added to `aliases`. Only what this chain leads to
 * counts, whatever else stands in the answer.
 */
export function followAliases(
  { answers }: DnsMessage,
  type: RecordType,
  from: string,
  aliases: string[],
): Led {
  let name = from;
  for (;;) {
    const own = answers.filter((record) => record.name === name);
    const set = own.filter((record) => record.type === type);
    if (set.length > 0) {
      const signatures = own
        .filter((record) => record.type === 'RRSIG')
        .map((record) => record.data as Rrsig)
        .filter((signature) => signature.covers === typeCodes[type]);
      return { name, set, signatures };
    }
    const alias = own.find((record) => record.type === 'CNAME');
    if (!alias || type === 'CNAME') return { name };
    aliases.push(name);
    const target = askable(alias.data as string);
    if (target === null) return { status: 'malformed', reason: 'an alias leads to an impossible name' };
    if (aliases.includes(target)) return { status: 'servfail', reason: 'aliases lead in a circle' };
    if (aliases.length > maxAliases) return { status: 'servfail', reason: 'too many aliases' };
    name = target;
  }
}

/** The server only says who else could be asked. */
export const refersElsewhere = (message: DnsMessage): boolean =>
  !message.authoritative &&
  !message.recursionAvailable &&
  message.authorities.some((record) => record.type === 'NS');
