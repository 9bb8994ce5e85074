import { Buffer } from 'node:buffer';
import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { connect, isIP } from 'node:net';
import { decodeMessage, typeCodes, type DnsMessage, type RecordType } from './wire.ts';

import packet, { type RecordType as PacketType } from 'dns-packet';

type DnsServer = { address: string; port: number };
export type Question = { name: string; type: RecordType };
type AskLimits = {
  timeoutMs: number;
  signal: AbortSignal;
  /** By UDP: asks again so often while it still waits, because a datagram may be lost; `sent` is told each time. */
  again?: { everyMs: number; sent: () => void };
};
/** Flags of a question: `dnssec` asks for signatures (DO), `unchecked` for data that failed the server's validation too (CD). */
type AskFlags = { dnssec: boolean; unchecked: boolean };
export type Reply = { message: DnsMessage } | { failure: 'timeout' | 'malformed' | 'unreachable' };

/** What fits one datagram everywhere (DNS flag day 2020). */
const udpPayload = 1232;

/** `address:port`, `[v6]:port` or an address alone. Throws a TypeError for anything else. */
export function parseServer(text: string): DnsServer {
  const bracketed = /^\[([^\]]+)\](?::(\d+))?$/.exec(text);
  const plain = isIP(text.replace(/%.*/s, '')) ? [text, text, undefined] : /^([\d.]+):(\d+)$/.exec(text);
  const [, address = '', port = '53'] = bracketed ?? plain ?? [];
  if (!isIP(address.replace(/%.*/s, '')) || Number(port) < 1 || Number(port) > 65_535)
    throw new TypeError(`${text} is no address of a DNS server; write it as 127.0.0.1:53 or [::1]:53.`);
  return { address, port: Number(port) };
}

function encodeQuestion(question: Question, id: number, flags: AskFlags): Buffer {
  return packet.encode({
    type: 'query',
    id,
    flags: packet.RECURSION_DESIRED | (flags.unchecked ? packet.CHECKING_DISABLED : 0),
    questions: [{ type: question.type as PacketType, name: question.name }],
    additionals: [
      {
        type: 'OPT',
        name: '.',
        udpPayloadSize: udpPayload,
        extendedRcode: 0,
        ednsVersion: 0,
        flags: flags.dnssec ? packet.DNSSEC_OK : 0,
        flag_do: flags.dnssec,
        options: [],
      },
    ],
  });
}

function readAnswer(bytes: Buffer, id: number, question: Question): Reply | null {
  if (bytes.length < 12 || bytes.readUInt16BE(0) !== id || (bytes[2]! & 0x80) === 0) return null;
  let message: DnsMessage;
  try {
    message = decodeMessage(bytes);
  } catch {
    return { failure: 'malformed' };
  }
  // A server that cannot read our question may answer without it (RFC 1035 4.1.1, FORMERR).
  if (!message.question) return message.rcode === 0 ? null : { message };
  if (
    message.question.name !== question.name.toLowerCase() ||
    message.question.type !== typeCodes[question.type]
  )
    return null;
  return { message };
}

/** Settles once: with the reply, after the time, or rejected with the signal's reason. */
function settling(
  limits: AskLimits,
  close: () => void,
  start: (settle: (reply: Reply) => void) => void,
): Promise<Reply> {
  return new Promise<Reply>((resolve, reject) => {
    const end = (act: () => void) => {
      clearTimeout(timer);
      limits.signal.removeEventListener('abort', onAbort);
      close();
      act();
    };
    const onAbort = () => end(() => reject(limits.signal.reason as Error));
    const timer = setTimeout(() => end(() => resolve({ failure: 'timeout' })), Math.max(1, limits.timeoutMs));
    if (limits.signal.aborted) return onAbort();
    limits.signal.addEventListener('abort', onAbort, { once: true });
    start((reply) => end(() => resolve(reply)));
  });
}

/**
 * One question by UDP. The socket has a port of its own and hears only that server (it is connected); the id is random
 * and id and question must come back, which is what a forger would have to guess (RFC 5452).
 */
function askByUdp(server: DnsServer, question: Question, flags: AskFlags, limits: AskLimits): Promise<Reply> {
  const socket = createSocket(isIP(server.address.replace(/%.*/s, '')) === 6 ? 'udp6' : 'udp4');
  const id = randomInt(0x10000);
  let open = true;
  let again: NodeJS.Timeout | undefined;
  const close = () => {
    clearInterval(again);
    if (open) socket.close();
    open = false;
  };
  return settling(limits, close, (settle) => {
    socket.on('error', () => settle({ failure: 'unreachable' }));
    socket.on('message', (bytes) => {
      const reply = readAnswer(bytes, id, question);
      if (reply && open) settle(reply);
    });
    socket.connect(server.port, server.address, (error?: Error) => {
      if (!open) return;
      if (error) return settle({ failure: 'unreachable' });
      const send = () => socket.send(encodeQuestion(question, id, flags));
      send();
      if (!limits.again) return;
      const { everyMs, sent } = limits.again;
      again = setInterval(() => {
        sent();
        send();
      }, everyMs);
    });
  });
}

