import type { Socket } from 'node:net';
import { printable, readBanner, type Software } from '../ports/banners.ts';
import { readDialFailure, type Dial } from '../ports/dial.ts';
import { ConnectionFailure, type Limits } from '../tls/connection.ts';
import { replyReader, type Reply } from '../tls/starttls.ts';

export type SmtpReport = {
  host: string;
  port: number;
  /**
   * `talks`: a mail server that greets. `refuses`: it greets with a refusal, which may be meant for us only. `silent`:
   * it took the connection and said nothing that is SMTP. `closed` and `filtered`: no connection. `unmeasured`: the
   * connection failed on our side.
   */
  state: 'talks' | 'refuses' | 'silent' | 'closed' | 'filtered' | 'unmeasured';
  /** Reply code of the greeting. */
  code: number | null;
  /** First line of the greeting without its code, fit to be shown. */
  banner: string | null;
  software: Software | null;
  /** Names of the extensions offered, upper case, without parameters; null when EHLO was not answered with them. */
  extensions: string[] | null;
  /** Null when not found out. */
  startTls: boolean | null;
  /** Why the talk ended early, one sentence part without text of the server. */
  reason: string | null;
};

export type SmtpOptions = {
  dial: Dial;
  /** 25 by default. */
  port?: number;
  /** Name that we greet with. */
  name: string;
  /** For everything together, milliseconds. */
  timeoutMs: number;
  signal: AbortSignal;
};

/**
 * Hears the greeting of a mail server and what it offers (RFC 5321 4.2, 4.1.1.1), then takes its leave. No mail is
 * begun. What its encryption is worth `inspectTls` measures, with `smtpStartTls` as preface. Rejects only with the
 * signal's reason.
 */
export async function readSmtp(host: string, options: SmtpOptions): Promise<SmtpReport> {
  options.signal.throwIfAborted();
  const port = options.port ?? 25;
  const deadline = performance.now() + options.timeoutMs;
  const limits = (): Limits => ({ timeoutMs: deadline - performance.now(), signal: options.signal });
  const report: SmtpReport = {
    host,
    port,
    state: 'unmeasured',
    code: null,
    banner: null,
    software: null,
    extensions: null,
    startTls: null,
    reason: null,
  };
  let socket: Socket;
  try {
    socket = await options.dial(host, port, limits());
  } catch (error) {
    options.signal.throwIfAborted();
    return {
      ...report,
      state: readDialFailure(error),
      reason: error instanceof ConnectionFailure ? error.message : 'no connection',
    };
  }
  socket.on('error', () => {});
  try {
    report.state = 'silent';
    const read = replyReader(socket);
    const greeting = await read(limits());
    report.code = greeting.code;
    report.banner = printable(greeting.lines[0] ?? '');
    report.software = greeting.lines.map(readBanner).find(Boolean) ?? null;
    if (greeting.code !== 220) return { ...report, state: 'refuses' };
    report.state = 'talks';
    socket.write(`EHLO ${options.name}\r\n`);
    const offers: Reply = await read(limits());
    if (offers.code !== 250) report.startTls = false;
    else {
      report.extensions = offers.lines
        .slice(1)
        .map((line) => printable(line.trim().split(/\s/)[0] ?? '').toUpperCase())
        .filter(Boolean)
        .slice(0, 50);
      report.startTls = report.extensions.includes('STARTTLS');
    }
    socket.write('QUIT\r\n');
    return report;
  } catch (error) {
    options.signal.throwIfAborted();
    return {
      ...report,
      reason: error instanceof ConnectionFailure ? error.message : 'the connection broke off',
    };
  } finally {
    socket.end();
    // What was written still leaves; a server that does not hang up is hung up on.
    socket.destroySoon();
  }
}
