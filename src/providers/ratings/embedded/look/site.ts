import { HttpFailure, redirectTarget, type HttpAnswer } from '#probes/http/answer.ts';
import { TooSlow, within } from '../limits.ts';
import type { Reach } from './reach.ts';
import { isOwn, type Subject } from '../subject.ts';

/** Where one address leads. */
export type Visit = {
  start: string;
  /** Every answer on the way, the last one at the end; empty where nothing answered. */
  chain: HttpAnswer[];
  failure: HttpFailure | null;
  /** The way leads on to another company's domain, which is not gone. */
  abroad: URL | null;
};
export type HostSeen = { host: string; plain: Visit; secure: Visit };
export type Site = {
  hosts: HostSeen[];
  /** The host that counts as the company's website; null where none answers. */
  primary: HostSeen | null;
  /** What a visitor ends up with, on a domain of the company. */
  page: HttpAnswer | null;
  /** Every answer of the company's own hosts, each address once. */
  answers: HttpAnswer[];
  /** What to say where there is no `primary`, a sentence. */
  none: string;
};

const maxHops = 10;
export const maxBody = 1_000_000;

/** Somebody took the connection, whatever came of it. */
const met = ({ chain, failure }: Visit) =>
  chain.length > 0 || ['tls', 'protocol', 'reset'].includes(failure?.code ?? '');
const standard = (url: URL) => url.port === '';
const isEnd = ({ chain, failure, abroad }: Visit) => chain.length > 0 && !failure && !abroad;

/** Visits the company's websites by HTTP and HTTPS and follows redirects as long as they stay on its own domain. */
export async function visitSite(reach: Reach, subject: Subject): Promise<Site> {
  const asked = new Map<string, Promise<HttpAnswer>>();
  const ask = (url: URL) => {
    let answer = asked.get(url.href);
    if (!answer) {
      answer = reach.http.ask(url, { maxBytes: maxBody, cookies: false });
      asked.set(url.href, answer);
    }
    return answer;
  };

  async function visit(start: string): Promise<Visit> {
    const result: Visit = { start, chain: [], failure: null, abroad: null };
    const walk = async () => {
      let url: URL | undefined = new URL(start);
      const seen = new Set<string>();
      while (url && !seen.has(url.href) && result.chain.length < maxHops) {
        seen.add(url.href);
        const answer: HttpAnswer = await ask(url);
        result.chain.push(answer);
        const next = redirectTarget(answer);
        if (!next) return;
        next.hash = '';
        const stays = /^https?:$/.test(next.protocol) && standard(next) && isOwn(subject, next.hostname);
        if (!stays) {
          result.abroad = next;
          return;
        }
        url = next;
      }
      const told =
        url && seen.has(url.href) ? 'leads round in a circle' : `leads on more than ${maxHops} times`;
      result.failure = new HttpFailure('protocol', start, `${start} ${told}.`);
    };
    try {
      await within(reach.limits.probeMs, reach.signal, walk);
    } catch (error) {
      if (error instanceof HttpFailure) result.failure = error;
      else if (error instanceof TooSlow)
        result.failure = new HttpFailure('timeout', start, `${start} did not answer in time.`);
      else throw error;
    }
    return result;
  }

  const hosts = await Promise.all(
    subject.hosts.map(async (host): Promise<HostSeen> => {
      const [plain, secure] = await Promise.all([visit(`http://${host}/`), visit(`https://${host}/`)]);
      return { host, plain, secure };
    }),
  );
  const primary = hosts.find(({ plain, secure }) => met(plain) || met(secure)) ?? null;
  const end = primary && [primary.secure, primary.plain].find(isEnd);
  const answers = new Map<string, HttpAnswer>();
  for (const { plain, secure } of hosts)
    for (const answer of [...plain.chain, ...secure.chain]) answers.set(answer.url, answer);
  const refused = hosts
    .map(({ plain }) => plain.failure)
    .find((failure) => failure?.code === 'refused-address');
  const none = refused?.message ?? 'No website was found.';
  return { hosts, primary, page: end?.chain.at(-1) ?? null, answers: [...answers.values()], none };
}

/**
 * Hosts whose encryption is that of the company's own address: the host itself and, where it only leads visitors on, the one
 * at which they end.
 */
export function ownHosts({ primary, page }: Site): string[] {
  const end = page?.url.startsWith('https:') ? [new URL(page.url).hostname] : [];
  return primary ? [...new Set([primary.host, ...end])] : [];
}

/** Hosts of the company at which a website was met, and those that it leads to; that of the company's own address first. */
export function webHosts(site: Site): string[] {
  const met443 = site.hosts.filter(({ plain, secure }) => met(plain) || met(secure)).map(({ host }) => host);
  return [...new Set([...met443, ...site.answers.map((answer) => new URL(answer.url).hostname)])].slice(0, 5);
}
