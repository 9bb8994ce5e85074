import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { parse } from 'tldts';
import type { Resolver } from '#probes/dns/resolver.ts';
import { noEventsText, RatingsFailure } from '../port.ts';

/** Who is looked at. */
export type Subject = {
  /** The registrable domain; where nothing is known of that, the highest name below it of which something is. */
  domain: string;
  /** The host that the company named. */
  host: string;
  /** Where a website of the company is looked for, that host first. */
  hosts: string[];
};

/** The registrable domain of a host, null for an address or a public suffix. Sites of a shared host are companies of their own. */
export function registrable(host: string): string | null {
  return parse(host, { allowPrivateDomains: true }).domain;
}

/** Reads what a company wrote as its website. Throws `RatingsFailure` 'no-events' for what is none on the internet. */
export function readSubject(given: string): Subject {
  const text = given.trim();
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const nothing = (cause?: unknown) => new RatingsFailure('no-events', noEventsText, cause);
  let url: URL;
  try {
    url = new URL(address);
  } catch (error) {
    throw nothing(error);
  }
  const host = domainToASCII(url.hostname).toLowerCase().replace(/\.$/, '');
  if (
    !/^https?:$/.test(url.protocol) ||
    host === '' ||
    host.length > 253 ||
    isIP(host.replace(/^\[|\]$/g, '')) ||
    !/^[a-z0-9._-]+$/.test(host)
  )
    throw nothing();
  const domain = registrable(host);
  if (domain === null) throw nothing();
  return subjectOf(host, domain);
}

const subjectOf = (host: string, domain: string): Subject => ({
  domain,
  host,
  hosts: [...new Set([host, domain, `www.${domain}`])],
});

/** Whether a host is the company's own: its domain or a name below it. */
export const isOwn = ({ domain }: Pick<Subject, 'domain'>, host: string) =>
  host === domain || host.endsWith(`.${domain}`);

/**
 * Looks whether the registrable domain is used at all. Where it has neither addresses nor mail nor texts, somebody only gives
 * names below it, and the company's domain is the highest name on the way to its host that is used.
 */
export async function settleDomain(resolver: Resolver, subject: Subject): Promise<Subject> {
  const { host, domain } = subject;
  const below = host.slice(0, -domain.length).split('.').filter(Boolean);
  for (let depth = 0; depth < below.length; depth += 1) {
    const name = [...below.slice(below.length - depth), domain].join('.');
    const answers = await Promise.all(
      (['A', 'AAAA', 'MX', 'TXT'] as const).map((type) => resolver.query(name, type)),
    );
    if (answers.some(({ status }) => status === 'records')) return subjectOf(host, name);
    // No answer is no proof that nothing is there.
    if (answers.some(({ status }) => status !== 'nodata' && status !== 'nxdomain')) return subject;
  }
  return below.length === 0 ? subject : subjectOf(host, host);
}
