import { AddressRefused } from '#probes/net.ts';
import { inspectTls, type TlsReport } from '#probes/tls/inspect.ts';
import { smtpStartTls } from '#probes/tls/starttls.ts';
import type { Reach } from './reach.ts';

/** A mail server of the domain and what it says about encryption. */
export type MailServer = {
  host: string;
  /** `unknown`: it could not be reached, or said nothing in time. */
  starttls: 'offered' | 'missing' | 'unknown';
  report: TlsReport | null;
  /** Why, one sentence. */
  note: string;
};

const maxServers = 4;
const smtpPort = 25;

/** The mail servers of a domain, the preferred first; the null MX of RFC 7505 is `null`. */
export async function mailHosts(reach: Reach, domain: string): Promise<string[] | null> {
  const { records } = await reach.resolver.query(domain, 'MX');
  if (records.length === 1 && (records[0]!.exchange === '.' || records[0]!.exchange === '')) return null;
  const sorted = records
    .toSorted((one, other) => one.preference - other.preference)
    .map(({ exchange }) => exchange);
  return [...new Set(sorted)].filter((host) => host !== '.' && host !== '').slice(0, maxServers);
}

async function lookAt(reach: Reach, host: string): Promise<MailServer> {
  const unknown = (note: string): MailServer => ({ host, starttls: 'unknown', report: null, note });
  let place;
  try {
    place = await reach.place(host, smtpPort);
  } catch (error) {
    if (error instanceof AddressRefused) return unknown(error.message);
    throw error;
  }
  if (!place) return unknown('No connection to port 25.');
  const report = await inspectTls({
    host,
    ...place,
    timeoutMs: reach.limits.tlsMs,
    now: reach.now,
    signal: reach.signal,
    ca: reach.ca,
    preface: smtpStartTls(reach.greetingName),
  });
  if (Object.values(report.protocols).includes(true))
    return { host, starttls: 'offered', report, note: 'STARTTLS is offered.' };
  const refusal = report.errors.find((error) => /STARTTLS/.test(error));
  if (refusal)
    return {
      host,
      starttls: 'missing',
      report: null,
      note: refusal.replace(/^Handshake failed: the/, 'The'),
    };
  return unknown(report.errors[0] ?? 'The mail server did not answer.');
}

export async function lookAtMail(reach: Reach, domain: string): Promise<MailServer[]> {
  return Promise.all(((await mailHosts(reach, domain)) ?? []).map((host) => lookAt(reach, host)));
}
