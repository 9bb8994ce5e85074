import { Buffer } from 'node:buffer';
import type { FormField, PageForm } from '#probes/web/form.ts';
import { isOperation } from '../harm/addresses.ts';
import { isEditing } from '../harm/putBack.ts';
import { saysOperation } from '../harm/words.ts';
import { looksLikeProgram, segmentShape } from '../crawl/frontier.ts';
import type { Scan } from '../rule.ts';
import { carriedPoints } from './carried.ts';
import { sampleFile, sampleValue } from './fields.ts';
import type { Point, Json, SiteRequest } from './point.ts';
import { isFormGuard, isGuard } from './tokens.ts';

/** Turns what was met while reading the site into places where a value can be exchanged. */

// Values that a website never reads, or that lead nowhere.
const idle = /^(utm_\w+|gclid|fbclid|msclkid|_ga|cachebust(er)?)$/i;
// Names of versions and moments, which programs also use for other things: the value tells which.
const stampName = /^(v|ver|cb|_|_t|ts|timestamp)$/i;
const stamp = /^(?:v?\d+(?:\.\d+)*(?:-[\w.]+)?|(?=[a-f]*\d)[0-9a-f]{6,64})?$/i;
const isIdle = (name: string, value: string) =>
  idle.test(name) || (stampName.test(name) && stamp.test(value));
const asset = /\.(js|mjs|css|png|jpe?g|gif|svg|webp|avif|woff2?|ttf|ico|map|mp[34]|pdf|zip|gz)$/i;
const mostPerRequest = 40;

const pairsOf = (url: URL): [string, string][] => [...url.searchParams];

const isButton = ({ type }: FormField) => type === 'submit' || type === 'button';
// What undoes, or leads away.
const undoing = /\bback\b|clear|zurück|abbrechen/i;

function buttonsOf(form: PageForm): number[] {
  const named = form.fields.flatMap((field, index) => (isButton(field) && field.name !== '' ? [index] : []));
  return named.filter((index) => {
    const { name, value, label = '' } = form.fields[index]!;
    return !undoing.test(`${name} ${value} ${label}`) && ![name, value, label].some(saysOperation);
  });
}

const hasHarmlessButton = (form: PageForm): boolean => {
  const buttons = form.buttons ?? [];
  return buttons.length === 0 || buttons.some((text) => !saysOperation(text));
};

/** The request that a visitor sends who fills in a form sensibly; null for forms that are left alone. */
export function requestOf(
  form: PageForm,
  button: number | undefined = buttonsOf(form)[0],
): SiteRequest | null {
  const action = new URL(form.action);
  if (
    isOperation(action, { changing: form.method !== 'GET' }) ||
    !hasHarmlessButton(form) ||
    form.fields.some((field) => isPayment(field.name))
  )
    return null;
  const isEdit = isEditing(form);
  const fields = form.fields.filter((field, index) => {
    if (field.type === 'reset' || field.type === 'image') return false;
    if (isButton(field)) return index === button;
    // What is edited stays as it is, but for the value that is tried.
    if (field.type === 'checkbox') return !isEdit || field.checked === true;
    if (field.type === 'radio') {
      const ticked = form.fields.findIndex((other) => other.name === field.name && other.checked === true);
      return (ticked >= 0 ? ticked : form.fields.findIndex((other) => other.name === field.name)) === index;
    }
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
          field.type === 'file'
            ? { name: field.name, ...sampleFile(field) }
            : { name: field.name, value: sampleValue(field) },
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

const mostButtons = 3;

function requestsOf(form: PageForm): SiteRequest[] {
  const [first, ...more] = buttonsOf(form);
  const main = requestOf(form, first);
  const others = more.slice(0, mostButtons - 1).flatMap((index) => {
    const request = requestOf(form, index);
    const { name, value } = form.fields[index]!;
    return request ? [{ ...request, button: `${name}=${value}` }] : [];
  });
  return main ? [main, ...others] : others;
}

const isPayment = (name: string) =>
  /^(card[-_]?(number|no)|cc[-_]?(num|number)|cvv2?|cvc|iban|sort[-_]?code)$/i.test(name);

function* leaves(value: Json, path: readonly string[] = []): Generator<[string, string]> {
  if (path.length > 6) return;
  if (Array.isArray(value))
    for (const [index, item] of value.slice(0, 3).entries()) yield* leaves(item, [...path, String(index)]);
  else if (value !== null && typeof value === 'object')
    for (const [key, item] of Object.entries(value)) yield* leaves(item, [...path, key]);
  else yield [path.join('.'), value === null ? '' : String(value)];
}

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
    if (segment === '' || (segment.includes('.') && index === segments.length - 1 && !/^\d/.test(segment)))
      return [];
    const data =
      segmentShape(segment) !== segment ||
      /^\{.*\}$/.test(value) ||
      (request.source === 'description' && /[A-Z0-9@]/.test(segment));
    return data && !/^v\d+$/i.test(segment) ? [{ kind: 'path', request, name: String(index), value }] : [];
  });
}

