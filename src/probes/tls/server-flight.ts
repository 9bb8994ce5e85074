import { cipherSuites } from './cipher-suites.ts';
import {
  handshakeType,
  protocolOf,
  recordType,
  encodeClientHello,
  type Protocol,
  type ClientHello,
} from './wire.ts';
import type { Duplex } from 'node:stream';
import { bounded, ConnectionFailure, type Limits } from './connection.ts';

/** Reads what a server says to a ClientHello, byte by byte from a stranger: every length is checked before use. */

export type ServerHello = {
  kind: 'hello';
  /** Version chosen; undefined for one that is not known here (drafts). */
  protocol: Protocol | undefined;
  cipher: number;
  dhBits: number | null;
  certificates: Buffer[];
};
type ServerAnswer = ServerHello | { kind: 'alert'; code: number } | { kind: 'garbage'; detail: string };

/** A chain of a dozen large certificates fits; more is an attack. */
const maxFlightBytes = 256 * 1024;
const maxRecordBytes = 16_384 + 2048;
const maxCertificates = 20;

class Malformed extends Error {}

function cursor(bytes: Buffer) {
  let at = 0;
  const take = (count: number): Buffer => {
    if (at + count > bytes.length) throw new Malformed('a length points past the end of the message');
    at += count;
    return bytes.subarray(at - count, at);
  };
  const number = (width: 1 | 2 | 3) => take(width).readUIntBE(0, width);
  return {
    take,
    number,
    vector: (width: 1 | 2 | 3) => take(number(width)),
    left: () => bytes.length - at,
  };
}

function readServerHello(body: Buffer): ServerHello {
  const read = cursor(body);
  let version = read.number(2);
  read.take(32);
  read.vector(1);
  const cipher = read.number(2);
  read.take(1);
  if (read.left() >= 2) {
    const extensions = cursor(read.vector(2));
    while (extensions.left() >= 4) {
      const type = extensions.number(2);
      const value = extensions.vector(2);
      // A HelloRetryRequest is a ServerHello too, and says version and suite just the same.
      if (type === 43 && value.length === 2) version = value.readUInt16BE(0);
    }
  }
  return { kind: 'hello', protocol: protocolOf(version), cipher, dhBits: null, certificates: [] };
}

function readCertificates(body: Buffer): Buffer[] {
  const list = cursor(cursor(body).vector(3));
  const certificates: Buffer[] = [];
  while (list.left() > 0 && certificates.length < maxCertificates)
    certificates.push(Buffer.from(list.vector(3)));
  return certificates;
}

function bitLength(bytes: Buffer): number {
  const first = bytes.findIndex((byte) => byte !== 0);
  return first < 0 ? 0 : (bytes.length - first - 1) * 8 + (32 - Math.clz32(bytes[first] ?? 0));
}

/**
 * A reader of one server flight. `feed` takes the next bytes and answers true once nothing more is needed;
 * `answer` says what is known so far, null when that is nothing.
 */
