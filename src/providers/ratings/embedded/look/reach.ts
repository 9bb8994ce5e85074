import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { makeResolver, type Resolver } from '#probes/dns/resolver.ts';
import { makeHttpClient, type HttpClient } from '#probes/http/client.ts';
import type { Place } from '#probes/http/places.ts';
import { AddressRefused, addressKind, hostPort, notPublicText } from '#probes/net.ts';
import { ConnectionFailure, openSocket } from '#probes/tls/connection.ts';
import type { Lab } from '../lab.ts';
import { usualLimits, type Limits } from '../limits.ts';

/** The one way in which a rating touches the network: every name through one resolver, every connection to a checked address. */
export type Reach = {
  now: () => Date;
  signal: AbortSignal;
  resolver: Resolver;
  /** Further trusted roots, PEM. */
  ca: readonly string[];
  /** Every address of a host as the DNS tells them, checked. Rejects with `AddressRefused`. */
  addresses: (host: string) => Promise<string[]>;
  /** Where to connect to; null for a place that takes no connection. Rejects with `AddressRefused`. */
  place: (host: string, port: number) => Promise<Place | null>;
  http: HttpClient;
  limits: Limits;
  /** The name by which mail servers are greeted. */
  greetingName: string;
  close: () => void;
};

export type ReachOptions = {
  userAgent: string;
  signal: AbortSignal;
  now: () => Date;
  lab?: Lab | undefined;
  limits?: Limits | undefined;
  greetingName?: string | undefined;
};

/** Networks of examples (RFC 5737, RFC 3849): nowhere on the internet, and what a closed network likes to use. */
const documentation = ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24', '2001:db8::/32'].map((range) =>
  ipaddr.parseCIDR(range),
);

function isDocumentation(address: string): boolean {
  const parsed = ipaddr.parse(address);
  return documentation.some(
    ([network, bits]) =>
      network.kind() === parsed.kind() && parsed.match([network, bits] as [ipaddr.IPv4, number]),
  );
}

function mayReach(address: string, lab: Lab | undefined): boolean {
  const kind = addressKind(address);
  return (
    kind === 'public' ||
    (kind === 'private' && lab !== undefined && (lab.allowPrivate === true || isDocumentation(address)))
  );
}

/** For one rating: far above what an ordinary company needs. */
const budget = {
  perSecond: 20,
  connections: 6,
  maxRequests: 120,
  maxTotalBytes: 16_000_000,
  longestPauseMs: 2000,
};
const connectMs = 5000;
/** A name may lead to hundreds of machines of others, which nobody is to knock at. */
const maxAddresses = 16;
/** So long one of several addresses is waited for, on the ports of websites and mail servers. */
const aliveMs = 1500;
const servicePorts = new Set([25, 80, 443]);

export function makeReach({
  userAgent,
  signal,
  now,
  lab,
  limits = usualLimits,
  greetingName = 'rating.invalid',
}: ReachOptions): Reach {
  const resolver = makeResolver({
    ...(lab?.resolver !== undefined && { server: lab.resolver }),
    timeoutMs: 6000,
    parallel: 48,
    signal,
  });
  const known = new Map<string, Promise<string[]>>();

  async function resolve(host: string): Promise<string[]> {
    const found = isIP(host) ? [host] : await resolver.addresses(host);
    if (found.length === 0)
      throw new AddressRefused('unresolved', `The name ${host} has no address in the DNS.`);
    for (const address of found)
      if (!mayReach(address, lab)) throw new AddressRefused('private', notPublicText(host));
    // IPv4 first: machines without an IPv6 route are still common.
    return [...new Set(found)].toSorted((one, other) => isIP(one) - isIP(other)).slice(0, maxAddresses);
  }

  function addresses(host: string): Promise<string[]> {
    const name = host
      .toLowerCase()
      .replace(/^\[|\]$/g, '')
      .replace(/\.$/, '');
    let answer = known.get(name);
    if (!answer) {
      answer = resolve(name);
      known.set(name, answer);
    }
    return answer;
  }

  const alive = new Map<string, Promise<Place>>();

  /** Of several addresses the first that takes connections, as a browser would do; the first where none does. */
  async function firstAlive(places: readonly Place[]): Promise<Place> {
    for (const candidate of places) {
      try {
        (await openSocket(candidate, { timeoutMs: aliveMs, signal })).destroy();
        return candidate;
      } catch (error) {
        if (!(error instanceof ConnectionFailure)) throw error;
      }
    }
    return places[0]!;
  }

  async function place(host: string, port: number): Promise<Place | null> {
    const known = await addresses(host);
    const named = lab?.addresses.get(hostPort(host, port));
    const places = named
      ? [named]
      : known.flatMap((address) =>
          lab ? (lab.addresses.get(hostPort(address, port)) ?? []) : { address, port },
        );
    if (places.length < 2 || !servicePorts.has(port)) return places[0] ?? null;
    const key = hostPort(host, port);
    const found = alive.get(key) ?? firstAlive(places);
    alive.set(key, found);
    return found;
  }

  const http = makeHttpClient({
    userAgent,
    signal,
    place,
    connectMs: Math.min(connectMs, limits.requestMs),
    totalMs: limits.requestMs,
    ...budget,
  });
  return {
    now,
    signal,
    resolver,
    ca: lab?.ca ? [lab.ca] : [],
    addresses,
    place,
    http,
    limits,
    greetingName,
    close: http.close,
  };
}
