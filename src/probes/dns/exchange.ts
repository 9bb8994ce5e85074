import { askByTcp, askByUdp, type AskFlags, type DnsServer, type Question, type Reply } from './transport.ts';
import type { DnsMessage } from './wire.ts';

type Failure = { status: 'servfail' | 'timeout' | 'malformed'; reason: string };
/** `bogus`: the server gave the answer only with validation switched off. */
export type Exchange = { message: DnsMessage; bogus: boolean } | Failure;

type ExchangeOptions = {
  servers: readonly DnsServer[];
  timeoutMs: number;
  attempts: number;
  maxQuestions: number;
  signal: AbortSignal;
};

const rcodes = ['', 'FORMERR', 'SERVFAIL', 'NXDOMAIN', 'NOTIMP', 'REFUSED'];

/** Why a reply is no answer; null where it is one, be it that the name does not exist. */
function failureOf(reply: Reply): Failure | null {
  if (!('message' in reply))
    return reply.failure === 'malformed'
      ? { status: 'malformed', reason: 'the answer cannot be read' }
      : {
          status: 'timeout',
          reason: reply.failure === 'timeout' ? 'no answer in time' : 'the DNS server cannot be reached',
        };
  const { truncated, rcode } = reply.message;
  if (truncated) return { status: 'malformed', reason: 'the answer is cut off even by TCP' };
  return rcode === 0 || rcode === 3
    ? null
    : { status: 'servfail', reason: `the DNS server answers ${rcodes[rcode] ?? `code ${rcode}`}` };
}

/** Puts one question to the servers until one of them answers, and counts what is sent. */
export function makeExchange({ servers, timeoutMs, attempts, maxQuestions, signal }: ExchangeOptions) {
  let sent = 0;

  async function once(
    server: DnsServer,
    question: Question,
    flags: AskFlags,
    limitMs: number,
  ): Promise<Reply> {
    const deadline = performance.now() + limitMs;
    const limits = () => ({ timeoutMs: deadline - performance.now(), signal });
    const again = { everyMs: timeoutMs / attempts, sent: () => void (sent += 1) };
    sent += 1;
    const reply = await askByUdp(server, question, flags, { ...limits(), ...(attempts > 1 && { again }) });
    if (!('message' in reply) || !reply.message.truncated) return reply;
    sent += 1;
    return askByTcp(server, question, flags, limits());
  }

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
      const failure = failureOf(reply);
      if ('message' in reply) {
        if (!failure) return { message: reply.message, bogus: unchecked && !dnssec };
        // Once more without validation, which tells a wrong signature from a dead server.
        if (!reply.message.truncated && reply.message.rcode === 2) unchecked = true;
      }
      last = failure!;
    }
    return last;
  }

  return { exchange, sent: () => sent };
}