export function serverFlightReader(): {
  feed: (chunk: Buffer) => boolean;
  answer: () => ServerAnswer | null;
} {
  let records = Buffer.alloc(0);
  let messages = Buffer.alloc(0);
  let total = 0;
  let answer: ServerAnswer | null = null;
  let done = false;

  const finish = (last?: ServerAnswer) => {
    // What was understood before the nonsense began still counts.
    if (last && answer?.kind !== 'hello') answer = last;
    done = true;
  };

  function onMessage(type: number, body: Buffer): void {
    if (answer?.kind !== 'hello') {
      if (type !== handshakeType.serverHello)
        throw new Malformed(`handshake message ${type} before the server's hello`);
      const hello = readServerHello(body);
      answer = hello;
      if (hello.protocol === 'tls13' || hello.protocol === undefined) finish();
      return;
    }
    if (type === handshakeType.certificate) answer.certificates = readCertificates(body);
    else if (type === handshakeType.serverKeyExchange) {
      if (cipherSuites.get(answer.cipher)?.finiteFieldDhe) answer.dhBits = bitLength(cursor(body).vector(2));
      finish();
    } else if (type === handshakeType.serverHelloDone) finish();
  }

  function onRecord(type: number, body: Buffer): void {
    if (type === recordType.alert) {
      const [level = 0, code = 0] = body;
      // A warning (unrecognised name) is followed by the hello.
      if (level === 1 && code !== 0) return;
      finish({ kind: 'alert', code });
      return;
    }
    if (type !== recordType.handshake) {
      finish({ kind: 'garbage', detail: `record of type ${type}` });
      return;
    }
    messages = Buffer.concat([messages, body]);
    while (!done && messages.length >= 4) {
      const length = messages.readUIntBE(1, 3);
      if (length > maxFlightBytes) throw new Malformed('a message is far too long');
      if (messages.length < 4 + length) return;
      const message = messages.subarray(4, 4 + length);
      const messageType = messages[0] ?? 0;
      messages = messages.subarray(4 + length);
      onMessage(messageType, message);
    }
  }

  function consume(chunk: Buffer): void {
    total += chunk.length;
    records = Buffer.concat([records, chunk]);
    while (!done && records.length > 0) {
      const type = records[0] ?? 0;
      if (records.subarray(0, 5).toString('latin1') === 'HTTP/')
        throw new Malformed('it answers in plain HTTP');
      if (type < 20 || type > 24 || (records[1] ?? 3) !== 3) throw new Malformed('the answer is not TLS');
      if (records.length < 5) break;
      const length = records.readUInt16BE(3);
      if (length > maxRecordBytes || length === 0) throw new Malformed('a record has an impossible length');
      if (records.length < 5 + length) break;
      const body = records.subarray(5, 5 + length);
      records = records.subarray(5 + length);
      onRecord(type, body);
    }
    if (!done && total > maxFlightBytes) throw new Malformed('the answer is far too long');
  }

  return {
    feed: (chunk) => {
      try {
        if (!done) consume(chunk);
      } catch (error) {
        if (!(error instanceof Malformed)) throw error;
        finish({ kind: 'garbage', detail: error.message });
      }
      return done;
    },
    answer: () => answer,
  };
}

/**
 * Sends one ClientHello over a socket that is already connected (after a STARTTLS preface, say) and reads the answer
 * until it says enough. The caller destroys the socket. Rejects with `ConnectionFailure` 'timeout' or 'closed' when
 * nothing usable came, or with the signal's reason.
 */
export async function sendClientHello(
  socket: Duplex,
  hello: ClientHello,
  limits: Limits,
): Promise<ServerAnswer> {
  const reader = serverFlightReader();
  let detach = () => {};
  try {
    return await bounded<ServerAnswer>(limits, 'answer', (settle, fail) => {
      const conclude = (why: () => ConnectionFailure) => {
        const answer = reader.answer();
        if (answer) settle(answer);
        else fail(why());
      };
      const onData = (chunk: Buffer) => {
        if (reader.feed(chunk)) conclude(() => new ConnectionFailure('closed', 'the answer made no sense'));
      };
      const onEnd = () =>
        conclude(() => new ConnectionFailure('closed', 'the server closed the connection without an answer'));
      const onError = (error: Error) =>
        conclude(() => new ConnectionFailure('closed', 'the server reset the connection', error));
      detach = () => {
        socket.off('data', onData).off('end', onEnd).off('close', onEnd);
        socket.off('error', onError).on('error', () => {});
      };
      socket.on('data', onData).on('end', onEnd).on('close', onEnd).on('error', onError);
      socket.write(encodeClientHello(hello));
    });
  } catch (error) {
    // A server that stalls in the middle of its flight has still said which version and suite it takes.
    const answer = reader.answer();
    if (answer && error instanceof ConnectionFailure) return answer;
    throw error;
  } finally {
    detach();
  }
}
