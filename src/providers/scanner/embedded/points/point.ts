import { Buffer } from 'node:buffer';
import type { AskOptions } from '#probes/http/client.ts';
import type { HttpMethod } from '#probes/http/answer.ts';

/** Requests that a website understands, met while reading it: what the active checks change one value of. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export type Part = { name: string; value: string; fileName?: string; type?: string };

export type RequestBody =
  | { kind: 'form'; fields: readonly (readonly [name: string, value: string])[] }
  | { kind: 'multipart'; parts: readonly Part[] }
  | { kind: 'json'; value: Json }
  /** XML, GraphQL or plain text as it is. */
  | { kind: 'text'; mediaType: string; text: string };

export type SiteRequest = {
  method: HttpMethod;
  /** Absolute, with its query, without fragment. */
  url: string;
  /** Beyond those that every request of the scan carries. */
  headers?: Readonly<Record<string, string>>;
  body?: RequestBody | undefined;
  page: string;
  source: 'link' | 'form' | 'script' | 'browser' | 'description';
  /** Which button of a form with several is pressed, where it is not the first. */
  button?: string;
  /** Places of the path, counted from 0, that carry data: its description says so. */
  segments?: readonly number[];
};

type Outgoing = { url: string; ask: AskOptions };

const boundary = 'zqPart7f3a91c2';

function multipart(parts: readonly Part[]): string {
  const quote = (text: string) => text.replace(/["\r\n]/g, (char) => encodeURIComponent(char));
  const lines = parts.map(
    ({ name, value, fileName, type }) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${quote(name)}"${fileName === undefined ? '' : `; filename="${quote(fileName)}"`}\r\n${type ? `Content-Type: ${type}\r\n` : ''}\r\n${value}\r\n`,
  );
  return `${lines.join('')}--${boundary}--\r\n`;
}

/** Percent-encodes as browsers encode form fields, a space as a plus sign. */
const encodeField = (text: string): string =>
  encodeURIComponent(text.toWellFormed())
    .replace(/%20/g, '+')
    .replace(/[!'()~]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

function writeBody(body: RequestBody): { type: string; bytes: Buffer } {
  switch (body.kind) {
    case 'form':
      return {
        type: 'application/x-www-form-urlencoded',
        bytes: Buffer.from(
          body.fields.map(([name, value]) => `${encodeField(name)}=${encodeField(value)}`).join('&'),
        ),
      };
    case 'multipart':
      return { type: `multipart/form-data; boundary=${boundary}`, bytes: Buffer.from(multipart(body.parts)) };
    case 'json':
      return { type: 'application/json', bytes: Buffer.from(JSON.stringify(body.value)) };
    case 'text':
      return { type: body.mediaType, bytes: Buffer.from(body.text) };
  }
}

export function outgoing(request: SiteRequest, more: AskOptions = {}): Outgoing {
  const body = request.body === undefined ? undefined : writeBody(request.body);
  return {
    url: request.url,
    ask: {
      method: request.method,
      ...more,
      ...(body === undefined ? {} : { body: body.bytes }),
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': body.type }),
        ...request.headers,
        ...more.headers,
      },
    },
  };
}

export type PointKind =
  | 'query'
  | 'form'
  | 'json'
  | 'path'
  | 'header'
  | 'cookie'
  | 'multipart'
  | 'file'
  | 'xml'
  | 'name';

export type Point = {
  kind: PointKind;
  request: SiteRequest;
  name: string;
  /** As it was met; may be empty. */
  value: string;
  /** Of the same name, the how-manieth; 0 by default. */
  nth?: number;
  /** Values go in written like this; `value` is the text that the one met stands for. */
  coded?: 'base64';
};

export type Fill = {
  /** JSON: put this in place of a text (`{ "$ne": null }`); for others it is refused. */
  json?: Json;
  /** Query and form: another name (`user[$ne]`). */
  name?: string;
  /** The value is already encoded for the wire: query, form and path take it as it is. */
  raw?: boolean;
  /** File: the name and type under which it is sent. */
  file?: { fileName: string; type: string };
};

function replaceNth<T>(
  list: readonly T[],
  matches: (item: T) => boolean,
  nth: number,
  change: (item: T) => T,
): T[] {
  let seen = 0;
  return list.map((item) => (matches(item) && seen++ === nth ? change(item) : item));
}

/** Query strings are put together by hand: URLSearchParams would rewrite the other parameters too. */
function withQuery(url: string, point: Point, value: string, fill: Fill): string {
  const at = url.indexOf('?');
  const base = at < 0 ? url : url.slice(0, at);
  const pairs = at < 0 ? [] : url.slice(at + 1).split('&');
  const decode = (text: string) => {
    try {
      return decodeURIComponent(text.replaceAll('+', ' '));
    } catch {
      return text;
    }
  };
  const nameOf = (pair: string) => decode(pair.split('=')[0]!);
  const written = `${encodeField(fill.name ?? point.name)}=${fill.raw ? value : encodeField(value)}`;
  if (!pairs.some((pair) => nameOf(pair) === point.name))
    return `${base}?${[...pairs.filter((pair) => pair !== ''), written].join('&')}`;
  return `${base}?${replaceNth(
    pairs,
    (pair) => nameOf(pair) === point.name,
    point.nth ?? 0,
    () => written,
  ).join('&')}`;
}

function withJson(value: Json, path: readonly string[], put: Json): Json {
  if (path.length === 0) return put;
  const [key, ...rest] = path as [string, ...string[]];
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === key ? withJson(item, rest, put) : item));
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, name === key ? withJson(item, rest, put) : item]),
    );
  return value;
}

