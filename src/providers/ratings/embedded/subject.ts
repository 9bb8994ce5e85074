import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { parse } from 'tldts';
import { noEventsText, RatingsFailure } from '../port.ts';

/** Who is looked at. */
export type Subject = {
  /** The registrable domain. */
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
  return { domain, host, hosts: [...new Set([host, domain, `www.${domain}`])] };
}
