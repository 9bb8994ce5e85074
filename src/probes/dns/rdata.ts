import { Buffer } from 'node:buffer';
import { readName, WireError, type Name } from './names.ts';
import type { DataOf, RecordType } from './wire.ts';

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
