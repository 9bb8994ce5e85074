import { Buffer } from 'node:buffer';
import { describe, expect, test } from 'vitest';
import { keyTag, matchesDs, rsaBits, verifies } from './dnssecKeys.ts';
import { typeCodes, type Dnskey, type Rrsig, type WireRecord } from './wire.ts';

const key = (flags: number, algorithm: number, base64: string): Dnskey => ({
  flags,
  protocol: 3,
  algorithm,
  key: Buffer.from(base64, 'base64'),
});
const time = (text: string) =>
  Date.parse(
    `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}T${text.slice(8, 10)}:${text.slice(10, 12)}:${text.slice(12)}Z`,
  ) / 1000;
const rrsig = (
  type: 'A' | 'MX',
  algorithm: number,
  labels: number,
  until: string,
  from: string,
  tag: number,
  signer: string,
  base64: string,
): Rrsig => ({
  covers: typeCodes[type],
  algorithm,
  labels,
  originalTtl: 3600,
  expiration: time(until),
  inception: time(from),
  keyTag: tag,
  signer,
  signature: Buffer.from(base64, 'base64'),
});
const record = (name: string, type: 'A' | 'MX', rdata: number[] | Buffer): WireRecord => ({
  name,
  type,
  ttl: 3600,
  data: '',
  rdata: Buffer.from(rdata),
});

describe('the examples of the standards', () => {
  test('Ed25519 (RFC 8080 6.1)', () => {
    const made = key(257, 15, 'l02Woi0iS8Aa25FQkUd9RMzZHJpBoRQwAQEX1SxZJA4=');
    expect(keyTag(made)).toBe(3613);
    const digest = Buffer.from('3aa5ab37efce57f737fc1627013fee07bdf241bd10f3b1964ab55c78e79a304b', 'hex');
    expect(matchesDs('example.com', made, { keyTag: 3613, algorithm: 15, digestType: 2, digest })).toBe(true);
    const mx = record('example.com', 'MX', Buffer.from('000a046d61696c076578616d706c6503636f6d00', 'hex'));
    const signature = rrsig(
      'MX',
      15,
      2,
      '20150819220000',
      '20150729220000',
      3613,
      'example.com',
      'oL9krJun7xfBOIWcGHi7mag5/hdZrKWw15jPGrHpjQeRAvTdszaPD+QLs3fx8A4M3e23mRZ9VrbpMngwcrqNAg==',
    );
    expect(verifies(made, signature, [mx])).toBe(true);
    expect(verifies(made, signature, [{ ...mx, name: 'example.net' }])).toBe(false);
  });

  test('ECDSA P-256 (RFC 6605 6.1)', () => {
    const made = key(
      257,
      13,
      'GojIhhXUN/u4v54ZQqGSnyhWJwaubCvTmeexv7bR6edbkrSqQpF64cYbcB7wNcP+e+MAnLr+Wi9xMWyQLc8NAA==',
    );
    expect(keyTag(made)).toBe(55_648);
    const digest = Buffer.from('b4c8c1fe2e7477127b27115656ad6256f424625bf5c1e2770ce6d6e37df61d17', 'hex');
    expect(matchesDs('example.net', made, { keyTag: 55_648, algorithm: 13, digestType: 2, digest })).toBe(
      true,
    );
    const signature = rrsig(
      'A',
      13,
      3,
      '20100909100439',
      '20100812100439',
      55_648,
      'example.net',
      'qx6wLYqmh+l9oCKTN6qIc+bw6ya+KJ8oMz0YP107epXAyGmt+3SNruPFKG7tZoLBLlUzGGus7ZwmwWep666VCw==',
    );
    expect(verifies(made, signature, [record('www.example.net', 'A', [192, 0, 2, 1])])).toBe(true);
    expect(verifies(made, signature, [record('www.example.net', 'A', [192, 0, 2, 2])])).toBe(false);
  });

  test('RSA with SHA-256 (RFC 5702 6.1)', () => {
    const made = key(
      256,
      8,
      'AwEAAcFcGsaxxdgiuuGmCkVImy4h99CqT7jwY3pexPGcnUFtR2Fh36BponcwtkZ4cAgtvd4Qs8PkxUdp6p/DlUmObdk=',
    );
    expect(keyTag(made)).toBe(9033);
    expect(rsaBits(made)).toBe(512);
    const signature = rrsig(
      'A',
      8,
      3,
      '20300101000000',
      '20000101000000',
      9033,
      'example.net',
      'kRCOH6u7l0QGy9qpC9l1sLncJcOKFLJ7GhiUOibu4teYp5VE9RncriShZNz85mwlMgNEacFYK/lPtPiVYP4bwg==',
    );
    expect(verifies(made, signature, [record('www.example.net', 'A', [192, 0, 2, 91])])).toBe(true);
  });

  test('keys that are none verify nothing', () => {
    const signature = rrsig('A', 8, 3, '20300101000000', '20000101000000', 1, 'example.net', 'AAAA');
    const a = [record('www.example.net', 'A', [192, 0, 2, 91])];
    for (const algorithm of [5, 8, 13, 14, 15, 16])
      for (const bytes of [Buffer.alloc(0), Buffer.alloc(3), Buffer.alloc(64), Buffer.alloc(2000, 0xff)])
        expect(
          verifies({ flags: 257, protocol: 3, algorithm, key: bytes }, { ...signature, algorithm }, a),
        ).toBe(false);
    expect(
      verifies(
        { flags: 257, protocol: 3, algorithm: 3, key: Buffer.alloc(9) },
        { ...signature, algorithm: 3 },
        a,
      ),
    ).toBeNull();
    expect(
      verifies(
        { flags: 257, protocol: 3, algorithm: 8, key: Buffer.alloc(0) },
        { ...signature, labels: 9 },
        a,
      ),
    ).toBe(false);
  });
});
