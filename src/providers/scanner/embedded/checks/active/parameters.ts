import type { HttpAnswer } from '#probes/http/answer.ts';
import type { Scan } from '../../rule.ts';
import { isHarmful } from '../../crawl/links.ts';

/** One parameter of an address that is asked by GET. */
export type Parameter = { url: URL; name: string; value: string };

const mostAddresses = 60;
const mostPerAddress = 8;
// Values of these are checked by the server and lead nowhere; changing them only spoils the request.
const guards =
  /^(_?csrf\w*|_token|authenticity_token|__requestverificationtoken|__viewstate\w*|__eventvalidation|nonce|captcha|g-recaptcha-response|utm_\w+|gclid|fbclid|v|ver|cb|_)$/i;

/** Every parameter worth trying: one example for each shape of address. */
export function parametersOf(scan: Scan): Parameter[] {
  const list: Parameter[] = [];
  const known = new Set<string>();
  for (const url of [...scan.site.parametrised.values()].slice(0, mostAddresses)) {
    if (isHarmful(url) || /\.(js|css|png|jpe?g|gif|svg|woff2?|ico|map)$/i.test(url.pathname)) continue;
    let count = 0;
    for (const [name, value] of url.searchParams) {
      const key = `${url.pathname} ${name}`;
      if (known.has(key) || guards.test(name) || count >= mostPerAddress) continue;
      known.add(key);
      count += 1;
      list.push({ url, name, value });
    }
  }
  return list;
}

/** The address with another value for one parameter. */
export function withValue(parameter: Parameter, value: string): URL {
  const url = new URL(parameter.url);
  url.searchParams.set(parameter.name, value);
  return url;
}

/** What the first try of each parameter brought; the other active checks begin from here. */
export type FirstTry = { parameter: Parameter; answer: HttpAnswer };

const tries = new WeakMap<object, Promise<FirstTry[]>>();

/**
 * The text sent first: closes strings, attributes and the elements that swallow markup, then opens an element and an
 * attribute whose names nobody else uses. It runs nothing anywhere.
 */
export const breakout = (mark: string): string => `${mark}'">--></title></textarea></style></noscript></script><${mark}x ${mark}y=1>`;

/** Sends the first text to each parameter, once per scan. */
export function firstTries(scan: Scan): Promise<FirstTry[]> {
  let known = tries.get(scan.site);
  if (!known) tries.set(scan.site, (known = send(scan)));
  return known;
}

async function send(scan: Scan): Promise<FirstTry[]> {
  const parameters = parametersOf(scan);
  const found: FirstTry[] = [];
  let done = 0;
  await Promise.all(
    parameters.map(async (parameter) => {
      const answer = await scan.probe(withValue(parameter, breakout(scan.mark)), { maxBytes: 1_000_000 });
      if (answer) found.push({ parameter, answer });
      done += 1;
      scan.step(`Trying parameters (${done} of ${parameters.length})`, done / parameters.length);
    }),
  );
  return found;
}
