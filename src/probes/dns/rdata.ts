import { Buffer } from 'node:buffer';
import type { DataOf, RecordType } from './wire.ts';

export class WireError extends Error {}

/** A label as text: printable ASCII as it is, everything else escaped (RFC 1035 5.1). */
function labelText(label: Buffer): string {
  let text = '';
  for (const byte of label) {
    if (byte === 0x2e || byte === 0x5c) text += `\\${String.fromCharCode(byte)}`;
    else if (byte <= 0x20 || byte >= 0x7f || byte === 0x22) text += `\\${String(byte).padStart(3, '0')}`;
    else text += String.fromCharCode(byte).toLowerCase();
  }
  return text;
}

export type Name = { text: string; wire: Buffer; next: number };

/** Reads a name, pointers followed (RFC 1035 4.1.4). Throws `WireError`. */
export function readName(message: Buffer, start: number): Name {
  const labels: Buffer[] = [];
  let offset = start;
  // A pointer must lead before the piece that holds it; so no loop is possible.
  let before = start;
  let next = -1;
  let length = 1;
  for (;;) {
    const size = message[offset];
    if (size === undefined) throw new WireError('name beyond the message');
    if (size === 0) break;
    if (size >= 0xc0) {
      const low = message[offset + 1];
      if (low === undefined) throw new WireError('pointer beyond the message');
      const target = ((size & 0x3f) << 8) | low;
      if (target >= before) throw new WireError('pointer that leads forward');
      if (next < 0) next = offset + 2;
      before = target;
      offset = target;
      continue;
    }
    if (size > 63 || offset + 1 + size > message.length) throw new WireError('bad label');
    length += size + 1;
    if (length > 255) throw new WireError('name too long');
    labels.push(message.subarray(offset + 1, offset + 1 + size));
    offset += size + 1;
  }
  const wire = Buffer.concat([
    ...labels.flatMap((label) => [Buffer.from([label.length]), lowerBytes(label)]),
    Buffer.from([0]),
  ]);
  return {
    text: labels.length === 0 ? '.' : labels.map(labelText).join('.'),
    wire,
    next: next < 0 ? offset + 1 : next,
  };
}

function lowerBytes(label: Buffer): Buffer {
  return Buffer.from(label.map((byte) => (byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte)));
}

/** The name in the form of the wire, lower case; null when it is none (empty labels, too long). Understands `\DDD`. */
export function nameBytes(name: string): Buffer | null {
  if (name === '.' || name === '') return Buffer.from([0]);
  const labels: number[][] = [[]];
  const text = name.endsWith('.') && !name.endsWith('\\.') ? name.slice(0, -1) : name;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]!;
    const digits = char === '\\' ? /^\d{3}/.exec(text.slice(at + 1, at + 4))?.[0] : undefined;
    if (char === '.') labels.push([]);
    else if (digits) {
      labels.at(-1)!.push(Number(digits) & 0xff);
      at += 3;
    } else if (char === '\\') {
      at += 1;
      labels.at(-1)!.push((text.codePointAt(at) ?? 0) & 0xff);
    } else labels.at(-1)!.push(...Buffer.from(char));
  }
  if (labels.some((label) => label.length === 0 || label.length > 63)) return null;
  const wire = Buffer.concat([
    ...labels.map((label) => Buffer.from([label.length, ...lowerBytes(Buffer.from(label))])),
    Buffer.from([0]),
  ]);
  return wire.length > 255 ? null : wire;
}

/** A text longer than this is cut; no record of a mail standard comes near. */
const maxText = 16_384;

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

/** RDATA of one record: a copy of its bytes, and the names in it, which point into the whole message. */
type Rdata = {
  raw: Buffer;
  /** The name at an offset of the RDATA, which must not reach beyond the record. */
  name: (offset: number) => Name;
  /** The same for a name that must end with the record. */
  lastName: (offset: number) => Name;
  after: (name: Name) => Buffer;
};
/** `rdata` where the form that is signed differs from the bytes of the message. */
type Read<T extends RecordType> = { data: DataOf[T]; rdata?: Buffer };

function address(raw: Buffer, length: number): Buffer {
  if (raw.length !== length) throw new WireError('bad address');
  return raw;
}

const onlyName = ({ lastName }: Rdata) => {
  const read = lastName(0);
  return { data: read.text, rdata: read.wire };
};
const bytes = ({ raw }: Rdata) => ({ data: raw });

const readers: { [T in RecordType]: (record: Rdata) => Read<T> } = {
  A: ({ raw }) => ({ data: address(raw, 4).join('.') }),
  AAAA: ({ raw }) => ({ data: ipv6Text(address(raw, 16)) }),
  NS: onlyName,
  CNAME: onlyName,
  PTR: onlyName,
  DNAME: onlyName,
  MX: ({ raw, lastName }) => {
    const read = lastName(2);
    return {
      data: { preference: raw.readUInt16BE(0), exchange: read.text },
      rdata: Buffer.concat([raw.subarray(0, 2), read.wire]),
    };
  },
  SOA: ({ name, after, raw }) => {
    const mname = name(0);
    const rname = name(raw.length - after(mname).length);
    const numbers = after(rname);
    if (numbers.length !== 20) throw new WireError('bad SOA');
    const [serial, refresh, retry, expire, minimum] = [0, 4, 8, 12, 16].map((place) =>
      numbers.readUInt32BE(place),
    ) as [number, number, number, number, number];
    return {
      data: { mname: mname.text, rname: rname.text, serial, refresh, retry, expire, minimum },
      rdata: Buffer.concat([mname.wire, rname.wire, numbers]),
    };
  },
  TXT: ({ raw }) => ({ data: readText(raw) }),
  CAA: ({ raw }) => {
    const size = raw.readUInt8(1);
    if (size === 0 || 2 + size > raw.length) throw new WireError('bad CAA');
    const flags = raw.readUInt8(0);
    return {
      data: {
        flags,
        critical: (flags & 0x80) !== 0,
        tag: raw.toString('latin1', 2, 2 + size).toLowerCase(),
        value: textOf(raw.subarray(2 + size)).slice(0, maxText),
      },
    };
  },
  DNSKEY: ({ raw }) => ({
    data: {
      flags: raw.readUInt16BE(0),
      protocol: raw.readUInt8(2),
      algorithm: raw.readUInt8(3),
      key: raw.subarray(4),
    },
  }),
  DS: ({ raw }) => ({
    data: {
      keyTag: raw.readUInt16BE(0),
      algorithm: raw.readUInt8(2),
      digestType: raw.readUInt8(3),
      digest: raw.subarray(4),
    },
  }),
  RRSIG: ({ raw, name, after }) => {
    const signer = name(18);
    const signature = Buffer.from(after(signer));
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
  },
  NSEC: bytes,
  NSEC3: bytes,
};

/** Content of a record; throws for a wrong one (RangeError of Buffer included). `at` to `end` is its RDATA. */
export function readData(
  message: Buffer,
  type: RecordType,
  at: number,
  end: number,
): { data: DataOf[RecordType]; rdata: Buffer } {
  const raw = Buffer.from(message.subarray(at, end));
  const name = (offset: number): Name => {
    const read = readName(message, at + offset);
    if (read.next > end) throw new WireError('name beyond the record');
    return read;
  };
  const lastName = (offset: number) => {
    const read = name(offset);
    if (read.next !== end) throw new WireError('record with something after its end');
    return read;
  };
  const after = ({ next }: Name) => message.subarray(next, end);
  const { data, rdata = raw } = readers[type]({ raw, name, lastName, after });
  return { data, rdata };
}
