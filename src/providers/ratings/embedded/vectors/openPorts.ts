import { surveyPorts, type Dial, type PortFinding, type PortReport } from '#probes/ports/survey.ts';
import { AddressRefused } from '#probes/net.ts';
import { ConnectionFailure, openSocket } from '#probes/tls/connection.ts';
import type { RatingFinding } from '../../port.ts';
import type { FactId } from '../facts.ts';
import { makeFinding, measured, notMeasured } from '../finding.ts';
import type { Look, Probe } from '../look/look.ts';
import { mailHosts } from '../look/mailServers.ts';
import type { Reach } from '../look/reach.ts';
import { isOwn } from '../subject.ts';

const maxHosts = 4;
const surveyMs = 9000;
const parallel = 12;

const dialBy =
  (reach: Reach, { names }: Machine): Dial =>
  async (_host, port, limits) => {
    // In a closed network what listens may stand there by any of the machine's names.
    const places = await Promise.all(names.map((name) => reach.place(name, port)));
    const place = places.find((found) => found !== null);
    if (!place)
      throw new ConnectionFailure('unreachable', 'connection failed (ECONNREFUSED)', {
        code: 'ECONNREFUSED',
      });
    return openSocket(place, limits);
  };

/** The ports that nobody on the internet needs, by number. */
const bad: Record<number, FactId> = {
  23: 'port-telnet',
  135: 'port-smb',
  139: 'port-smb',
  445: 'port-smb',
  1433: 'port-database',
  1521: 'port-database',
  3306: 'port-database',
  5432: 'port-database',
  11211: 'port-database',
  6379: 'port-redis',
  9200: 'port-elasticsearch',
  27017: 'port-mongodb',
  2375: 'port-docker',
  3389: 'port-rdp',
  5900: 'port-vnc',
  5985: 'port-winrm',
  5986: 'port-winrm',
};

/** `host` is the name that findings bear; `names` are all that lead to it. */
type Machine = { host: string; names: string[] };

function factOf({ class: kind, port, ftpTls }: PortFinding): FactId {
  if (kind === 'bad') return bad[port] ?? 'port-other';
  if (kind === 'ssh') return 'port-ssh';
  if (kind === 'alternate-web') return 'port-alternate-web';
  if (kind === 'ftp' && ftpTls !== true) return 'port-ftp';
  return kind === 'expected' ? 'port-expected' : 'port-other';
}

/** Hosts of the company's own domain, each machine once. */
async function machines({ reach, subject }: Look): Promise<Machine[]> {
  const mail = ((await mailHosts(reach, subject.domain)) ?? []).filter((host) => isOwn(subject, host));
  const seen = new Map<string, Machine>();
  const found: Machine[] = [];
  for (const host of new Set([...subject.hosts, ...mail])) {
    try {
      const addresses = await reach.addresses(host);
      const known = addresses.map((address) => seen.get(address));
      if (known[0] && known.every(Boolean)) {
        if (known.every((machine) => machine === known[0])) known[0].names.push(host);
        continue;
      }
      const machine: Machine = { host, names: [host] };
      for (const address of addresses) if (!seen.has(address)) seen.set(address, machine);
      found.push(machine);
    } catch (error) {
      if (!(error instanceof AddressRefused)) throw error;
    }
  }
  return found.slice(0, maxHosts);
}

function judge({ host, ports }: PortReport, now: Date): RatingFinding[] {
  return ports
    .filter(({ state }) => state === 'open')
    .map((found) =>
      makeFinding(
        factOf(found),
        `${host}:${found.port}`,
        `${found.service}${found.banner ? `: ${found.banner}` : ''}`,
        now,
      ),
    );
}

/** Forty ports of the company's machines; only where it proved that the domain is its own. */
export const openPorts: Probe = async (look) => {
  const { reach, verified } = look;
  if (!verified)
    return notMeasured('Ports are looked at only after the company has proved that the domain is its own.');
  const hosts = await machines(look);
  if (hosts.length === 0) return notMeasured('No machine of the company was found.');
  const options = { totalMs: surveyMs, parallel, signal: reach.signal };
  const reports = await Promise.all(
    hosts.map((machine) => surveyPorts(machine.host, { ...options, dial: dialBy(reach, machine) })),
  );
  const honest = reports.filter(
    ({ acceptsEverything, ports }) => !acceptsEverything && ports.some(({ state }) => state !== 'unmeasured'),
  );
  if (honest.length === 0)
    return notMeasured(
      reports.some(({ acceptsEverything }) => acceptsEverything)
        ? 'Something in front of the server takes every connection, so that open ports prove nothing.'
        : 'The ports could not be looked at in time.',
    );
  const now = reach.now();
  const findings = honest.flatMap((report) => judge(report, now));
  const blind = reports.filter((report) => !honest.includes(report)).map(({ host }) => host);
  const note =
    blind.length > 0
      ? `The ports of ${blind.join(', ')} could not be told apart or not be looked at in time.`
      : undefined;
  // Where nothing bad is known of the others, that says nothing about those.
  if (note !== undefined && !findings.some(({ effect }) => effect.minus !== undefined))
    return notMeasured(note);
  if (findings.length === 0)
    findings.push(
      makeFinding(
        'port-none-open',
        honest[0]!.host,
        `None of ${honest[0]!.ports.length} ports is open.`,
        now,
      ),
    );
  return measured(findings, note);
};
