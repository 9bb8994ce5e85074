import { isIPv4, isIPv6 } from 'node:net';

/** The grammar of SPF (RFC 7208 sections 4.6, 5, 6, 7 and 12), without any look-up. */

export type Qualifier = '+' | '-' | '~' | '?';
type MechanismName = 'all' | 'include' | 'a' | 'mx' | 'ptr' | 'ip4' | 'ip6' | 'exists';

export type SpfMechanism = {
  kind: 'mechanism';
  qualifier: Qualifier;
  name: MechanismName;
  /** Domain as written, macros included; null where none is written. */
  domain: string | null;
  /** Network as written, of `ip4` and `ip6`. */
  network: string | null;
  /** Prefix lengths; 32 and 128 where none is written. */
  cidr4: number;
  cidr6: number;
  text: string;
};
export type SpfModifier = { kind: 'modifier'; name: string; value: string; text: string };
export type SpfTerm = SpfMechanism | SpfModifier;
type SpfSyntaxError = { term: string; message: string };
type ParsedSpf = { terms: SpfTerm[]; errors: SpfSyntaxError[] };

/** A record is SPF when it begins with the version and a space or its end (RFC 7208 4.5). */
export function isSpf(text: string): boolean {
  return /^v=spf1(?: |$)/i.test(text);
}

const macro = String.raw`%(?:\{[a-z]\d*r?[-.+,/_=]*\}|[%_-])`;
const macroString = new RegExp(String.raw`^(?:${macro}|[\x21-\x24\x26-\x7e])*$`, 'i');
const endsWithMacro = new RegExp(String.raw`${macro}$`, 'i');
/** A top label has a letter or an inner hyphen, so that an address is never taken for a name (RFC 7208 7.1). */
const topLabel = /^(?:\d*[a-z][a-z0-9]*|[a-z0-9]+-(?:-*[a-z0-9])+)$/i;

