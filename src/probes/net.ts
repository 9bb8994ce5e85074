import { lookup as systemLookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export type AddressLookup = (host: string) => Promise<readonly string[]>;

/** host:port pairs that may be reached although private, or all of them. */
export type AllowPrivate = readonly string[] | 'all';

type ResolvedTarget = {
  host: string;
  port: number;
  /** The address to connect to; no other lookup may happen after this one. */
  address: string;
  family: 4 | 6;
  addresses: string[];
};

/** Why a host cannot be connected to. `private` also stands for metadata, link-local and other special addresses. */
export class AddressRefused extends Error {
  readonly code: 'invalid' | 'unresolved' | 'private';
  constructor(code: AddressRefused['code'], message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'AddressRefused';
    this.code = code;
  }
}

/**
 * Without the address itself: by an alias of theirs, strangers could have us look up names of our own network and read where
 * they lead.
 */
export const notPublicText = (host: string): string =>
  `${host} leads to an address that is not on the public internet.`;

// Instance metadata and host agents of the large clouds: never, whatever the operator allows.
const neverAddresses = new Set([
  '100.100.100.200',
  '192.0.0.192',
  '168.63.129.16',
  'fd00:ec2::254',
  'fd20:ce::254',
]);
const neverRanges = new Set(['linkLocal', 'multicast', 'unspecified', 'broadcast']);
const globalV6 = ipaddr.parseCIDR('2000::/3');

type Parsed = ipaddr.IPv4 | ipaddr.IPv6;

/** An IPv6 address that only wraps an IPv4 one (mapped, NAT64) is judged by what it wraps. */
function unwrap(parsed: Parsed): { inner: Parsed; wrapped: 'no' | 'mapped' | 'nat64' } {
  if (parsed.kind() === 'ipv4') return { inner: parsed, wrapped: 'no' };
  const v6 = parsed as ipaddr.IPv6;
  if (v6.isIPv4MappedAddress()) return { inner: v6.toIPv4Address(), wrapped: 'mapped' };
  if (v6.range() === 'rfc6052')
    return { inner: new ipaddr.IPv4(v6.toByteArray().slice(12)), wrapped: 'nat64' };
  return { inner: v6, wrapped: 'no' };
}

/**
 * What kind of place an IP address is: `public` on the internet, `private` when only an operator's explicit permission
 * may open it (loopback, RFC 1918, CGNAT, ULA, reserved, tunnels), `never` for cloud metadata, link-local, multicast
 * and the unspecified address. Text that is no IP address is `never`.
 */
export function addressKind(address: string): 'public' | 'private' | 'never' {
  const bare = address.replace(/^\[|\]$/g, '').replace(/%.*/s, '');
  if (!ipaddr.isValid(bare) || isIP(bare) === 0) return 'never';
  const { inner, wrapped } = unwrap(ipaddr.parse(bare));
  if (neverAddresses.has(inner.toString()) || neverRanges.has(inner.range())) return 'never';
  if (wrapped === 'mapped') return 'private';
  if (inner.kind() === 'ipv4') return inner.range() === 'unicast' ? 'public' : 'private';
  const v6 = inner as ipaddr.IPv6;
  return v6.range() === 'unicast' && v6.match(globalV6) ? 'public' : 'private';
}

/** True when a host name or address leads to this very machine: `localhost`, a name below it, a loopback address. */
export function isThisMachine(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  const bare = name.replace(/^\[|\]$/g, '');
  return isIP(bare) !== 0 && unwrap(ipaddr.parse(bare)).inner.range() === 'loopback';
}

export function isPublicAddress(address: string): boolean {
  return addressKind(address) === 'public';
}

/** `host:port` in one spelling: lower case, no trailing dot, IPv6 in brackets. */
export function hostPort(host: string, port: number): string {
  const bare = host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
  return isIP(bare) === 6 ? `[${bare}]:${port}` : `${bare}:${port}`;
}

function mayReachPrivate(host: string, port: number, allow: AllowPrivate | undefined): boolean {
  if (allow === 'all') return true;
  const wanted = hostPort(host, port);
  return (allow ?? []).some((entry) => entry.trim().toLowerCase() === wanted);
}

const lookupAll: AddressLookup = async (host) =>
  (await systemLookup(host, { all: true, verbatim: true })).map((found) => found.address);

/**
 * Resolves a host once and decides whether it may be connected to. Every answer must be allowed: one private answer
 * among public ones refuses the host (DNS rebinding). Rejects with `AddressRefused`.
 */
export async function resolveTarget(
  host: string,
  port: number,
  options: { allowPrivate?: AllowPrivate; lookup?: AddressLookup } = {},
): Promise<ResolvedTarget> {
  const name = host.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (name === '' || name.length > 253 || !Number.isInteger(port) || port < 1 || port > 65535)
    throw new AddressRefused('invalid', `${host}:${port} is not a valid host and port.`);
  let answers: readonly string[];
  if (isIP(name)) answers = [name];
  else {
    try {
      answers = await (options.lookup ?? lookupAll)(name);
    } catch (cause) {
      throw new AddressRefused('unresolved', `The name ${name} has no address in the DNS.`, cause);
    }
  }
  if (answers.length === 0)
    throw new AddressRefused('unresolved', `The name ${name} has no address in the DNS.`);
  const allowed = mayReachPrivate(host, port, options.allowPrivate);
  for (const answer of answers) {
    const kind = addressKind(answer);
    if (kind === 'never' || (kind === 'private' && !allowed))
      throw new AddressRefused('private', notPublicText(name));
  }
  // IPv4 first: machines without an IPv6 route are still common.
  const addresses = [...new Set(answers)].sort((a, b) => isIP(a) - isIP(b));
  const address = addresses[0]!;
  return { host: name, port, address, family: isIP(address) === 6 ? 6 : 4, addresses };
}
