import type { AskOptions } from '#probes/http/client.ts';
import { readBody } from '../browser/recorded.ts';
import type { Json, RequestBody } from '../points/point.ts';
import type { Field, Sending } from './credentials.ts';

export type Sent = Sending & {
  path: string;
  body: RequestBody | undefined;
  /** The page that it comes from, where it says so. */
  referer: string | null;
};

const bare = (name: string) => name.replace(/\[[^[\]]*\]/g, '');

function* leaves(value: Json, name: string, depth = 0): Generator<Field> {
  if (depth > 5) return;
  if (Array.isArray(value)) for (const item of value.slice(0, 5)) yield* leaves(item, name, depth + 1);
  else if (value !== null && typeof value === 'object')
    for (const [key, item] of Object.entries(value)) {
      yield { name: key, value: '' };
      yield* leaves(item, key, depth + 1);
    }
  else if (name !== '') yield { name, value: value === null ? '' : String(value) };
}

export function mutationsIn(text: string): string[] {
  if (!/^\s*(?:#[^\n]*\n\s*)*mutation\b/.test(text)) return [];
  const body = text.slice(text.indexOf('{') + 1);
  const names: string[] = [];
  let depth = 0;
  for (const [token] of body.matchAll(/[{}()]|[A-Za-z_]\w*(?:\s*:\s*[A-Za-z_]\w*)?/g)) {
    if (token === '{' || token === '(') depth += 1;
    else if (token === '}' || token === ')') depth -= 1;
    else if (depth === 0) names.push(token.split(':').at(-1)!.trim());
  }
  return names;
}

function fieldsOf(body: RequestBody | undefined): Field[] {
  switch (body?.kind) {
    case 'form':
      return body.fields.map(([name, value]) => ({ name, value }));
    case 'multipart':
      return body.parts.map(({ name, value, fileName }) => ({
        name,
        value: fileName === undefined ? value : '',
      }));
    case 'json': {
      const { value } = body;
      const isCall =
        value !== null &&
        typeof value === 'object' &&
        !Array.isArray(value) &&
        typeof value.query === 'string';
      return [...leaves(isCall ? (value.variables ?? null) : value, '')];
    }
    default:
      return [];
  }
}

export function readSent(input: string | URL, ask: AskOptions = {}): Sent {
  const given = new URL(String(input));
  const url =
    ask.rawPath !== undefined && URL.canParse(ask.rawPath, given.href)
      ? new URL(ask.rawPath, given.href)
      : given;
  const header = (name: string) =>
    Object.entries(ask.headers ?? {}).find(([key]) => key.toLowerCase() === name)?.[1] ?? '';
  const bytes = ask.body === undefined ? null : Buffer.from(ask.body);
  const body = bytes ? readBody(bytes, header('content-type')) : undefined;
  const method = ask.method ?? 'GET';
  const override = header('x-http-method-override') || header('x-http-method');
  return {
    method: override !== '' && method === 'POST' ? override.toUpperCase() : method,
    url,
    path: `${url.origin}${url.pathname}`,
    fields: [...[...url.searchParams].map(([name, value]) => ({ name, value })), ...fieldsOf(body)],
    body,
    referer: header('referer') || null,
  };
}

/** Tells two requests apart by what they are, not by the values they carry. */
export function shapeOf({ method, path, body, url }: Sent): { method: string; path: string; names: string } {
  let names: string[];
  if (body?.kind === 'json') {
    const { value } = body;
    const members = value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {};
    names =
      typeof members.query === 'string'
        ? [members.query.replace(/\s+/g, ' ').slice(0, 200)]
        : Object.keys(members);
  } else names = fieldsOf(body).map(({ name }) => bare(name));
  if (body === undefined) names = [...url.searchParams.keys()].map(bare);
  return { method, path, names: [...new Set(names)].sort().join('&') };
}

export const changesByMethod = (method: string): boolean => !/^(?:GET|HEAD|OPTIONS|TRACE)$/.test(method);

/** Without its percent signs, where they can be read. */
export function plainly(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
