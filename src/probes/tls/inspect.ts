import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import pLimit from 'p-limit';
import { fetchCertificate, judgeCertificate, type CertificateReport, type Handed } from './certificate.ts';
import { bounded, ConnectionFailure, type Limits, type Preface } from './connection.ts';
import { surveyServer, type AcceptedCipher } from './survey.ts';
import type { Protocol } from './wire.ts';

export type TlsReport = {
  /** A TCP connection was accepted; it need not have spoken TLS. */
  reachable: boolean;
  protocols: Record<Protocol, boolean>;
  /** Versions that gave no definite answer in time: say nothing about them. */
  unknownProtocols: Protocol[];
  /** Accepted suites: one of each kind, or every one when asked for. */
  ciphers: AcceptedCipher[];
  certificate: CertificateReport | null;
  /** What could not be measured and why, a sentence each, without text of the server. */
  errors: string[];
};

export type InspectOptions = {
  host: string;
  port: number;
  /** Checked address to connect to; without it the host is resolved once, without any check. */
  address?: string;
  servername?: string;
  /** For everything together, milliseconds. */
  timeoutMs: number;
  now: () => Date;
  signal: AbortSignal;
  ca?: string | readonly string[];
  /** Finds every accepted suite, at the price of many more connections. */
  full?: boolean;
  /** Protocols offered by ALPN; those of a browser by default, none after a preface. */
  alpn?: readonly string[];
  /** Said in the clear on each connection before TLS begins, `smtpStartTls` for a mail server. */
  preface?: Preface;
};

/** Connections at once to one server. */
const maxParallel = 3;

async function addressOf(options: InspectOptions, host: string, limits: Limits): Promise<string> {
  if (options.address) return options.address;
  if (isIP(host)) return host;
  return bounded<string>(limits, 'DNS answer', (settle, fail) => {
    lookup(host).then(
      (found) => settle(found.address),
      (error: unknown) => fail(new ConnectionFailure('unreachable', 'the name does not resolve', error)),
    );
  });
}

function nothingFound(errors: string[]): TlsReport {
  return {
    reachable: false,
    protocols: { ssl3: false, tls10: false, tls11: false, tls12: false, tls13: false },
    unknownProtocols: ['ssl3', 'tls10', 'tls11', 'tls12', 'tls13'],
    ciphers: [],
    certificate: null,
    errors,
  };
}

const bareHost = (host: string) => host.replace(/^\[|\]$/g, '').replace(/\.$/, '');

export async function inspectTls(options: InspectOptions): Promise<TlsReport> {
  options.signal.throwIfAborted();
  const deadline = performance.now() + options.timeoutMs;
  const remainingMs = () => deadline - performance.now();
  const host = bareHost(options.host);
  const name = bareHost(options.servername ?? host);
  const ascii = isIP(name) ? name : domainToASCII(name);
  if (!ascii) return nothingFound(['The host name is not valid.']);
  const servername = isIP(ascii) ? undefined : ascii;
  const ca = typeof options.ca === 'string' ? [options.ca] : (options.ca ?? []);
  const alpn = options.alpn ?? (options.preface ? [] : ['h2', 'http/1.1']);
  const { signal, preface } = options;

  let address: string;
  try {
    address = await addressOf(options, isIP(host) ? host : domainToASCII(host), {
      timeoutMs: remainingMs(),
      signal,
    });
  } catch (error) {
    if (!(error instanceof ConnectionFailure)) throw error;
    return nothingFound([`No connection: ${error.message}.`]);
  }
  const endpoint = { address, port: options.port };
  const queue = pLimit(maxParallel);
  let certificateError: string | null = null;
  const fetched = queue(() =>
    fetchCertificate(
      endpoint,
      { servername, ca, alpn, preface },
      { timeoutMs: Math.min(10_000, remainingMs()), signal },
    ),
  ).catch((error: unknown): Handed => {
    if (!(error instanceof ConnectionFailure)) throw error;
    certificateError = `Certificate not read: ${error.message}.`;
    return { chain: [], verdict: undefined };
  });
  const [handed, survey] = await Promise.all([
    fetched,
    surveyServer({ endpoint, servername, alpn, preface, full: options.full, queue, remainingMs, signal }),
  ]);
  signal.throwIfAborted();
  const certificate = judgeCertificate(handed, survey.certificates, ascii, ca, options.now());
  const errors = [...survey.errors];
  if (!certificate && survey.connected) errors.push(certificateError ?? 'The certificate cannot be read.');
  if (remainingMs() < 20) errors.push('The time limit was reached before everything was measured.');
  return {
    reachable: survey.connected,
    protocols: survey.protocols,
    unknownProtocols: survey.unknown,
    ciphers: survey.ciphers,
    certificate,
    errors,
  };
}
