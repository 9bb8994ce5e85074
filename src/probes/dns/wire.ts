import { Buffer } from 'node:buffer';
import { readName, WireError, type Name } from './names.ts';

/**
 * Reads DNS messages (RFC 1035 4.1) so that a hostile one can do no harm: every length is checked against the record
 * and the message, a record that is wrong inside spoils only itself, and names keep odd bytes escaped. `dns-packet`
 * writes our questions; it does not read the answers, because it trusts lengths, joins labels that contain dots and
 * forgets the bytes that signatures are made over.
 */

export const typeCodes = {
  A: 1,
  NS: 2,
  CNAME: 5,
  SOA: 6,
  PTR: 12,
  MX: 15,
  TXT: 16,
  AAAA: 28,
  DNAME: 39,
  DS: 43,
  RRSIG: 46,
  NSEC: 47,
  DNSKEY: 48,
  NSEC3: 50,
  TLSA: 52,
  CAA: 257,
} as const;
export type RecordType = keyof typeof typeCodes;
const typeNames = new Map<number, RecordType>(
  Object.entries(typeCodes).map(([name, code]) => [code, name as RecordType]),
);

export type Mx = { preference: number; exchange: string };
export type Soa = {
  mname: string;
  rname: string;
  serial: number;
  refresh: number;
  retry: number;
  expire: number;
  minimum: number;
};
export type Caa = { flags: number; critical: boolean; tag: string; value: string };
export type Dnskey = { flags: number; protocol: number; algorithm: number; key: Buffer };
export type Ds = { keyTag: number; algorithm: number; digestType: number; digest: Buffer };
export type Tlsa = { usage: number; selector: number; matchingType: number; data: Buffer };
export type Rrsig = {
  /** Number of the type that is signed. */
  covers: number;
  algorithm: number;
  labels: number;
  originalTtl: number;
  /** Seconds since 1970, modulo 2^32 (RFC 4034 3.1.5). */
  expiration: number;
  inception: number;
  keyTag: number;
  signer: string;
  signature: Buffer;
};

/** What a record of a type says. Names are lower case, without the last dot (the root is `.`), odd bytes as `\DDD`. */
export type DataOf = {
  A: string;
  AAAA: string;
  NS: string;
  CNAME: string;
  PTR: string;
  DNAME: string;
  MX: Mx;
  SOA: Soa;
  /** All strings of the record joined; UTF-8 where it is that, else one character a byte. At most `maxText` long. */
  TXT: string;
  CAA: Caa;
  DNSKEY: Dnskey;
  DS: Ds;
  RRSIG: Rrsig;
  TLSA: Tlsa;
  /** Only that there is one, and the bytes. */
  NSEC: Buffer;
  NSEC3: Buffer;
};

export type WireRecord = {
  name: string;
  type: RecordType;
  ttl: number;
  data: DataOf[RecordType];
  /** RDATA with names written out in lower case: the form that is signed (RFC 4034 6.2). */
  rdata: Buffer;
};

export type DnsMessage = {
  id: number;
  response: boolean;
  authoritative: boolean;
  truncated: boolean;
  recursionAvailable: boolean;
  /** The server says that it has validated the answer. */
  authentic: boolean;
  rcode: number;
  question: { name: string; type: number } | null;
  answers: WireRecord[];
  authorities: WireRecord[];
  /** Records that were wrong inside, and therefore left out. */
  broken: number;
};

/** A text longer than this is cut; no record of a mail standard comes near. */
export const maxText = 16_384;
/** Records kept of one section. */
const maxRecords = 500;

const utf8 = new TextDecoder('utf-8', { fatal: true });
function textOf(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}

function readText(rdata: Buffer): string {
  const parts: Buffer[] = [];
  for (let at = 0; at < rdata.length; at += 1 + rdata[at]!) {
    if (at + 1 + rdata[at]! > rdata.length) throw new WireError('string beyond the record');
    parts.push(rdata.subarray(at + 1, at + 1 + rdata[at]!));
  }
  return textOf(Buffer.concat(parts)).slice(0, maxText);
}

function ipv6Text(rdata: Buffer): string {
  const groups = Array.from({ length: 8 }, (_, index) => rdata.readUInt16BE(index * 2).toString(16));
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1);
}