function askByTcp(server: DnsServer, question: Question, flags: AskFlags, limits: AskLimits): Promise<Reply> {
  const id = randomInt(0x10000);
  const socket = connect({ host: server.address, port: server.port });
  const chunks: Buffer[] = [];
  let size = 0;
  return settling(
    limits,
    () => socket.destroy(),
    (settle) => {
      socket.on('error', () => settle({ failure: 'unreachable' }));
      socket.on('close', () => settle({ failure: 'malformed' }));
      socket.on('connect', () => {
        const bytes = encodeQuestion(question, id, flags);
        socket.write(Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes]));
      });
      socket.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size < 2) return;
        const all = Buffer.concat(chunks);
        chunks.splice(0, chunks.length, all);
        const length = all.readUInt16BE(0);
        if (size >= length + 2)
          settle(readAnswer(all.subarray(2, 2 + length), id, question) ?? { failure: 'malformed' });
      });
    },
  );
}

type Failure = { status: 'servfail' | 'timeout' | 'malformed'; reason: string };
/** `bogus`: the server gave the answer only with validation switched off. */
export type Exchange = { message: DnsMessage; bogus: boolean } | Failure;

type ExchangeOptions = {
  servers: readonly DnsServer[];
  timeoutMs: number;
  attempts: number;
  maxQuestions: number;
  signal: AbortSignal;
};

const rcodes = ['', 'FORMERR', 'SERVFAIL', 'NXDOMAIN', 'NOTIMP', 'REFUSED'];

/** Why a reply is no answer; null where it is one, be it that the name does not exist. */
function failureOf(reply: Reply): Failure | null {
  if (!('message' in reply))
    return reply.failure === 'malformed'
      ? { status: 'malformed', reason: 'the answer cannot be read' }
      : {
          status: 'timeout',
          reason: reply.failure === 'timeout' ? 'no answer in time' : 'the DNS server cannot be reached',
        };
  const { truncated, rcode } = reply.message;
  if (truncated) return { status: 'malformed', reason: 'the answer is cut off even by TCP' };
  return rcode === 0 || rcode === 3
    ? null
    : { status: 'servfail', reason: `the DNS server answers ${rcodes[rcode] ?? `code ${rcode}`}` };
}

/** Puts one question to the servers until one of them answers, and counts what is sent. */
export function makeExchange({ servers, timeoutMs, attempts, maxQuestions, signal }: ExchangeOptions) {
  let sent = 0;

  async function once(
    server: DnsServer,
    question: Question,
    flags: AskFlags,
    limitMs: number,
  ): Promise<Reply> {
    const deadline = performance.now() + limitMs;
    const limits = () => ({ timeoutMs: deadline - performance.now(), signal });
    const again = { everyMs: timeoutMs / attempts, sent: () => void (sent += 1) };
    sent += 1;
    const reply = await askByUdp(server, question, flags, { ...limits(), ...(attempts > 1 && { again }) });
    if (!('message' in reply) || !reply.message.truncated) return reply;
    sent += 1;
    return askByTcp(server, question, flags, limits());
  }

  async function exchange(question: Question, dnssec: boolean, deadline: number): Promise<Exchange> {
    let last: Exchange = { status: 'timeout', reason: 'no DNS server is known' };
    let unchecked = dnssec;
    for (let attempt = 0; attempt < attempts && servers.length > 0; attempt += 1) {
      const leftMs = deadline - performance.now();
      if (attempt > 0 && leftMs < 1) break;
      if (sent >= maxQuestions) return { status: 'servfail', reason: 'too many questions in one run' };
      // With nobody else to ask, a slow server is heard to the end.
      const limitMs = servers.length === 1 ? leftMs : leftMs / (attempts - attempt);
      const reply = await once(servers[attempt % servers.length]!, question, { dnssec, unchecked }, limitMs);
      const failure = failureOf(reply);
      if ('message' in reply) {
        if (!failure) return { message: reply.message, bogus: unchecked && !dnssec };
        // Once more without validation, which tells a wrong signature from a dead server.
        if (!reply.message.truncated && reply.message.rcode === 2) unchecked = true;
      }
      last = failure!;
    }
    return last;
  }

  return { exchange, sent: () => sent };
}
