/** Signs zones of the test server, with real keys. */
import { Buffer } from 'node:buffer';
import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import packet from 'dns-packet';
import { testRecords, type TestName, type TestRrsig } from './records.ts';
import type { TestZones } from './server.ts';

export type TestSigning = {
  /** 5 RSASHA1, 8 RSASHA256, 10 RSASHA512, 13 ECDSA P-256 (default), 14 ECDSA P-384, 15 Ed25519. */
  algorithm?: 5 | 7 | 8 | 10 | 13 | 14 | 15;
  rsaBits?: number;
  /** Of all signatures; the day before and a month after `at` by default. */
  from?: Date;
  until?: Date;
  /** The time of the test; now by default. */
  at?: Date;
  /** What the parent says; `wrong` has the digest of another key. */
  ds?: 'right' | 'none' | 'wrong' | 'sha1';
  /** Types whose signatures are spoiled, or left out. */
  spoil?: readonly string[];
  omit?: readonly string[];
};

type Pair = { record: { flags: number; algorithm: number; key: Buffer }; privateKey: KeyObject; tag: number };

const hashes: Record<number, string | null> = {
  5: 'sha1',
  7: 'sha1',
  8: 'sha256',
  10: 'sha512',
  13: 'sha256',
  14: 'sha384',
  15: null,
};

/** A name without compression, as `dns-packet` writes it. */
const wireName = (name: string) => packet.encode({ questions: [{ type: 'A', name }] }).subarray(12, -4);
/** RDATA as `dns-packet` writes it: behind the head (12), the root as owner (1) and ten bytes of the record. */
const rdataOf = (answer: packet.Answer) =>
  packet.encode({ answers: [{ ...answer, name: '.' } as packet.Answer] }).subarray(23);

function tagOf(rdata: Buffer): number {
  let sum = 0;
  for (let index = 0; index < rdata.length; index += 1)
    sum += index & 1 ? rdata[index]! : rdata[index]! * 256;
  return (sum + Math.floor(sum / 65_536)) % 65_536;
}

function makeKey(algorithm: number, flags: number, bits: number): Pair {
  const bytes = (text: string | undefined) => Buffer.from(text!, 'base64url');
  let key: Buffer;
  let privateKey: KeyObject;
  if (algorithm === 13 || algorithm === 14) {
    const pair = generateKeyPairSync('ec', { namedCurve: algorithm === 13 ? 'P-256' : 'P-384' });
    const { x, y } = pair.publicKey.export({ format: 'jwk' });
    key = Buffer.concat([bytes(x), bytes(y)]);
    privateKey = pair.privateKey;
  } else if (algorithm === 15) {
    const pair = generateKeyPairSync('ed25519');
    key = bytes(pair.publicKey.export({ format: 'jwk' }).x);
    privateKey = pair.privateKey;
  } else {
    const pair = generateKeyPairSync('rsa', { modulusLength: bits });
    const { n, e } = pair.publicKey.export({ format: 'jwk' });
    key = Buffer.concat([Buffer.from([bytes(e).length]), bytes(e), bytes(n)]);
    privateKey = pair.privateKey;
  }
  const record = { flags, algorithm, key };
  return {
    record,
    privateKey,
    tag: tagOf(Buffer.concat([Buffer.from([flags >> 8, flags & 0xff, 3, algorithm]), key])),
  };
}

/**
 * Signs every name at and below `apex` in the table: adds DNSKEY (a key for the keys and one for the rest), RRSIG for
 * each type, and the DS that the parent would publish. Changes the table.
 */
export function signTestZone(zones: TestZones, apex: string, options: TestSigning = {}): void {
  const algorithm = options.algorithm ?? 13;
  const at = options.at ?? new Date();
  const day = 86_400_000;
  const from = options.from ?? new Date(at.getTime() - day);
  const until = options.until ?? new Date(at.getTime() + 30 * day);
  const bits = options.rsaBits ?? 2048;
  const entry = makeKey(algorithm, 257, bits);
  const zoneKey = makeKey(algorithm, 256, bits);
  const top = (zones[apex] ??= {});
  top.SOA ??= `ns.${apex}`;
  top.DNSKEY = [entry.record, zoneKey.record];

  const signSet = (name: string, type: string, answers: packet.Answer[], key: Pair): TestRrsig => {
    const labels = name.split('.').filter((label) => label !== '*').length;
    const rrsig: TestRrsig = {
      covers: type,
      algorithm,
      labels,
      originalTtl: 300,
      keyTag: key.tag,
      signer: apex,
      signature: Buffer.alloc(0),
      expiration: Math.floor(until.getTime() / 1000),
      inception: Math.floor(from.getTime() / 1000),
    };
    const [unsigned] = testRecords(name, { RRSIG: [rrsig] }, 'RRSIG');
    const sorted = answers.map(rdataOf).sort((one, other) => Buffer.compare(one, other));
    const records = sorted.map((rdata) => {
      const head = packet.encode({ questions: [{ type: type as 'A', name }] }).subarray(12);
      const rest = Buffer.alloc(6);
      rest.writeUInt32BE(300, 0);
      rest.writeUInt16BE(rdata.length, 4);
      return Buffer.concat([head, rest, rdata]);
    });
    const bytes = Buffer.concat([rdataOf(unsigned!), ...records]);
    rrsig.signature = sign(hashes[algorithm]!, bytes, { key: key.privateKey, dsaEncoding: 'ieee-p1363' });
    if (options.spoil?.includes(type)) rrsig.signature[5]! ^= 1;
    return rrsig;
  };

  for (const [name, found] of Object.entries(zones)) {
    if (name !== apex && !name.endsWith(`.${apex}`)) continue;
    const types = Object.keys(found).filter(
      (type) => !['RRSIG', 'DS', 'fault', 'delayMs'].includes(type) && !options.omit?.includes(type),
    );
    found.RRSIG = types.map((type) =>
      signSet(name, type, testRecords(name, found, type), type === 'DNSKEY' ? entry : zoneKey),
    );
  }
  publishDs(top, apex, options.ds ?? 'right', entry, makeKey(algorithm, 257, bits));
}

function publishDs(
  top: TestName,
  apex: string,
  kind: 'right' | 'none' | 'wrong' | 'sha1',
  entry: Pair,
  other: Pair,
): void {
  delete top.DS;
  if (kind === 'none') return;
  const { record } = kind === 'wrong' ? other : entry;
  const rdata = Buffer.concat([
    Buffer.from([record.flags >> 8, record.flags & 0xff, 3, record.algorithm]),
    record.key,
  ]);
  const digest = createHash(kind === 'sha1' ? 'sha1' : 'sha256')
    .update(wireName(apex))
    .update(rdata)
    .digest();
  top.DS = { keyTag: entry.tag, algorithm: record.algorithm, digestType: kind === 'sha1' ? 1 : 2, digest };
}
