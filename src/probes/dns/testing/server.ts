/** A DNS server for tests, on a free port of 127.0.0.1, UDP and TCP. */
import { Buffer } from 'node:buffer';
import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import packet, { type Answer } from 'dns-packet';
import { makeResolver, type Resolver, type ResolverOptions } from '../resolver.ts';
import { testRecords, type TestName } from './records.ts';

/** Names without the last dot, lower case; `*.shop.test` answers for every name below that is not listed (RFC 4592). */
export type TestZones = Record<string, TestName>;

export type TestDns = {
  /** `127.0.0.1:port`, for `makeResolver` and for the lab file. */
  server: string;
  /** The table, which a test may change while the server runs. */
  zones: TestZones;
  /** What was asked, in order: `shop.test MX` or `shop.test MX tcp`. */
  asked: string[];
  /** A resolver that asks this server, with limits for tests. */
  resolver: (options?: Partial<ResolverOptions>) => Resolver;
  close: () => Promise<void>;
};

/** The entry that answers for a name: its own, or that of the nearest wildcard. */
function entryOf(zones: TestZones, name: string): TestName | undefined {
  if (zones[name]) return zones[name];
  const labels = name.split('.');
  for (let index = 1; index < labels.length; index += 1) {
    const parent = labels.slice(index).join('.');
    if (zones[`*.${parent}`]) return zones[`*.${parent}`];
    if (exists(zones, parent)) return undefined;
  }
  return undefined;
}

const exists = (zones: TestZones, name: string) =>
  Object.keys(zones).some((known) => known === name || known.endsWith(`.${name}`));

type Asked = { id: number; name: string; type: string; dnssec: boolean; unchecked: boolean };

/** The records of a name and of those that its aliases lead to, with their signatures, and the last of the names. */
function answersOf(zones: TestZones, asked: Asked): { answers: Answer[]; name: string } {
  const answers: Answer[] = [];
  let name = asked.name;
  for (let hops = 0; hops < 20; hops += 1) {
    const here = entryOf(zones, name);
    if (!here) break;
    const found = testRecords(name, here, asked.type);
    const alias = found.length === 0 ? here.CNAME : undefined;
    answers.push(...found, ...(alias === undefined ? [] : testRecords(name, here, 'CNAME')));
    if (asked.dnssec && asked.type !== 'RRSIG') {
      const own = (here.RRSIG ?? []).filter((signature) => signature.covers === asked.type);
      answers.push(...testRecords(name, { RRSIG: own }, 'RRSIG'));
    }
    if (alias === undefined) break;
    name = alias;
  }
  return { answers, name };
}

/** The SOA record of the zone that keeps a name. */
function soaAbove(zones: TestZones, name: string): Answer[] {
  const labels = name.split('.');
  const apex = labels
    .map((_, index) => labels.slice(index).join('.'))
    .find((parent) => zones[parent]?.SOA !== undefined);
  return apex === undefined ? [] : testRecords(apex, zones[apex]!, 'SOA', 60);
}

const flags = packet.AUTHORITATIVE_ANSWER | packet.RECURSION_DESIRED | packet.RECURSION_AVAILABLE;
const question = (name: string, { type }: Asked) => [{ name, type: type as 'A' }];

/** A reply whose only record claims one byte less than it has. */
function encodeBadRecord(asked: Asked): Buffer {
  const questions = question(asked.name, asked);
  const shorter = packet.encode({ type: 'response', id: asked.id, flags, questions });
  const owner = packet.encode({ questions }).subarray(12);
  shorter.writeUInt16BE(1, 6);
  return Buffer.concat([shorter, owner, Buffer.from([0, 0, 0, 60, 0, 1, 0xff])]);
}