const xmlText = (text: string) => text.replace(/[<>&"']/g, (char) => `&#${char.charCodeAt(0)};`);

export type Filled = SiteRequest & { rawPath?: string; cookieValues?: Record<string, string> };

type Filler = (point: Point, value: string, fill: Fill) => Filled;

function fillPath({ request, name }: Point, value: string, fill: Fill): Filled {
  const url = new URL(request.url);
  const segments = url.pathname.split('/');
  segments[Number(name) + 1] = fill.raw ? value : encodeURIComponent(value.toWellFormed());
  const rawPath = `${segments.join('/')}${url.search}`;
  url.pathname = segments.join('/');
  return { ...request, url: url.href, rawPath };
}

function fillForm({ request, name, nth = 0 }: Point, value: string, fill: Fill): Filled {
  if (request.body?.kind !== 'form') return request;
  const fields = replaceNth(
    request.body.fields,
    ([own]) => own === name,
    nth,
    () => [fill.name ?? name, value] as const,
  );
  if (!fill.raw) return { ...request, body: { kind: 'form', fields } };
  const text = fields
    .map(([field, own]) => `${encodeField(field)}=${own === value ? value : encodeField(own)}`)
    .join('&');
  return { ...request, body: { kind: 'text', mediaType: 'application/x-www-form-urlencoded', text } };
}

function fillPart({ request, name, nth = 0 }: Point, value: string, fill: Fill): Filled {
  if (request.body?.kind !== 'multipart') return request;
  const parts = replaceNth(
    request.body.parts,
    (part) => part.name === name,
    nth,
    (part) => ({ ...part, value, ...fill.file, ...(fill.name === undefined ? {} : { name: fill.name }) }),
  );
  return { ...request, body: { kind: 'multipart', parts } };
}

function fillJson({ request, name }: Point, value: string, fill: Fill): Filled {
  if (request.body?.kind !== 'json') return request;
  const json = withJson(request.body.value, name.split('.'), fill.json ?? value);
  return { ...request, body: { kind: 'json', value: json } };
}

function fillXml({ request, nth = 0 }: Point, value: string, fill: Fill): Filled {
  if (request.body?.kind !== 'text') return request;
  let seen = -1;
  const text = request.body.text.replace(/>([^<>]+)</g, (all) => {
    seen += 1;
    return seen === nth ? `>${fill.raw ? value : xmlText(value)}<` : all;
  });
  return { ...request, body: { ...request.body, text } };
}

const fillers: Record<PointKind, Filler> = {
  query: (point, value, fill) => ({
    ...point.request,
    url: withQuery(point.request.url, point, value, fill),
  }),
  path: fillPath,
  name: ({ request }, value, fill) => {
    const joint = request.url.includes('?') ? '&' : '?';
    return { ...request, url: `${request.url}${joint}${fill.raw ? value : encodeField(value)}=1` };
  },
  header: ({ request, name }, value) => ({ ...request, headers: { ...request.headers, [name]: value } }),
  cookie: ({ request, name }, value, fill) => ({
    ...request,
    cookieValues: { [name]: fill.raw ? value : encodeURIComponent(value) },
  }),
  form: fillForm,
  multipart: fillPart,
  file: fillPart,
  json: fillJson,
  xml: fillXml,
};

export function fillPoint(point: Point, text: string, given: Fill = {}): Filled {
  const value = point.coded ? Buffer.from(text).toString('base64') : text;
  return fillers[point.kind](point, value, point.coded ? { ...given, raw: false } : given);
}

export function outgoingAt(point: Point, value: string, fill: Fill = {}, more: AskOptions = {}): Outgoing {
  const { rawPath, cookieValues, ...request } = fillPoint(point, value, fill);
  return outgoing(request, {
    ...more,
    ...(rawPath === undefined ? {} : { rawPath }),
    ...(cookieValues === undefined ? {} : { cookieValues }),
  });
}

/** The same for all scans of a website: what tells two points apart, their values left out. */
export const pointKey = ({ kind, request, name, nth, coded }: Point): string =>
  `${request.method} ${new URL(request.url).origin}${new URL(request.url).pathname} ${kind} ${name}${nth ? `#${nth}` : ''}${coded ? ` ${coded}` : ''}`;