/** Why a domain-spec is wrong; null when it is right. The letters c, r and t belong to texts only (RFC 7208 7.2). */
function domainFault(text: string): string | null {
  if (text === '') return 'no domain is written';
  if (text.length > 1024 || !macroString.test(text)) return 'the domain cannot be read';
  const letters = [...text.matchAll(/%\{([a-z])(\d*)/gi)];
  if (letters.some(([, letter]) => !/[slodiphv]/i.test(letter!))) return 'the domain uses an unknown macro';
  if (letters.some(([, , digits]) => digits !== '' && Number(digits) === 0))
    return 'the domain uses a macro without parts';
  if (endsWithMacro.test(text)) return null;
  const labels = text.replace(/\.$/, '').split('.');
  if (labels.length < 2 || !topLabel.test(labels.at(-1)!)) return 'the domain is not complete';
  if (!text.includes('%') && labels.some((label) => label === '' || label.length > 63))
    return 'the domain is not valid';
  return null;
}

function length(text: string | undefined, most: number): number | null {
  if (text === undefined) return most;
  return /^(?:0|[1-9]\d{0,2})$/.test(text) && Number(text) <= most ? Number(text) : null;
}

function withDomain(made: SpfMechanism, spec: string): SpfMechanism | string {
  return domainFault(spec) ?? { ...made, domain: spec };
}

function parseHosts(made: SpfMechanism, rest: string): SpfMechanism | string {
  const [, target, four, six] = /^(:.*?)?(?:\/(\d+))?(?:\/\/(\d+))?$/s.exec(rest) ?? [];
  if (target === undefined && rest !== '' && !rest.startsWith('/')) return 'the domain cannot be read';
  const [cidr4, cidr6] = [length(four, 32), length(six, 128)];
  const isUnread = target === undefined && four === undefined && six === undefined && rest !== '';
  if (cidr4 === null || cidr6 === null || isUnread) return 'the prefix length is not valid';
  const sized = { ...made, cidr4, cidr6 };
  return target === undefined ? sized : withDomain(sized, target.slice(1));
}

function parseNetwork(made: SpfMechanism, rest: string): SpfMechanism | string {
  const [, network = '', prefix] = /^:([^/]*)(?:\/(.*))?$/s.exec(rest) ?? [];
  const isV4 = made.name === 'ip4';
  if (!(isV4 ? isIPv4(network) : isIPv6(network) && !network.includes('%')))
    return 'the network is not valid';
  const cidr = length(prefix, isV4 ? 32 : 128);
  if (cidr === null) return 'the prefix length is not valid';
  return { ...made, network, [isV4 ? 'cidr4' : 'cidr6']: cidr };
}

function parseMechanism(text: string): SpfMechanism | string {
  const [, sign, rawName, rest] = /^([-+~?]?)([a-z][a-z0-9_.-]*)(.*)$/is.exec(text) ?? [];
  const name = rawName?.toLowerCase() as MechanismName | undefined;
  if (name === undefined || rest === undefined) return 'it is no mechanism';
  const made: SpfMechanism = {
    kind: 'mechanism',
    qualifier: (sign || '+') as Qualifier,
    name,
    domain: null,
    network: null,
    cidr4: 32,
    cidr6: 128,
    text,
  };
  switch (name) {
    case 'all':
      return rest === '' ? made : '“all” takes nothing';
    case 'include':
    case 'exists':
      return rest.startsWith(':') ? withDomain(made, rest.slice(1)) : 'no domain is written';
    case 'ptr':
      if (rest === '') return made;
      return rest.startsWith(':') ? withDomain(made, rest.slice(1)) : 'the domain cannot be read';
    case 'a':
    case 'mx':
      return parseHosts(made, rest);
    case 'ip4':
    case 'ip6':
      return parseNetwork(made, rest);
    default:
      return 'it is no known mechanism';
  }
}

function parseModifier(text: string, name: string, value: string): SpfModifier | string {
  const made: SpfModifier = { kind: 'modifier', name: name.toLowerCase(), value, text };
  if (made.name === 'redirect' || made.name === 'exp') return domainFault(value) ?? made;
  return macroString.test(value) ? made : 'its value cannot be read';
}

/**
 * Reads a record. Every error makes the whole record a permanent error for a receiver (RFC 7208 4.6); the terms that
 * can be read are given nevertheless.
 */
export function parseSpf(record: string): ParsedSpf {
  const terms: SpfTerm[] = [];
  const errors: SpfSyntaxError[] = [];
  for (const text of record.slice('v=spf1'.length).split(' ')) {
    if (text === '') continue;
    const modifier = /^([a-z][a-z0-9_.-]*)=(.*)$/is.exec(text);
    const term = modifier ? parseModifier(text, modifier[1]!, modifier[2]!) : parseMechanism(text);
    if (typeof term === 'string') errors.push({ term: text, message: term });
    else if (
      term.kind === 'modifier' &&
      /^(?:redirect|exp)$/.test(term.name) &&
      terms.some((other) => other.kind === 'modifier' && other.name === term.name)
    )
      errors.push({ term: text, message: `“${term.name}” stands there twice` });
    else terms.push(term);
  }
  return { terms, errors };
}

/**
 * The domain that a domain-spec stands for, without a mail: `%{d}` and `%{o}` are known (the current domain and that of
 * the sender), everything else belongs to a mail. Null when it depends on one.
 */
export function expandDomain(spec: string, current: string, sender: string): string | null {
  let known = true;
  const text = spec.replace(
    /%(?:([%_-])|\{([a-z])(\d*)(r?)([-.+,/_=]*)\})/gi,
    (_, plain: string, letter: string, digits: string, reverse: string, delimiters: string) => {
      if (plain) return { '%': '%', _: ' ', '-': '%20' }[plain]!;
      const value = { d: current, o: sender }[letter.toLowerCase()];
      if (value === undefined) {
        known = false;
        return '';
      }
      const parts = value.split(new RegExp(`[${(delimiters || '.').replace(/-/g, '\\-')}]`));
      return (reverse ? parts.toReversed() : parts).slice(digits === '' ? 0 : -Number(digits)).join('.');
    },
  );
  if (!known) return null;
  // A name that is too long loses labels from the left (RFC 7208 7.3).
  const labels = text.replace(/\.$/, '').toLowerCase().split('.');
  while (labels.length > 1 && labels.join('.').length > 253) labels.shift();
  return labels.join('.');
}
