/** Records as tests write them, in the form that `dns-packet` sends. */
import { Buffer } from 'node:buffer';
import type { Answer } from 'dns-packet';

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
