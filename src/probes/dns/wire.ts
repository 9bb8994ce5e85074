import type { Buffer } from 'node:buffer';
import { readName, WireError, readData } from './rdata.ts';

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
  CAA: 257,
} as const;
export type RecordType = keyof typeof typeCodes;
const typeNames = new Map<number, RecordType>(
  Object.entries(typeCodes).map(([name, code]) => [code, name as RecordType]),
);

type Mx = { preference: number; exchange: string };
type Soa = {
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
export type Rrsig = {
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
  authentic: boolean;
  rcode: number;
  question: { name: string; type: number } | null;
  answers: WireRecord[];
  authorities: WireRecord[];
  /** Records that were wrong inside, and therefore left out. */
  broken: number;
};

const maxRecords = 500;

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
