import { parse } from 'tldts';
import { stripProtocol } from '../../rules.ts';

/**
 * The registrable domain of an address as a company wrote it, lower case and in punycode: `shop.example` of
 * `https://www.Shop.example/about`. Null where there is none, as with an IP address. A name below a shared one, such as
 * that of a hosting service, stands for itself: the service is nobody's own.
 */
export function registrableDomain(address: string): string | null {
  const bare = stripProtocol(address);
  if (bare === '' || /[\s\\@\p{Cc}]/u.test(bare)) return null;
  let host: string;
  try {
    host = new URL(`http://${bare}`).hostname;
  } catch {
    return null;
  }
  return parse(host, { allowPrivateDomains: true }).domain;
}
