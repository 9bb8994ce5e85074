import type { Socket } from 'node:net';
import { bounded, ConnectionFailure, type Limits, type Preface } from './connection.ts';

/** A greeting of a mail server is short; more is an attack. */
const maxReplyBytes = 16 * 1024;

export type Reply = { code: number; lines: string[] };

/**
 * Reads replies of a line protocol: several lines `250-…` and a last one `250 …` (RFC 5321 4.2.1, RFC 959 4.2). Each
 * call waits for the next whole reply; it rejects with `ConnectionFailure` 'timeout' or 'closed', or with the signal's reason.
 */
function replyReader(socket: Socket) {
  let text = '';
  const complete = (): Reply | null => {
    const lines = text.split('\r\n');
    const end = lines.slice(0, -1).findIndex((line) => /^\d{3}(?: |$)/.test(line));
    if (end < 0) return null;
    text = lines.slice(end + 1).join('\r\n');
    return {
      code: Number(lines[end]?.slice(0, 3)),
      lines: lines.slice(0, end + 1).map((line) => line.slice(4)),
    };
  };
  return (limits: Limits) => {
    let detach = () => {};
    return bounded<Reply>(limits, 'reply of the mail server', (settle, fail) => {
      const look = () => {
        const reply = complete();
        if (reply) settle(reply);
        else if (text.length > maxReplyBytes)
          fail(new ConnectionFailure('closed', 'the reply of the mail server is far too long'));
      };
      const onData = (chunk: Buffer) => {
        text += chunk.toString('latin1');
        look();
      };
      const onEnd = () => fail(new ConnectionFailure('closed', 'the mail server closed the connection'));
      detach = () => socket.off('data', onData).off('end', onEnd).off('close', onEnd);
      socket.on('data', onData).on('end', onEnd).on('close', onEnd);
      look();
    }).finally(() => detach());
  };
}

/**
 * What a mail server wants to hear before TLS (RFC 3207). `name` is the name we greet with. The preface rejects with
 * `ConnectionFailure` 'no-tls' when the server does not offer STARTTLS or refuses it.
 */
export function smtpStartTls(name: string): Preface {
  return async (socket, limits) => {
    const deadline = performance.now() + limits.timeoutMs;
    const read = replyReader(socket);
    const ask = async (command: string | null): Promise<Reply> => {
      if (command !== null) socket.write(`${command}\r\n`);
      return read({ ...limits, timeoutMs: deadline - performance.now() });
    };
    const greeting = await ask(null);
    if (greeting.code !== 220)
      throw new ConnectionFailure('closed', `the mail server refuses connections (${greeting.code})`);
    const offers = await ask(`EHLO ${name}`);
    if (!offers.lines.some((line) => /^starttls\s*$/i.test(line)))
      throw new ConnectionFailure('no-tls', 'the mail server does not offer STARTTLS');
    const consent = await ask('STARTTLS');
    if (consent.code !== 220)
      throw new ConnectionFailure('no-tls', `the mail server refuses STARTTLS (${consent.code})`);
  };
}
