import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import type { MeasuredVector, RatingFinding } from '../../port.ts';
import { vectorInfo, type VectorId } from '../../vectors.ts';
import { readFeed } from './feedFiles.ts';
import type { FactId } from '../facts.ts';
import { makeFinding, measured, notMeasured, plain } from '../finding.ts';
import { daysSince, liveDays } from '../score/life.ts';
import type { Look } from '../look/look.ts';
import { mailHosts } from '../look/mailServers.ts';

/** Reports about compromised machines, from files that the operator lays down: docs/ratings.md. */

type Reported = Extract<
  VectorId,
  | 'botnet_infections'
  | 'spam_propagation'
  | 'malware_servers'
  | 'unsolicited_comm'
  | 'potentially_exploited'
  | 'file_sharing'
>;
export const reportedVectors: Record<Reported, { match: FactId; clean: FactId; names: string[] }> = {
  botnet_infections: { match: 'botnet-match', clean: 'botnet-clean', names: ['botnet', 'bot'] },
  spam_propagation: { match: 'spam-match', clean: 'spam-clean', names: ['spam'] },
  malware_servers: {
    match: 'malware-match',
    clean: 'malware-clean',
    names: ['malware', 'malware_server', 'phishing'],
  },
  unsolicited_comm: {
    match: 'unsolicited-match',
    clean: 'unsolicited-clean',
    names: ['unsolicited', 'unsolicited_communications', 'scanner', 'scanning', 'brute_force'],
  },
  potentially_exploited: {
    match: 'exploited-match',
    clean: 'exploited-clean',
    names: ['exploited', 'adware', 'pup'],
  },
  file_sharing: { match: 'file-sharing-match', clean: 'file-sharing-clean', names: ['torrent', 'p2p'] },
};

const spelled = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');

function vectorOf(type: string): Reported | null {
  const wanted = spelled(type);
  const found = Object.entries(reportedVectors).find(
    ([id, { names }]) =>
      id === wanted || names.includes(wanted) || spelled(vectorInfo[id as Reported].name) === wanted,
  );
  return (found?.[0] as Reported | undefined) ?? null;
}

const day = z.string().refine((text) => !Number.isNaN(Date.parse(text)), 'not a date such as 2026-11-20');
const address = z
  .string()
  .refine((text) => isIP(text) !== 0, 'not an IP address')
  .transform((text) => ipaddr.process(text).toString());
const network = z
  .string()
  .refine((text) => ipaddr.isValidCIDR(text), 'not a network such as 192.0.2.0/24')
  .transform((text) => ({ text, range: ipaddr.parseCIDR(text) }));
const entry = z
  .object({
    type: z.string(),
    domain: z.string().nullish(),
    ip: address.nullish(),
    cidr: network.nullish(),
    date: day,
    note: z.string().nullish(),
  })
  .refine(
    ({ domain, ip, cidr }) => [domain, ip, cidr].some(Boolean),
    'it names neither a domain nor an ip nor a cidr',
  );
type Entry = z.infer<typeof entry>;

type OwnAddress = { host: string; address: string; parsed: ipaddr.IPv4 | ipaddr.IPv6 };

const inNetwork = (parsed: OwnAddress['parsed'], [start, bits]: [ipaddr.IPv4 | ipaddr.IPv6, number]) =>
  parsed.kind() === start.kind() && parsed.match([start, bits] as [ipaddr.IPv4, number]);

/** What of the company's an entry is about; null for nothing. */
function matchOf(
  { domain, ip, cidr }: Entry,
  own: { domain: string; addresses: readonly OwnAddress[] },
): string | null {
  const name = domain?.trim().toLowerCase().replace(/\.$/, '');
  if (name && (name === own.domain || name.endsWith(`.${own.domain}`))) return name;
  const hit = own.addresses.find(
    ({ parsed }) => (ip && parsed.toString() === ip) || (cidr && inNetwork(parsed, cidr.range)),
  );
  return hit ? `${hit.address} (${hit.host})` : null;
}

/** Addresses that count as the company's: those of its websites and of its mail servers. */
async function ownAddresses({ reach, subject }: Look): Promise<OwnAddress[]> {
  const hosts = [...subject.hosts, ...((await mailHosts(reach, subject.domain)) ?? [])];
  const found = await Promise.all(
    [...new Set(hosts)].map(async (host) => {
      const addresses = await reach.resolver.addresses(host);
      return addresses.map((one) => ({ host, address: one, parsed: ipaddr.process(one) }));
    }),
  );
  return found.flat();
}

/** All vectors that the file `compromised.json` tells about. */
export async function lookUpReports(look: Look): Promise<Record<Reported, MeasuredVector>> {
  const ids = Object.keys(reportedVectors) as Reported[];
  const all = (make: (id: Reported) => MeasuredVector) =>
    Object.fromEntries(ids.map((id) => [id, make(id)])) as Record<Reported, MeasuredVector>;
  const feed = readFeed(look.feeds, 'compromised.json', z.array(entry));
  if (feed.state === 'missing')
    return all(() => notMeasured('There is no feed of reports (compromised.json).'));
  if (feed.state === 'wrong') return all(() => notMeasured(feed.problem));
  const own = { domain: look.subject.domain, addresses: await ownAddresses(look) };
  const now = look.reach.now();
  const unknown = new Set<string>();
  const matches = new Map<Reported, RatingFinding[]>(ids.map((id) => [id, []]));
  for (const one of feed.content) {
    const vector = vectorOf(one.type);
    if (!vector) unknown.add(plain(one.type, 40));
    const asset = vector && matchOf(one, own);
    if (!vector || !asset || Math.floor(daysSince(one.date, now)) > liveDays) continue;
    const what = one.domain ?? one.ip ?? one.cidr?.text;
    const finding = makeFinding(
      reportedVectors[vector].match,
      asset,
      `Reported ${one.date.slice(0, 10)}: ${one.type}, ${what}. ${one.note ?? ''}`,
      now,
    );
    const seen = new Date(one.date).toISOString();
    // The same machine may be reported more than once; each report counts.
    const key = `${finding.key}|${one.date.slice(0, 10)}`;
    matches.get(vector)!.push({ ...finding, key, firstSeen: seen, lastSeen: seen });
  }
  const note =
    unknown.size > 0
      ? `Entries of unknown types were left out: ${[...unknown].slice(0, 5).join(', ')}.`
      : undefined;
  return all((id) => {
    const found = matches.get(id)!;
    const evidence = `Looked up ${own.domain} and ${own.addresses.length} addresses in ${feed.content.length} reports.`;
    return measured(
      found.length > 0 ? found : [makeFinding(reportedVectors[id].clean, own.domain, evidence, now)],
      note,
    );
  });
}
