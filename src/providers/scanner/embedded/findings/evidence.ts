import { maskText } from '#probes/http/masks.ts';
import type { Point, PointKind } from '../points/point.ts';
import { bodyText, mediaType, type HttpAnswer } from '#probes/http/answer.ts';

/** How a finding names the place of a request, and how it names an address without its secrets. */

const secretName =
  /(?:^|[^a-z])(?:pass|pwd|auth|sid|sig|otp|jwt)(?![a-z])|passw|token|secret|api_?key|access_?key|sess(?:ion)?_?id|session(?![a-z])|phpsess|signature|credential/i;

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
};

export function maskUrl(address: string): string {
  const url = address.replace(/#.*/s, '').replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?@]*@/i, '$1');
  const at = url.indexOf('?');
  const path = (at < 0 ? url : url.slice(0, at))
    .replace(/(;(?:jsessionid|phpsessid|sid)=)[^/;]+/gi, '$1***')
    .replace(/\/\(S\([a-z0-9]+\)\)/gi, '/(S(***))');
  if (at < 0) return path;
  const pairs = url
    .slice(at + 1)
    .split('&')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=');
      if (value.join('=') === '') return pair;
      return secretName.test(decoded(name)) ? `${name}=***` : maskText(pair);
    });
  return `${path}?${pairs.join('&')}`;
}

const shownValue = (value: string): string => maskText(value.length > 40 ? `${value.slice(0, 40)}…` : value);

/** A point as a person finds it again: `path segment 2 ("42")`, `JSON field user.name`; a parameter by its name alone. */
export function placeName({
  kind,
  name,
  value,
  coded,
}: Pick<Point, 'kind' | 'name' | 'value' | 'coded'>): string {
  const inside = coded ? ` (${coded} encoded)` : '';
  switch (kind) {
    case 'path':
      return `path segment ${Number(name) + 1}${value === '' ? ' (added)' : ` ("${shownValue(value)}")`}`;
    case 'json':
      return `JSON field ${name}${inside}`;
    case 'header':
      return `header ${name}`;
    case 'cookie':
      return `cookie ${name}${inside}`;
    case 'xml':
      return `XML ${name}`;
    case 'file':
      return `file ${name}`;
    default:
      return `${name}${inside}`;
  }
}

const named: readonly (readonly [RegExp, PointKind])[] = [
  [/^JSON field (.+)$/, 'json'],
  [/^header (.+)$/, 'header'],
  [/^cookie (.+)$/, 'cookie'],
  [/^XML (.+)$/, 'xml'],
  [/^file (.+)$/, 'file'],
];

/** Whether a name that a finding gave its place is this point's. Findings of earlier versions gave the bare name. */
export function isNamed(parameter: string, point: Pick<Point, 'kind' | 'name'>): boolean {
  if (parameter === point.name) return true;
  const segment = /^path segment (\d+)(?: |$)/.exec(parameter)?.[1];
  if (segment !== undefined) return point.kind === 'path' && Number(segment) === Number(point.name) + 1;
  const plain = parameter.replace(/ \(base64 encoded\)$/, '');
  for (const [form, kind] of named) {
    const name = form.exec(plain)?.[1];
    if (name !== undefined && kind === point.kind && name === point.name) return true;
  }
  return plain === point.name;
}

/** What two addresses of one program have in common: their data left out, as where points are collected. */
export const programOf = (address: string): string => {
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname
    .split('/')
    .map((segment) => (/^\d+$/.test(segment) || /^[0-9a-f-]{24,}$/i.test(segment) ? '#' : segment))
    .join('/')}`;
};

// Spec of the port: request and response excerpts.
const most = 2000;

export function printable(text: string): string {
  return text.replace(
    // oxlint-disable-next-line no-control-regex
    /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
    '·',
  );
}

export function requestExcerpt(answer: HttpAnswer): string {
  return printable(maskText(answer.requestHead.slice(0, 3 * most))).slice(0, most);
}

/** A secret file with its values taken out: names, keywords and quotation marks stay. */
function outline(text: string): string {
  return text
    .split('\n')
    .slice(0, 8)
    .map((line) =>
      line
        .slice(0, 120)
        .replace(/(["'`])(?:\\.|(?!\1)[^\\])*(?:\1|$)/g, '$1***$1')
        .replace(/(^[^:=#]{1,60}[:=]\s*)[^"'\s].*$/, '$1***'),
    )
    .join('\n');
}

export function responseExcerpt(answer: HttpAnswer, around?: string, secretBody = false): string {
  const head = `HTTP/1.1 ${answer.status} ${answer.statusText}\n${answer.headers.map(([name, value]) => `${name}: ${value}`).join('\n')}`;
  const type = mediaType(answer);
  const textual =
    /^(text\/|application\/(json|xml|javascript|x-|xhtml)|$)/.test(type) &&
    !answer.body.subarray(0, 512).includes(0);
  let part = '';
  if (textual) {
    const text = bodyText(answer);
    const at = around ? Math.max(0, text.indexOf(around)) : 0;
    const from = Math.max(0, at - 150);
    if (secretBody) part = outline(text.slice(0, 600));
    else part = `${from > 0 ? '… ' : ''}${text.slice(from, at + 700)}`;
  } else if (answer.body.length > 0) part = `(${answer.body.length} bytes of ${type || 'unknown type'})`;
  return printable(maskText(`${head.slice(0, 1000)}\n\n${part}`)).slice(0, most);
}
