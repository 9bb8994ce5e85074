import type { PageForm } from '#probes/web/page.ts';
import { isHarmful } from '../crawl/links.ts';
import { looksLikeProgram, segmentShape } from '../crawl/shape.ts';
import type { Scan } from '../rule.ts';
import { sampleFile, sampleValue } from './fields.ts';
import type { Point } from './point.ts';
import type { Json, SiteRequest } from './request.ts';
import { isFormGuard, isGuard } from './tokens.ts';

/** Turns what was met while reading the site into places where a value can be exchanged. */

// Values that a website never reads, or that lead nowhere.
const idle = /^(utm_\w+|gclid|fbclid|msclkid|_ga|cachebust(er)?)$/i;
// Names of versions and moments, which programs also use for other things: the value tells which.
const stampName = /^(v|ver|cb|_|_t|ts|timestamp)$/i;
const stamp = /^(?:v?\d+(?:\.\d+)*(?:-[\w.]+)?|(?=[a-f]*\d)[0-9a-f]{6,64})?$/i;
const isIdle = (name: string, value: string) => idle.test(name) || (stampName.test(name) && stamp.test(value));
const asset = /\.(js|mjs|css|png|jpe?g|gif|svg|webp|avif|woff2?|ttf|ico|map|mp[34]|pdf|zip|gz)$/i;
const mostPerRequest = 40;

const pairsOf = (url: URL): [string, string][] => [...url.searchParams];

/** The request that a visitor sends who fills in a form sensibly; null for forms that are left alone. */
export function requestOf(form: PageForm): SiteRequest | null {
  const action = new URL(form.action);
  if (isHarmful(action) || form.fields.some((field) => isPayment(field.name))) return null;
  const fields = form.fields.filter((field, index) => {
    if (field.type === 'reset' || field.type === 'image') return false;
    // One button is pressed, as in life; programs look for its name.
    if (field.type === 'submit' || field.type === 'button')
      return field.name !== '' && form.fields.findIndex((other) => other.type === field.type) === index;
    if (field.type === 'radio') return form.fields.findIndex((other) => other.name === field.name) === index;
    return true;
  });
  const base = { page: form.page, source: 'form' as const };
  if (form.method === 'GET') {
    action.search = '';
    for (const field of fields) action.searchParams.append(field.name, sampleValue(field));
    return { ...base, method: 'GET', url: action.href };
  }
  if (form.enctype === 'multipart' || fields.some((field) => field.type === 'file'))
    return {
      ...base,
      method: 'POST',
      url: action.href,
      body: {
        kind: 'multipart',
        parts: fields.map((field) =>
          field.type === 'file' ? { name: field.name, ...sampleFile } : { name: field.name, value: sampleValue(field) },
        ),
      },
    };
  return {
    ...base,
    method: 'POST',
    url: action.href,
    body: { kind: 'form', fields: fields.map((field) => [field.name, sampleValue(field)] as const) },
  };
}

const isPayment = (name: string) => /^(card[-_]?(number|no)|cc[-_]?(num|number)|cvv2?|cvc|iban|sort[-_]?code)$/i.test(name);

function* leaves(value: Json, path: readonly string[] = []): Generator<[string, string]> {
  if (path.length > 6) return;
  if (Array.isArray(value)) for (const [index, item] of value.slice(0, 3).entries()) yield* leaves(item, [...path, String(index)]);
  else if (value !== null && typeof value === 'object')
    for (const [key, item] of Object.entries(value)) yield* leaves(item, [...path, key]);
  else yield [path.join('.'), value === null ? '' : String(value)];
}

/** Segments that carry data: numbers, ids and what follows an interface's collection. */
function segmentPoints(request: SiteRequest): Point[] {
  const segments = new URL(request.url).pathname.split('/').slice(1);
  return segments.flatMap((segment, index): Point[] => {
    let value = segment;
    try {
      value = decodeURIComponent(segment);
    } catch {
      return [];
    }
    if (request.segments?.includes(index)) return [{ kind: 'path', request, name: String(index), value }];
    if (segment === '' || (segment.includes('.') && index === segments.length - 1 && !/^\d/.test(segment))) return [];
    const data =
      segmentShape(segment) !== segment || /^\{.*\}$/.test(value) || (request.source === 'description' && /[A-Z0-9@]/.test(segment));
    return data && !/^v\d+$/i.test(segment) ? [{ kind: 'path', request, name: String(index), value }] : [];
  });
}