function codedIn(value: string): string | null {
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)$/.test(value))
    return null;
  // Words of four or eight letters look like it too.
  if (
    !value.endsWith('=') &&
    (value.length < 12 || !/[A-Z]/.test(value) || !/[a-z]/.test(value) || !/\d/.test(value))
  )
    return null;
  const text = Buffer.from(value, 'base64').toString('utf8');
  return /^[\p{L}\p{N}\p{P}\p{S} ]+$/u.test(text) && !text.includes('\uFFFD') ? text : null;
}

export function pointsOf(request: SiteRequest): Point[] {
  const points: Point[] = [];
  const counted = (kind: Point['kind'], pairs: readonly (readonly [string, string])[]) => {
    const seen = new Map<string, number>();
    for (const [name, value] of pairs) {
      const nth = seen.get(name) ?? 0;
      seen.set(name, nth + 1);
      const guard = request.source === 'form' ? isFormGuard(name) : isGuard(name);
      if (name === '' || guard || isIdle(name, value)) continue;
      const point: Point = { kind, request, name, value, ...(nth === 0 ? {} : { nth }) };
      points.push(point);
      const plain = codedIn(value);
      if (plain !== null) points.push({ ...point, value: plain, coded: 'base64' });
    }
  };
  counted('query', pairsOf(new URL(request.url)));
  const { body } = request;
  if (body?.kind === 'form') counted('form', body.fields);
  if (body?.kind === 'multipart')
    for (const part of body.parts)
      if (!isFormGuard(part.name))
        points.push({
          kind: part.fileName === undefined ? 'multipart' : 'file',
          request,
          name: part.name,
          value: part.value,
        });
  if (body?.kind === 'json')
    for (const [name, value] of leaves(body.value))
      // The text of a GraphQL call is its grammar; what varies stands in its variables.
      if (!(name === 'query' && /^\s*(query|mutation|\{)/.test(value)))
        points.push({ kind: 'json', request, name, value });
  if (body?.kind === 'text' && /xml/.test(body.mediaType))
    for (const [nth, found] of [...body.text.matchAll(/>([^<>]+)</g)].entries())
      if (found[1]!.trim() !== '')
        points.push({ kind: 'xml', request, name: `text ${nth}`, value: found[1]!, nth });
  points.push(...segmentPoints(request));
  return points.slice(0, mostPerRequest);
}

/** Two points with the same key are tried once: their addresses differ in numbers and ids only. */
function clusterKey(point: Point): string {
  const url = new URL(point.request.url);
  const shape = url.pathname.split('/').map((segment, index) => {
    // What is exchanged itself does not tell two places apart.
    if (point.kind === 'path' && index === Number(point.name) + 1) return '*';
    return /^\d+$/.test(segment) || /^[0-9a-f-]{24,}$/i.test(segment) ? '#' : segment;
  });
  const { method, button = '' } = point.request;
  return `${method} ${url.host}${shape.join('/')} ${point.kind} ${point.name}#${point.nth ?? 0} ${point.coded ?? ''} ${button}`;
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
  return `${request.method} ${url.host}${url.pathname.replace(/(?<![^/])[^/]*\/?$/, '')} ${kind} ${name} ${shape}`;
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

export async function collectPoints(scan: Scan): Promise<Point[]> {
  const { site } = scan;
  const requests: SiteRequest[] = [
    ...site.forms.filter(scan.guard.mayForm).flatMap(requestsOf),
    ...[...site.parametrised.values()].map((url): SiteRequest => ({
      method: 'GET',
      url: url.href,
      page: site.linkedFrom.get(url.href) ?? url.href,
      source: 'link',
    })),
    ...site.requests,
    ...[...site.apis].map((url): SiteRequest => ({
      method: 'GET',
      url,
      page: scan.base.href,
      source: 'script',
    })),
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
  for (const request of requests.filter(scan.guard.may)) for (const point of pointsOf(request)) add(point);
  for (const page of site.pages)
    for (const point of segmentPoints({
      method: 'GET',
      url: page.url.replace(/\?.*/s, ''),
      page: page.url,
      source: 'link',
    }))
      add(point);
  for (const point of await carriedPoints(scan)) add(point);
  return inOrder([...kept.values()], new Map(site.pages.map((page) => [page.url, page.page.shape])));
}