/** Content of a record; throws for a wrong one (RangeError of Buffer included). `at` to `end` is its RDATA. */
function readData(
  message: Buffer,
  type: RecordType,
  at: number,
  end: number,
): { data: DataOf[RecordType]; rdata: Buffer } {
  const raw = Buffer.from(message.subarray(at, end));
  const name = (from: number): Name => {
    const read = readName(message, from);
    if (read.next > end) throw new WireError('name beyond the record');
    return read;
  };
  const whole = (read: Name) => {
    if (read.next !== end) throw new WireError('record with something after its end');
    return read;
  };
  switch (type) {
    case 'A':
      if (raw.length !== 4) throw new WireError('bad address');
      return { data: raw.join('.'), rdata: raw };
    case 'AAAA':
      if (raw.length !== 16) throw new WireError('bad address');
      return { data: ipv6Text(raw), rdata: raw };
    case 'NS':
    case 'CNAME':
    case 'PTR':
    case 'DNAME': {
      const read = whole(name(at));
      return { data: read.text, rdata: read.wire };
    }
    case 'MX': {
      const read = whole(name(at + 2));
      return {
        data: { preference: raw.readUInt16BE(0), exchange: read.text },
        rdata: Buffer.concat([raw.subarray(0, 2), read.wire]),
      };
    }
    case 'SOA': {
      const mname = name(at);
      const rname = name(mname.next);
      const numbers = message.subarray(rname.next, end);
      if (numbers.length !== 20) throw new WireError('bad SOA');
      const [serial, refresh, retry, expire, minimum] = [0, 4, 8, 12, 16].map((place) =>
        numbers.readUInt32BE(place),
      ) as [number, number, number, number, number];
      return {
        data: { mname: mname.text, rname: rname.text, serial, refresh, retry, expire, minimum },
        rdata: Buffer.concat([mname.wire, rname.wire, numbers]),
      };
    }
    case 'TXT':
      return { data: readText(raw), rdata: raw };
    case 'CAA': {
      const size = raw.readUInt8(1);
      if (size === 0 || 2 + size > raw.length) throw new WireError('bad CAA');
      const flags = raw.readUInt8(0);
      const tag = raw.toString('latin1', 2, 2 + size).toLowerCase();
      return {
        data: {
          flags,
          critical: (flags & 0x80) !== 0,
          tag,
          value: textOf(raw.subarray(2 + size)).slice(0, maxText),
        },
        rdata: raw,
      };
    }
    case 'DNSKEY':
      return {
        data: {
          flags: raw.readUInt16BE(0),
          protocol: raw.readUInt8(2),
          algorithm: raw.readUInt8(3),
          key: raw.subarray(4),
        },
        rdata: raw,
      };
    case 'DS':
      return {
        data: {
          keyTag: raw.readUInt16BE(0),
          algorithm: raw.readUInt8(2),
          digestType: raw.readUInt8(3),
          digest: raw.subarray(4),
        },
        rdata: raw,
      };
    case 'TLSA':
      return {
        data: {
          usage: raw.readUInt8(0),
          selector: raw.readUInt8(1),
          matchingType: raw.readUInt8(2),
          data: raw.subarray(3),
        },
        rdata: raw,
      };
    case 'RRSIG': {
      const signer = name(at + 18);
      const signature = Buffer.from(message.subarray(signer.next, end));
      return {
        data: {
          covers: raw.readUInt16BE(0),
          algorithm: raw.readUInt8(2),
          labels: raw.readUInt8(3),
          originalTtl: raw.readUInt32BE(4),
          expiration: raw.readUInt32BE(8),
          inception: raw.readUInt32BE(12),
          keyTag: raw.readUInt16BE(16),
          signer: signer.text,
          signature,
        },
        rdata: Buffer.concat([raw.subarray(0, 18), signer.wire, signature]),
      };
    }
    case 'NSEC':
    case 'NSEC3':
      return { data: raw, rdata: raw };
  }
}

/**
 * Reads one message. Throws for bytes that are none (wrong lengths, loops of pointers); records of other types and
 * classes are left out, broken ones counted. Of a truncated message only the head is read.
 */
export function decodeMessage(message: Buffer): DnsMessage {
  if (message.length < 12) throw new WireError('shorter than a head');
  const flags = message.readUInt16BE(2);
  const counts = [4, 6, 8, 10].map((place) => message.readUInt16BE(place));
  const decoded: DnsMessage = {
    id: message.readUInt16BE(0),
    response: (flags & 0x8000) !== 0,
    authoritative: (flags & 0x0400) !== 0,
    truncated: (flags & 0x0200) !== 0,
    recursionAvailable: (flags & 0x0080) !== 0,
    authentic: (flags & 0x0020) !== 0,
    rcode: flags & 0xf,
    question: null,
    answers: [],
    authorities: [],
    broken: 0,
  };
  let at = 12;
  for (let index = 0; index < counts[0]!; index += 1) {
    const name = readName(message, at);
    if (name.next + 4 > message.length) throw new WireError('question beyond the message');
    decoded.question ??= { name: name.text, type: message.readUInt16BE(name.next) };
    at = name.next + 4;
  }
  if (decoded.truncated) return decoded;
  for (const [section, count] of [
    [decoded.answers, counts[1]!],
    [decoded.authorities, counts[2]!],
    [null, counts[3]!],
  ] as const) {
    for (let index = 0; index < count; index += 1) {
      const name = readName(message, at);
      const head = name.next;
      if (head + 10 > message.length) throw new WireError('record beyond the message');
      const code = message.readUInt16BE(head);
      const end = head + 10 + message.readUInt16BE(head + 8);
      if (end > message.length) throw new WireError('record beyond the message');
      at = end;
      // OPT carries the upper bits of the response code (RFC 6891 6.1.3).
      if (code === 41) decoded.rcode |= message.readUInt8(head + 4) << 4;
      const type = typeNames.get(code);
      if (!section || !type || message.readUInt16BE(head + 2) !== 1 || section.length >= maxRecords) continue;
      try {
        section.push({
          name: name.text,
          type,
          ttl: message.readUInt32BE(head + 4),
          ...readData(message, type, head + 10, end),
        });
      } catch {
        decoded.broken += 1;
      }
    }
  }
  return decoded;
}