/** Every point of one request: query, body and path. */
export function pointsOf(request: SiteRequest): Point[] {
  const points: Point[] = [];
  const counted = (kind: Point['kind'], pairs: readonly (readonly [string, string])[]) => {
    const seen = new Map<string, number>();
    for (const [name, value] of pairs) {
      const nth = seen.get(name) ?? 0;
      seen.set(name, nth + 1);
      const guard = request.source === 'form' ? isFormGuard(name) : isGuard(name);
      if (name === '' || guard || isIdle(name, value)) continue;
      points.push({ kind, request, name, value, ...(nth === 0 ? {} : { nth }) });
    }
  };
  counted('query', pairsOf(new URL(request.url)));
  const { body } = request;
  if (body?.kind === 'form') counted('form', body.fields);
  if (body?.kind === 'multipart')
    for (const part of body.parts)
      if (!isFormGuard(part.name))
        points.push({ kind: part.fileName === undefined ? 'multipart' : 'file', request, name: part.name, value: part.value });
  if (body?.kind === 'json')
    for (const [name, value] of leaves(body.value))
      // The text of a GraphQL call is its grammar; what varies stands in its variables.
      if (!(name === 'query' && /^\s*(query|mutation|\{)/.test(value))) points.push({ kind: 'json', request, name, value });
  if (body?.kind === 'text' && /xml/.test(body.mediaType))
    for (const [nth, found] of [...body.text.matchAll(/>([^<>]+)</g)].entries())
      if (found[1]!.trim() !== '') points.push({ kind: 'xml', request, name: `text ${nth}`, value: found[1]!, nth });
  points.push(...segmentPoints(request));
  return points.slice(0, mostPerRequest);
}

// What programs read without showing it anywhere.
const headerNames = ['User-Agent', 'Referer', 'X-Forwarded-For'];

/** Headers and cookies that programs may read, on a few pages only: most of them are read on all or on none. */
function carriedPoints(scan: Scan): Point[] {
  const points: Point[] = [];
  const pages = scan.site.pages.filter((page) => page.answer.status < 400);
  const some = scan.depth === 'few' ? 1 : scan.depth === 'usual' ? 3 : 10;
  for (const { url } of pages.slice(0, some))
    for (const name of headerNames)
      points.push({
        kind: 'header',
        request: { method: 'GET', url, page: url, source: 'link' },
        name,
        value: name === 'Referer' ? scan.base.href : '',
      });
  const given = new Map<string, { url: string; value: string }>();
  for (const { url, answer } of pages)
    for (const [name, line] of answer.headers) {
      if (name.toLowerCase() !== 'set-cookie') continue;
      const [, cookie, value] = /^\s*([^=;\s]+)=([^;]*)/.exec(line) ?? [];
      if (cookie && !given.has(cookie)) given.set(cookie, { url, value: value ?? '' });
    }
  for (const [name, { url, value }] of given) {
    // A session id is made by the framework: changing it only signs the scan out.
    if (/sess|^sid$|jsessionid|phpsessid|aspnet|^auth|token|csrf|xsrf|__cf|^_ga|^_gid|cookieconsent/i.test(name)) continue;
    let plain = value;
    try {
      plain = decodeURIComponent(value);
    } catch {
      // as it is
    }
    points.push({ kind: 'cookie', request: { method: 'GET', url, page: url, source: 'link' }, name, value: plain });
  }
  return points;
}

/** Two points with the same key are tried once: their addresses differ in numbers and ids only. */
function clusterKey(point: Point): string {
  const url = new URL(point.request.url);
  const shape = url.pathname.split('/').map((segment, index) => {
    // What is exchanged itself does not tell two places apart.
    if (point.kind === 'path' && index === Number(point.name) + 1) return '*';
    return /^\d+$/.test(segment) || /^[0-9a-f-]{24,}$/i.test(segment) ? '#' : segment;
  });
  return `${point.request.method} ${url.host}${shape.join('/')} ${point.kind} ${point.name}#${point.nth ?? 0}`;
}

const familyMost = 8;
const familyLarge = 30;

/**
 * Neighbours that look the same and ask for the same: sixty articles with a comment form each. A few stand for all where
 * they are many; programs of different names may differ in what they do, so the others come later.
 */
function familyKey({ request, kind, name }: Point, shapes: ReadonlyMap<string, string>): string {
  const url = new URL(request.url);
  const shape = shapes.get(request.url) ?? shapes.get(request.page) ?? '';
  return `${request.method} ${url.host}${url.pathname.replace(/[^/]*\/?$/, '')} ${kind} ${name} ${shape}`;
}

function inOrder(points: readonly Point[], shapes: ReadonlyMap<string, string>): Point[] {
  const families = new Map<string, Point[]>();
  for (const point of points) {
    const key = familyKey(point, shapes);
    const family = families.get(key);
    if (family) family.push(point);
    else families.set(key, [point]);
  }
  const first: Point[] = [];
  const later: Point[] = [];
  for (const family of families.values()) {
    first.push(...family.slice(0, familyMost));
    const areCopies = family.length > familyLarge && !looksLikeProgram(new URL(family[0]!.request.url));
    if (!areCopies) later.push(...family.slice(familyMost));
  }
  return [...first, ...later];
}

/** All points of the website, the most promising first, copies left out. */
export function collectPoints(scan: Scan): Point[] {
  const { site } = scan;
  const requests: SiteRequest[] = [
    ...site.forms.flatMap((form) => requestOf(form) ?? []),
    ...[...site.parametrised.values()].map((url): SiteRequest => ({
      method: 'GET',
      url: url.href,
      page: site.linkedFrom.get(url.href) ?? url.href,
      source: 'link',
    })),
    ...site.requests,
    ...[...site.apis].map((url): SiteRequest => ({ method: 'GET', url, page: scan.base.href, source: 'script' })),
  ];
  const kept = new Map<string, Point>();
  const add = (point: Point) => {
    const url = new URL(point.request.url);
    if (!scan.inScope(url) || asset.test(url.pathname) || scan.isHarmful(url)) return;
    if (!scan.mayChange && point.request.method !== 'GET') return;
    const key = clusterKey(point);
    if (kept.has(key)) return;
    kept.set(key, point);
  };
  for (const request of requests) for (const point of pointsOf(request)) add(point);
  for (const page of site.pages)
    for (const point of segmentPoints({ method: 'GET', url: page.url.replace(/\?.*$/, ''), page: page.url, source: 'link' })) add(point);
  for (const point of carriedPoints(scan)) add(point);
  return inOrder([...kept.values()], new Map(site.pages.map((page) => [page.url, page.page.shape])));
}
