/** A DNS server for tests, on a free port of 127.0.0.1, UDP and TCP. */
import { Buffer } from 'node:buffer';
import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import packet, { type Answer } from 'dns-packet';
import { makeResolver, type Resolver, type ResolverOptions } from './resolver.ts';

type Several<T> = T | readonly T[];
export type TestRrsig = {
  covers: string;
  algorithm: number;
  labels: number;
  originalTtl: number;
  expiration: number;
  inception: number;
  keyTag: number;
  signer: string;
  signature: Buffer;
};

/**
 * Everything a name has, each record as in a zone file: `{ A: '192.0.2.1', MX: ['10 mail.shop.test', '20 b.test'],
 * TXT: 'v=spf1 -all', CAA: '0 issue "ca.test"', CNAME: 'www.shop.test', NS: 'ns.shop.test', SOA: 'ns.shop.test' }`.
 * A text of more than 255 bytes is cut into strings; an array inside the list gives the strings themselves.
 */
export type TestName = {
  A?: Several<string>;
  AAAA?: Several<string>;
  NS?: Several<string>;
  PTR?: Several<string>;
  CNAME?: string;
  /** `preference host`; `0 .` is the null MX. */
  MX?: Several<string>;
  /** Name of the first server; the rest of the record is made up. */
  SOA?: string;
  TXT?: Several<string | Buffer | (string | Buffer)[]>;
  /** `flags tag "value"`. */
  CAA?: Several<string>;
  /** `usage selector matchingType hex`. */
  TLSA?: Several<string>;
  DNSKEY?: Several<{ flags: number; algorithm: number; key: Buffer }>;
  DS?: Several<{ keyTag: number; algorithm: number; digestType: number; digest: Buffer }>;
  RRSIG?: readonly TestRrsig[];
  /** What goes wrong with every question for this name. `truncated`: by UDP only, so that TCP is needed. */
  fault?:
    | 'servfail'
    | 'refused'
    | 'bogus'
    | 'silent'
    | 'garbage'
    | 'wrong-id'
    | 'wrong-name'
    | 'truncated'
    | 'bad-record'
    | 'hangs-up';
  /** Answers so much later, milliseconds. */
  delayMs?: number;
};

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

const list = <T>(value: Several<T> | undefined): readonly T[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value as T];
/** Longer than 255 bytes goes into several strings. */
const strings = (text: string | Buffer | (string | Buffer)[]): Buffer[] => {
  if (Array.isArray(text)) return text.map((part) => Buffer.from(part as string));
  const bytes = Buffer.from(text as string);
  return Array.from({ length: Math.max(1, Math.ceil(bytes.length / 255)) }, (_, index) =>
    bytes.subarray(index * 255, index * 255 + 255),
  );
};

/** The records of one type as `dns-packet` wants them, under the name that was asked for. */
export function testRecords(name: string, entry: TestName, type: string, ttl = 300): Answer[] {
  const make = <T>(values: readonly T[], data: (value: T) => unknown) =>
    values.map((value) => ({ name, type, ttl, class: 'IN', data: data(value) }) as Answer);
  switch (type) {
    case 'A':
    case 'AAAA':
    case 'NS':
    case 'PTR':
    case 'CNAME':
      return make(list<string>(entry[type]), (value) => value);
    case 'MX':
      return make(list(entry.MX), (value) => ({
        preference: Number(value.split(' ')[0]),
        exchange: value.split(' ')[1],
      }));
    case 'SOA':
      return make(list(entry.SOA), (mname) => ({
        mname,
        rname: 'hostmaster.invalid',
        serial: 1,
        refresh: 3600,
        retry: 600,
        expire: 86_400,
        minimum: 60,
      }));
    case 'TXT':
      return make(list(entry.TXT as Several<string>), strings);
    case 'CAA':
      return make(list(entry.CAA), (value) => {
        const [, flags, tag, text] = /^(\d+) (\S+) "?([^"]*)"?$/.exec(value)!;
        return { flags: Number(flags), tag, value: text };
      });
    case 'TLSA':
      return make(list(entry.TLSA), (value) => {
        const [usage, selector, matchingType, hex] = value.split(' ') as [string, string, string, string];
        return {
          usage: Number(usage),
          selector: Number(selector),
          matchingType: Number(matchingType),
          certificate: Buffer.from(hex, 'hex'),
        };
      });
    case 'DNSKEY':
      return make(list(entry.DNSKEY), (value) => value);
    case 'DS':
      return make(list(entry.DS), (value) => value);
    case 'RRSIG':
      return make(entry.RRSIG ?? [], ({ covers, originalTtl, signer, ...rest }) => ({
        ...rest,
        typeCovered: covers,
        originalTTL: originalTtl,
        signersName: signer,
      }));
    default:
      return [];
  }
}

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

function encodeReply(zones: TestZones, asked: Asked): { bytes: Buffer; entry: TestName | undefined } {
  const entry = entryOf(zones, asked.name);
  const answers: Answer[] = [];
  let name = asked.name;
  for (let hops = 0; hops < 20; hops += 1) {
    const here = entryOf(zones, name);
    const found = here ? testRecords(name, here, asked.type) : [];
    const alias = found.length === 0 && here?.CNAME !== undefined ? here.CNAME : undefined;
    answers.push(...found, ...(alias === undefined ? [] : testRecords(name, here!, 'CNAME')));
    if (asked.dnssec && here && asked.type !== 'RRSIG')
      answers.push(
        ...testRecords(
          name,
          { RRSIG: (here.RRSIG ?? []).filter((signature) => signature.covers === asked.type) },
          'RRSIG',
        ),
      );
    if (alias === undefined) break;
    name = alias;
  }
  const known = entryOf(zones, name) !== undefined || exists(zones, name);
  const labels = name.split('.');
  const apex = labels
    .map((_, index) => labels.slice(index).join('.'))
    .find((parent) => zones[parent]?.SOA !== undefined);
  const empty = !answers.some((answer) => answer.type === asked.type);
  const flags = packet.AUTHORITATIVE_ANSWER | packet.RECURSION_DESIRED | packet.RECURSION_AVAILABLE;
  const code =
    { servfail: 2, refused: 5, bogus: asked.unchecked ? 0 : 2 }[entry?.fault as 'servfail'] ??
    (known ? 0 : 3);
  const bytes = packet.encode({
    type: 'response',
    id: entry?.fault === 'wrong-id' ? asked.id ^ 1 : asked.id,
    flags: flags | code,
    questions: [
      { name: entry?.fault === 'wrong-name' ? 'other.invalid' : asked.name, type: asked.type as 'A' },
    ],
    answers: code === 0 ? answers : answers.filter((answer) => answer.type === 'CNAME'),
    authorities: empty && apex !== undefined ? testRecords(apex, zones[apex]!, 'SOA', 60) : [],
  });
  // The last record claims one byte less than it has.
  if (entry?.fault === 'bad-record' && answers.length > 0) {
    const shorter = packet.encode({
      type: 'response',
      id: asked.id,
      flags,
      questions: [{ name: asked.name, type: asked.type as 'A' }],
    });
    const owner = packet.encode({ questions: [{ name: asked.name, type: asked.type as 'A' }] }).subarray(12);
    shorter.writeUInt16BE(1, 6);
    return { bytes: Buffer.concat([shorter, owner, Buffer.from([0, 0, 0, 60, 0, 1, 0xff])]), entry };
  }
  return {
    bytes:
      entry?.fault === 'garbage' ? Buffer.concat([bytes.subarray(0, 12), Buffer.from([0xc0, 0x0c])]) : bytes,
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