function encodeReply(zones: TestZones, asked: Asked): { bytes: Buffer; entry: TestName | undefined } {
  const entry = entryOf(zones, asked.name);
  const { answers, name } = answersOf(zones, asked);
  if (entry?.fault === 'bad-record' && answers.length > 0) return { bytes: encodeBadRecord(asked), entry };
  const isKnown = entryOf(zones, name) !== undefined || exists(zones, name);
  const isEmpty = !answers.some((answer) => answer.type === asked.type);
  const code =
    { servfail: 2, refused: 5, bogus: asked.unchecked ? 0 : 2 }[entry?.fault as 'servfail'] ??
    (isKnown ? 0 : 3);
  const bytes = packet.encode({
    type: 'response',
    id: entry?.fault === 'wrong-id' ? asked.id ^ 1 : asked.id,
    flags: flags | code,
    questions: question(entry?.fault === 'wrong-name' ? 'other.invalid' : asked.name, asked),
    answers: code === 0 ? answers : answers.filter((answer) => answer.type === 'CNAME'),
    authorities: isEmpty ? soaAbove(zones, name) : [],
  });
  const isGarbage = entry?.fault === 'garbage';
  return {
    bytes: isGarbage ? Buffer.concat([bytes.subarray(0, 12), Buffer.from([0xc0, 0x0c])]) : bytes,
    entry,
  };
}

function read(bytes: Buffer): Asked {
  const message = packet.decode(bytes);
  const question = message.questions![0]!;
  const dnssec = (message.additionals ?? []).some((record) => record.type === 'OPT' && record.flag_do);
  return {
    id: message.id!,
    name: question.name.toLowerCase(),
    type: question.type,
    dnssec,
    unchecked: message.flag_cd,
  };
}

/** One port number for both; another one while somebody else has it for UDP. */
async function listenTwice(tcp: Server): Promise<{ port: number; udp: UdpSocket }> {
  for (;;) {
    tcp.listen(0, '127.0.0.1');
    await once(tcp, 'listening');
    const { port } = tcp.address() as AddressInfo;
    const udp = createSocket('udp4');
    udp.bind(port, '127.0.0.1');
    try {
      await once(udp, 'listening');
      return { port, udp };
    } catch {
      udp.close();
      await new Promise((done) => tcp.close(done));
    }
  }
}

/** Starts a server with these names. Close it after the test. */
export async function startTestDns(zones: TestZones = {}): Promise<TestDns> {
  const asked: string[] = [];
  const timers = new Set<NodeJS.Timeout>();
  const sockets = new Set<Socket>();
  const after = (ms: number | undefined, act: () => void) => {
    if (!ms) return act();
    const timer = setTimeout(() => {
      timers.delete(timer);
      act();
    }, ms);
    timers.add(timer);
  };

  const tcp = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    socket.on('data', (chunk: Buffer) => {
      const question = read(chunk.subarray(2));
      asked.push(`${question.name} ${question.type} tcp`);
      const { bytes, entry } = encodeReply(zones, question);
      if (entry?.fault === 'hangs-up') return socket.destroy();
      if (entry?.fault === 'silent') return;
      after(entry?.delayMs, () =>
        socket.write(Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes])),
      );
    });
  });
  const { port, udp } = await listenTwice(tcp);

  udp.on('message', (message, from) => {
    const question = read(message);
    asked.push(`${question.name} ${question.type}`);
    const { bytes, entry } = encodeReply(zones, question);
    if (entry?.fault === 'silent') return;
    let reply = bytes;
    if (bytes.length > 1232 || entry?.fault === 'truncated' || entry?.fault === 'hangs-up') {
      reply = Buffer.from(
        packet.encode({
          type: 'response',
          id: question.id,
          questions: [{ name: question.name, type: question.type as 'A' }],
        }),
      );
      reply[2]! |= 0x02;
    }
    after(entry?.delayMs, () => udp.send(reply, from.port, from.address));
  });

  const server = `127.0.0.1:${port}`;
  return {
    server,
    zones,
    asked,
    resolver: (options = {}) =>
      makeResolver({ server, timeoutMs: 2000, signal: new AbortController().signal, ...options }),
    close: async () => {
      for (const timer of timers) clearTimeout(timer);
      for (const socket of sockets) socket.destroy();
      await Promise.all([
        new Promise<void>((done) => udp.close(() => done())),
        new Promise((done) => tcp.close(done)),
      ]);
    },
  };
}
