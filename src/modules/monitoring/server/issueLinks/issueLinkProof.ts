import type { FindingPlace } from '#providers/scanner/port.ts';

/** Headers of a request that say how it was sent, and nothing of who sent it: whatever a scan signs in with is in others. */
const plainHeaders = new Set([
  'host',
  'accept',
  'content-type',
  'content-length',
  'origin',
  'referer',
  'user-agent',
]);

/** A request without what a scan signed in with: by cookie, by `Authorization`, or by a header of the customer's own. */
function plainRequest(request: string, parameter: string): string {
  const [head = '', ...rest] = request.split(/\r?\n\r?\n/);
  const [first = '', ...headers] = head.split(/\r?\n/);
  const shown = headers.filter((line) => {
    const name = line.slice(0, Math.max(0, line.indexOf(':'))).toLowerCase();
    // the header that the issue is in is the proof itself
    return (
      plainHeaders.has(name) ||
      (name !== '' && name === parameter.toLowerCase() && !/cookie|auth|token|key|session/.test(name))
    );
  });
  const left = shown.length < headers.length ? ['(other headers left out)'] : [];
  return [[first, ...shown, ...left].join('\n'), ...rest].join('\n\n');
}

const secretHeaders = new Set(['set-cookie', 'authorization', 'www-authenticate']);
function isSecretHeader(line: string): boolean {
  const [name = '', value] = line.toLowerCase().split(':', 2);
  return (
    value !== undefined &&
    (secretHeaders.has(name) || (name.startsWith('x-') && /token|session|key|auth/.test(name)))
  );
}

/** An answer without the cookies that it sets. */
const plainResponse = (response: string): string =>
  response
    .split(/\r?\n/)
    .filter((line) => !isSecretHeader(line))
    .join('\n');

const masked = (url: string): string => {
  if (!URL.canParse(url)) return url;
  const address = new URL(url);
  let changed = false;
  for (const name of address.searchParams.keys())
    if (/sess|token|auth|passw|secret|key|^sid$|jwt/i.test(name)) {
      address.searchParams.set(name, '***');
      changed = true;
    }
  return changed ? address.href : url;
};

/** What lies open may be a secret itself: where it lies is enough. */
const isSecretItself = (rule: string): boolean =>
  /^(?:exposure|leaks)\.|session-in-url|password-in-url/.test(rule);

/** A place of an issue as somebody outside may see it. Secrets were masked when it was kept; this is the second look. */
export function placeForDeveloper(
  rule: string,
  place: FindingPlace,
  withExcerpts: boolean,
): Required<Omit<FindingPlace, 'foundOn'>> {
  const secret = isSecretItself(rule);
  return {
    method: place.method,
    url: secret ? place.url.split(/[?#]/)[0]! : masked(place.url),
    parameter: place.parameter,
    evidence: secret ? '' : place.evidence,
    payload: place.payload ?? '',
    request: withExcerpts && !secret ? plainRequest(place.request, place.parameter) : '',
    response: withExcerpts && !secret ? plainResponse(place.response) : '',
  };
}
