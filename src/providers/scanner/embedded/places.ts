import { maskText } from '#probes/http/masks.ts';
import type { Point, PointKind } from './points/point.ts';

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
