import { getServers } from 'node:dns';
import type { AddressLookup } from '../net.ts';
import { makeTurns } from '../turns.ts';
import {
  askByTcp,
  askByUdp,
  parseServer,
  type AskFlags,
  type DnsServer,
  type Question,
  type Reply,
} from './transport.ts';
import { nameBytes } from './names.ts';
import {
  typeCodes,
  type DataOf,
  type DnsMessage,
  type RecordType,
  type Rrsig,
  type WireRecord,
} from './wire.ts';

export type AnswerStatus =
  /** There are records. */
  | 'records'
  /** The name exists, without a record of this type. */
  | 'nodata'
  /** The name does not exist. */
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
  /** The server says that it has validated the answer. */
  authentic: boolean;
  /** The server gave the answer only with validation switched off: its signatures are wrong. */
  bogus: boolean;
  /** Why there is no answer, one sentence part without text of others. */
  reason: string | null;
};

export type QueryOptions = {
  /** Asks for signatures too, and for data although its validation fails (RFC 4035 3.2). */
  dnssec?: boolean;
};

export type Resolver = {
  /**
   * Asks once a run for each name and type, follows aliases. Rejects only with the signal's reason; whatever a server
   * can do wrong is a status.
   */
  query: <T extends RecordType>(name: string, type: T, options?: QueryOptions) => Promise<DnsAnswer<T>>;
  /** Every address of a host, IPv4 first; empty when it has none or no answer came. */
  addresses: (host: string) => Promise<string[]>;
  /** Questions sent so far, repetitions included. */
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

const maxAliases = 10;
const rcodes = ['', 'FORMERR', 'SERVFAIL', 'NXDOMAIN', 'NOTIMP', 'REFUSED'];

type Exchange =
  | { message: DnsMessage; bogus: boolean }
  | { status: 'servfail' | 'timeout' | 'malformed'; reason: string };

/** Lower case without the last dot; null for what cannot stand in a question. */
function askable(name: string): string | null {
  const bare = name.toLowerCase().replace(/\.$/, '');
  if (bare === '') return '.';
  return /^[\x21-\x7e]+$/.test(bare) && !/[\\"]/.test(bare) && nameBytes(bare) ? bare : null;
}

/**
 * A stub resolver that tells what servers really answer: UDP with EDNS0, TCP when an answer did not fit (RFC 7766),
 * several attempts, aliases followed. Throws a TypeError when a server is not written as an address.
 */
export function makeResolver(options: ResolverOptions): Resolver {
  const given = typeof options.server === 'string' ? [options.server] : (options.server ?? getServers());
  const servers: DnsServer[] = given.map(parseServer);
  const timeoutMs = options.timeoutMs ?? 5000;
  const attempts = options.attempts ?? 3;
  const maxQuestions = options.maxQuestions ?? 3000;
  const turns = makeTurns(options.parallel ?? 16);
  const cache = new Map<string, Promise<DnsAnswer<RecordType>>>();
  let sent = 0;

  async function once(
    server: DnsServer,
    question: Question,
    flags: AskFlags,
    limitMs: number,
  ): Promise<Reply> {
    const deadline = performance.now() + limitMs;
    const limits = () => ({ timeoutMs: deadline - performance.now(), signal: options.signal });
    const again = { everyMs: timeoutMs / attempts, sent: () => void (sent += 1) };
    sent += 1;
    const reply = await askByUdp(server, question, flags, { ...limits(), ...(attempts > 1 && { again }) });
    if (!('message' in reply) || !reply.message.truncated) return reply;
    sent += 1;
    return askByTcp(server, question, flags, limits());
  }

  /** Asks until somebody answers. */
  async function exchange(question: Question, dnssec: boolean, deadline: number): Promise<Exchange> {
    let last: Exchange = { status: 'timeout', reason: 'no DNS server is known' };
    let unchecked = dnssec;
    for (let attempt = 0; attempt < attempts && servers.length > 0; attempt += 1) {
      const leftMs = deadline - performance.now();
      if (attempt > 0 && leftMs < 1) break;
      if (sent >= maxQuestions) return { status: 'servfail', reason: 'too many questions in one run' };
      // With nobody else to ask, a slow server is heard to the end.
      const limitMs = servers.length === 1 ? leftMs : leftMs / (attempts - attempt);
      const reply = await once(servers[attempt % servers.length]!, question, { dnssec, unchecked }, limitMs);
      if ('failure' in reply) {
        last =
          reply.failure === 'malformed'
            ? { status: 'malformed', reason: 'the answer cannot be read' }
            : {
                status: 'timeout',
                reason:
                  reply.failure === 'timeout' ? 'no answer in time' : 'the DNS server cannot be reached',
              };
        continue;
      }
      const { message } = reply;
      if (message.truncated) {
        last = { status: 'malformed', reason: 'the answer is cut off even by TCP' };
        continue;
      }
      if (message.rcode === 0 || message.rcode === 3) return { message, bogus: unchecked && !dnssec };
      last = {
        status: 'servfail',
        reason: `the DNS server answers ${rcodes[message.rcode] ?? `code ${message.rcode}`}`,
      };
      // Once more without validation, which tells a wrong signature from a dead server.
      if (message.rcode === 2) unchecked = true;
    }
    return last;
  }

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
    let current = askable(name);
    if (current === null) return fail('malformed', 'the name cannot be asked for');
    let deadline: number | null = null;
    for (;;) {
      answer.name = current;
      const found = await turns(() =>
        exchange({ name: current!, type }, dnssec, (deadline ??= performance.now() + timeoutMs)),
      );
      if (!('message' in found)) return fail(found.status, found.reason);
      const { message } = found;
      answer.bogus ||= found.bogus;
      answer.authentic &&= message.authentic;
      // Only what the chain of aliases leads to counts, whatever else stands in the answer.
      for (;;) {
        const owner: string = current;
        const set = message.answers.filter((record) => record.name === owner && record.type === type);
        if (set.length > 0) {
          const signatures = message.answers
            .filter((record) => record.name === owner && record.type === 'RRSIG')
            .map((record) => record.data as Rrsig)
            .filter((signature) => signature.covers === typeCodes[type]);
          return {
            ...answer,
            status: 'records',
            name: owner,
            records: set.map((record) => record.data),
            set,
            signatures,
          };
        }
        const alias = message.answers.find((record) => record.name === owner && record.type === 'CNAME');
        if (!alias || type === 'CNAME') break;
        answer.aliases.push(owner);
        const target = askable(alias.data as string);
        if (target === null) return fail('malformed', 'an alias leads to an impossible name');
        if (answer.aliases.includes(target)) return fail('servfail', 'aliases lead in a circle');
        if (answer.aliases.length > maxAliases) return fail('servfail', 'too many aliases');
        current = target;
        answer.name = target;
      }
      const askedFor = message.question?.name;
      if (
        askedFor !== undefined &&
        askedFor !== current &&
        message.rcode === 0 &&
        !message.authorities.some((record) => record.type === 'SOA')
      )
        continue;
      if (message.rcode === 3) return { ...answer, status: 'nxdomain', authorities: message.authorities };
      if (message.broken > 0) return fail('malformed', 'the records cannot be read');
      const referral =
        !message.authoritative &&
        !message.recursionAvailable &&
        message.authorities.some((record) => record.type === 'NS');
      if (referral) return fail('servfail', 'the DNS server does not look up names of others');
      return { ...answer, status: 'nodata', authorities: message.authorities };
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
    sent: () => sent,
  };
}

/** The resolver as `resolveTarget` wants one; rejects when the name has no address. */
export function lookupBy(resolver: Resolver): AddressLookup {
  return async (host) => {
    const addresses = await resolver.addresses(host);
    if (addresses.length === 0) throw new Error(`${host} has no address`);
    return addresses;
  };
}
