import pLimit from 'p-limit';
import type { Socket } from 'node:net';
import { ConnectionFailure, bounded, type Limits } from '../tls/connection.ts';
import type { Buffer } from 'node:buffer';
import { printable, readBanner, type Software } from './banners.ts';
import { portList, type PortEntry } from './portList.ts';

/**
 * Opens a TCP connection to a host and port that the caller of a probe has checked, or maps to another place. Rejects
 * with `ConnectionFailure` or a system error when there is none, or with the signal's reason.
 */
export type Dial = (host: string, port: number, limits: Limits) => Promise<Socket>;

/**
 * How a failed connection is to be read: `closed` when somebody said no, `filtered` when nobody said anything,
 * `unmeasured` when it failed on our side (no route, no sockets left, not allowed).
 */
function readDialFailure(error: unknown): 'closed' | 'filtered' | 'unmeasured' {
  if (error instanceof ConnectionFailure && error.code === 'timeout') return 'filtered';
  const code = codeOf((error as { cause?: unknown } | null)?.cause) ?? codeOf(error);
  if (code === 'ECONNREFUSED' || code === 'ECONNRESET') return 'closed';
  if (code === 'ETIMEDOUT' || code === 'EHOSTUNREACH' || code === 'EHOSTDOWN') return 'filtered';
  return 'unmeasured';
}

function codeOf(error: unknown): string | undefined {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  return typeof code === 'string' ? code : undefined;
}

export type PortFinding = PortEntry & {
  /**
   * `filtered`: nobody answered, as behind a firewall. `unmeasured`: the time was over or the connection failed on our
   * side; nothing is known.
   */
  state: 'open' | 'closed' | 'filtered' | 'unmeasured';
  /** First line of the server, fit to be shown; null when it said nothing in time or was not waited for. */
  banner: string | null;
  software: Software | null;
  /** Of an FTP server: whether it offers encryption (`AUTH TLS`, RFC 4217); null when it is none or did not say. */
  ftpTls: boolean | null;
};

export type PortReport = {
  host: string;
  ports: PortFinding[];
  /**
   * Nearly everything is open: something in front of the server takes every connection, so that open ports prove
   * nothing.
   */
  acceptsEverything: boolean;
};

export type PortOptions = {
  dial: Dial;
  /** Milliseconds until a connection stands; 1500 by default. */
  connectMs?: number;
  /** Milliseconds for a first line, and for the answer to a command; 1500 by default. */
  bannerMs?: number;
  /** For all ports together, milliseconds; 15 000 by default. */
  totalMs?: number;
  parallel?: number;
  ports?: readonly PortEntry[];
  signal: AbortSignal;
};

const maxBannerBytes = 1024;
/** So large a part of the list is never open on an honest server. */
const suspiciousShare = 0.8;

async function readUntil(socket: Socket, pattern: RegExp, limits: Limits): Promise<string> {
  let text = '';
  let detach = () => {};
  try {
    await bounded<void>(limits, 'first line', (settle) => {
      const onEnd = () => settle();
      const onData = (chunk: Buffer) => {
        text = (text + chunk.toString('latin1')).slice(0, maxBannerBytes);
        if (text.length >= maxBannerBytes || pattern.test(text)) settle();
      };
      detach = () => socket.off('data', onData).off('end', onEnd).off('close', onEnd);
      socket.on('data', onData).on('end', onEnd).on('close', onEnd);
    });
  } catch {
    limits.signal.throwIfAborted();
  } finally {
    detach();
  }
  return text;
}

async function offersTls(socket: Socket, limits: Limits): Promise<boolean | null> {
  socket.write('AUTH TLS\r\n');
  const code = /^(\d{3})/.exec(await readUntil(socket, /\n/, limits))?.[1];
  return code === undefined ? null : code === '234';
}

async function look(
  entry: PortEntry,
  host: string,
  options: PortOptions,
  remainingMs: () => number,
): Promise<PortFinding> {
  const finding: PortFinding = { ...entry, state: 'unmeasured', banner: null, software: null, ftpTls: null };
  const within = (most: number): Limits => ({
    timeoutMs: Math.min(most, remainingMs()),
    signal: options.signal,
  });
  if (remainingMs() < 20) return finding;
  const limits = within(options.connectMs ?? 1500);
  const cutShort = limits.timeoutMs < (options.connectMs ?? 1500);
  let socket: Socket;
  try {
    socket = await options.dial(host, entry.port, limits);
  } catch (error) {
    options.signal.throwIfAborted();
    const read = readDialFailure(error);
    // Silence in less than the usual time is no silence.
    return { ...finding, state: read === 'filtered' && cutShort ? 'unmeasured' : read };
  }
  socket.on('error', () => {});
  try {
    finding.state = 'open';
    if (!entry.speaksFirst) return finding;
    const bannerMs = options.bannerMs ?? 1500;
    // A greeting of several lines ends with `220 …`; before SSH names itself it may say something else (RFC 4253 4.2).
    const said = await readUntil(
      socket,
      { ssh: /^SSH-.*\n/m, ftp: /^\d{3} .*\n/m }[entry.class as string] ?? /\n/,
      within(bannerMs),
    );
    const lines = said.split(/\r?\n/).filter((line) => line.trim() !== '');
    const first = lines.find((line) => line.startsWith('SSH-')) ?? lines[0];
    if (first === undefined) return finding;
    finding.banner = printable(first);
    finding.software = lines.map(readBanner).find(Boolean) ?? null;
    if (entry.class === 'ftp' && lines.some((line) => line.startsWith('220 ')))
      finding.ftpTls = await offersTls(socket, within(bannerMs));
    return finding;
  } finally {
    socket.destroy();
  }
}

/**
 * Tries the forty ports of a host, a few at a time, and reads the first line where servers speak first. Nothing is sent
 * but `AUTH TLS` to an FTP server. Only for hosts whose owner has agreed. Rejects only with the signal's reason.
 */
export async function surveyPorts(host: string, options: PortOptions): Promise<PortReport> {
  options.signal.throwIfAborted();
  const deadline = performance.now() + (options.totalMs ?? 15_000);
  const turns = pLimit(options.parallel ?? 8);
  const list = options.ports ?? portList;
  const ports = await Promise.all(
    list.map((entry) => turns(() => look(entry, host, options, () => deadline - performance.now()))),
  );
  const open = ports.filter(({ state }) => state === 'open').length;
  return { host, ports, acceptsEverything: list.length >= 20 && open >= list.length * suspiciousShare };
}
