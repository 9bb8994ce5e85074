import { parse as parseDomain } from 'tldts';
import { HttpFailure, redirectTarget, type HttpAnswer } from '#probes/http/answer.ts';
import type { HttpClient } from '#probes/http/client.ts';
import { ScanFailure, type ScanRequest, type ScanPermission } from '../../port.ts';
import { AddressRefused, resolveTarget, type AddressLookup, type AllowPrivate } from '#probes/net.ts';

export type Start = {
  base: URL;
  front: HttpAnswer;
  startedPlain: HttpAnswer | null;
  inScope: (url: URL) => boolean;
  /** What was left out at the very start. */
  note: string | null;
};

const withoutWww = (host: string) => host.replace(/^www\./, '');

export function isTwin(a: URL, b: URL): boolean {
  return withoutWww(a.hostname) === withoutWww(b.hostname);
}

const sentences: Partial<Record<HttpFailure['code'], (host: string) => string>> = {
  dns: (host) => `The address ${host} does not exist in the DNS. Check its spelling.`,
  connect: (host) =>
    `Nothing answers at ${host}. Check that the website is running and reachable from the internet.`,
  timeout: (host) =>
    `${host} did not answer in time. Check that the website is running and that no firewall keeps the scanner out.`,
  tls: (host) =>
    `No encrypted connection to ${host} could be made. Check its certificate and try the http address.`,
  reset: (host) => `${host} broke off the connection. Check that no firewall keeps the scanner out.`,
  protocol: (host) => `${host} answers, but not like a website.`,
};

function failure(error: HttpFailure, url: URL): ScanFailure {
  if (error.code === 'refused-address')
    return new ScanFailure(
      'restricted',
      `${url.host} is not on the public internet, so it cannot be scanned from here.`,
      error,
    );
  return new ScanFailure('unreachable', (sentences[error.code] ?? (() => error.message))(url.host), error);
}

/** Finds the front page: follows the first redirects as long as they stay on this website. Rejects with `ScanFailure`. */
export async function reach(request: ScanRequest, http: HttpClient): Promise<Start> {
  let target: URL;
  try {
    target = new URL(request.url);
  } catch (error) {
    throw new ScanFailure('unreachable', `${request.url} is not a web address.`, error);
  }
  if (target.protocol !== 'http:' && target.protocol !== 'https:')
    throw new ScanFailure(
      'unreachable',
      `${request.url} is not a web address: it must begin with https:// or http://.`,
    );
  target.hash = '';
  http.cookieOrigins.add(target.origin);

  // Another port of the same host may belong to someone else; only the change to https may bring one.
  const mayFollow = (next: URL) =>
    isTwin(next, target) &&
    (next.port === target.port || (target.protocol === 'http:' && next.protocol === 'https:'));
  let chain: HttpAnswer[];
  try {
    chain = await http.follow(target, {
      mayFollow: (next) => {
        if (!mayFollow(next)) return false;
        // A session cookie never goes from an encrypted to an unencrypted address.
        if (!(target.protocol === 'https:' && next.protocol === 'http:')) http.cookieOrigins.add(next.origin);
        return true;
      },
    });
  } catch (error) {
    if (error instanceof HttpFailure) throw failure(error, target);
    throw error;
  }
  const front = chain.at(-1)!;
  const base = new URL(front.url);
  const onward = redirectTarget(front);
  const note =
    onward && !mayFollow(onward)
      ? `${base.href} leads to ${onward.origin}, which is another website (${parseDomain(onward.hostname).domain ?? onward.hostname}); it was not followed. Add it as a website of its own to have it scanned.`
      : null;
  const origins = new Set([target.origin, base.origin, ...chain.map((answer) => new URL(answer.url).origin)]);
  // Once the site lives on https, its http twin is judged separately and not read again.
  if (base.protocol === 'https:')
    for (const origin of origins) if (origin.startsWith('http:')) origins.delete(origin);
  if (base.port === '') {
    const host = withoutWww(base.hostname);
    if (parseDomain(host).domain === host)
      for (const twin of [host, `www.${host}`]) origins.add(`${base.protocol}//${twin}`);
  }
  const plain = chain.findLast((answer) => answer.url.startsWith('http:'));
  return {
    base,
    front,
    startedPlain: base.protocol === 'https:' && plain && target.protocol === 'http:' ? plain : null,
    inScope: (url) => origins.has(url.origin),
    note,
  };
}

const lookupMs = 5000;

/** Whether a scan of an address would be carried out. Only the DNS is asked, for five seconds at most. */
export async function mayScan(
  url: string,
  options: { allowPrivate?: AllowPrivate | undefined; lookup?: AddressLookup | undefined },
): Promise<ScanPermission> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    return {
      allowed: false,
      code: 'restricted',
      reason: 'Only addresses that begin with https:// or http:// can be scanned.',
    };
  const { hostname, port, protocol } = new URL(url);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new AddressRefused('unresolved', `The name ${hostname} could not be looked up in time.`)),
      lookupMs,
    );
  });
  try {
    await Promise.race([
      resolveTarget(hostname, port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port), {
        ...(options.allowPrivate === undefined ? {} : { allowPrivate: options.allowPrivate }),
        ...(options.lookup === undefined ? {} : { lookup: options.lookup }),
      }),
      late,
    ]);
    return { allowed: true };
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error;
    return {
      allowed: false,
      code: error.code === 'unresolved' ? 'unresolved' : 'restricted',
      reason: error.message,
    };
  } finally {
    clearTimeout(timer);
  }
}
