import { getServers } from 'node:dns';
import pLimit from 'p-limit';
import { askable, followAliases, refersElsewhere } from './zone.ts';
import { makeExchange, parseServer } from './transport.ts';
import type { DataOf, RecordType, Rrsig, WireRecord } from './wire.ts';

export type AnswerStatus =
  | 'records'
  | 'nodata'
  | 'nxdomain'
  /** The server failed or refused, or aliases lead in a circle or too far. */
  | 'servfail'
  | 'timeout'
  /** What came back cannot be read, or the name cannot be asked for. */
  | 'malformed';

export type DnsAnswer<T extends RecordType> = {
  status: AnswerStatus;
  /** What the records say, in the order of the answer; empty unless `status` is `records`. */
  records: DataOf[T][];
  /** Whose records they are: the name asked for, or the end of its aliases. Lower case, no last dot. */
  name: string;
  /** Names passed on the way, the one asked for first; empty without aliases. */
  aliases: string[];
  /** The records with owner, time to live and the bytes that signatures are made over. */
  set: WireRecord[];
  /** Signatures over `set`, when asked for with `dnssec`. */
  signatures: Rrsig[];
  /** SOA and denial records of an answer without records. */
  authorities: WireRecord[];
  authentic: boolean;
  /** The server gave the answer only with validation switched off: its signatures are wrong. */
  bogus: boolean;
  reason: string | null;
};

type QueryOptions = {
  /** Asks for signatures too, and for data although its validation fails (RFC 4035 3.2). */
  dnssec?: boolean;
};

export type Resolver = {
  /**
   * Asks once a run for each name and type, follows aliases. Rejects only with the signal's reason; whatever a server
   * can do wrong is a status.
   */
  query: <T extends RecordType>(name: string, type: T, options?: QueryOptions) => Promise<DnsAnswer<T>>;
  addresses: (host: string) => Promise<string[]>;
  sent: () => number;
};

export type ResolverOptions = {
  /** `ip:port`, or several of them; those of the system without it. */
  server?: string | readonly string[];
  /** For one question with all its repetitions, milliseconds; 5000 by default. */
  timeoutMs?: number;
  /** How often a question is sent before it is given up; 3 by default, each time to the next server. */
  attempts?: number;
  /** Sockets at once; 16 by default. */
  parallel?: number;
  /** Questions of the whole run; 3000 by default. What comes after is a `servfail`. */
  maxQuestions?: number;
  signal: AbortSignal;
};

/**
 * A stub resolver that tells what servers really answer: UDP with EDNS0, TCP when an answer did not fit (RFC 7766),
 * several attempts, aliases followed. Throws a TypeError when a server is not written as an address.
 */
export function makeResolver(options: ResolverOptions): Resolver {
  const given = typeof options.server === 'string' ? [options.server] : (options.server ?? getServers());
  const timeoutMs = options.timeoutMs ?? 5000;
  const { exchange, sent } = makeExchange({
    servers: given.map(parseServer),
    timeoutMs,
    attempts: options.attempts ?? 3,
    maxQuestions: options.maxQuestions ?? 3000,
    signal: options.signal,
  });
  const turns = pLimit(options.parallel ?? 16);
  const cache = new Map<string, Promise<DnsAnswer<RecordType>>>();

  async function ask(name: string, type: RecordType, dnssec: boolean): Promise<DnsAnswer<RecordType>> {
    const answer: DnsAnswer<RecordType> = {
      status: 'malformed',
      records: [],
      name,
      aliases: [],
      set: [],
      signatures: [],
      authorities: [],
      authentic: true,
      bogus: false,
      reason: null,
    };
    const fail = (status: AnswerStatus, reason: string) => ({ ...answer, status, reason, authentic: false });
    const first = askable(name);
    if (first === null) return fail('malformed', 'the name cannot be asked for');
    answer.name = first;
    let deadline: number | null = null;
    for (;;) {
      const found = await turns(() =>
        exchange({ name: answer.name, type }, dnssec, (deadline ??= performance.now() + timeoutMs)),
      );
      if (!('message' in found)) return fail(found.status, found.reason);
      const { message } = found;
      answer.bogus ||= found.bogus;
      answer.authentic &&= message.authentic;
      const led = followAliases(message, type, answer.name, answer.aliases);
      if ('status' in led) {
        answer.name = answer.aliases.at(-1)!;
        return fail(led.status, led.reason);
      }
      answer.name = led.name;
      if ('set' in led)
        return { ...answer, ...led, status: 'records', records: led.set.map((record) => record.data) };
      const { question, rcode, authorities } = message;
      const leadsOn = question !== null && question.name !== led.name && rcode === 0;
      if (leadsOn && !authorities.some((record) => record.type === 'SOA')) continue;
      if (rcode === 3) return { ...answer, status: 'nxdomain', authorities };
      if (message.broken > 0) return fail('malformed', 'the records cannot be read');
      if (refersElsewhere(message))
        return fail('servfail', 'the DNS server does not look up names of others');
      return { ...answer, status: 'nodata', authorities };
    }
  }

  function query<T extends RecordType>(
    name: string,
    type: T,
    queryOptions: QueryOptions = {},
  ): Promise<DnsAnswer<T>> {
    const dnssec = queryOptions.dnssec ?? false;
    const key = `${name.toLowerCase().replace(/\.$/, '')} ${type} ${dnssec}`;
    let found = cache.get(key);
    if (!found) {
      found = ask(name, type, dnssec);
      cache.set(key, found);
    }
    return found as Promise<DnsAnswer<T>>;
  }

  return {
    query,
    addresses: async (host) => {
      const [v4, v6] = await Promise.all([query(host, 'A'), query(host, 'AAAA')]);
      return [...v4.records, ...v6.records];
    },
    sent,
  };
}
