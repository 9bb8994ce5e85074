import type { Buffer } from 'node:buffer';
import type { HttpMethod } from '#probes/http/answer.ts';
import type { Json, Part, RequestBody, SiteRequest } from '../points/point.ts';

/** Turns a call that a page made into one that the scan can make again with other values. */

const methods = new Set<string>(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
export const isMethod = (method: string): method is HttpMethod => methods.has(method);

const mostBody = 64_000;
const mostFields = 200;

function parts(text: string, boundary: string): Part[] {
  const list: Part[] = [];
  for (const piece of text.split(`--${boundary}`).slice(1, mostFields)) {
    const gap = piece.indexOf('\r\n\r\n');
    if (gap < 0) continue;
    const head = piece.slice(0, gap);
    const name = /[;\s]name="([^"]{0,500})"/i.exec(head)?.[1];
    if (name === undefined) continue;
    const fileName = /filename="([^"]{0,500})"/i.exec(head)?.[1];
    const type = /content-type:\s*([\w.+/-]{1,100})/i.exec(head)?.[1];
    const value = piece.slice(gap + 4).replace(/\r\n$/, '');
    list.push({
      name: unquote(name),
      value,
      ...(fileName === undefined ? {} : { fileName: unquote(fileName) }),
      ...(type === undefined ? {} : { type }),
    });
  }
  return list;
}

// Browsers write these three by number in names of parts.
const unquote = (text: string) => text.replace(/%0D/g, '\r').replace(/%0A/g, '\n').replace(/%22/g, '"');

export function readBody(body: Buffer, contentType: string): RequestBody | undefined {
  if (body.length === 0 || body.length > mostBody) return undefined;
  const type = contentType.split(';')[0]!.trim().toLowerCase();
  const text = body.toString('utf8');
  if (type === 'application/x-www-form-urlencoded')
    return { kind: 'form', fields: [...new URLSearchParams(text)].slice(0, mostFields) };
  if (type === 'multipart/form-data') {
    const boundary = /boundary="?([^";\s]{1,200})/i.exec(contentType)?.[1];
    return boundary === undefined ? undefined : { kind: 'multipart', parts: parts(text, boundary) };
  }
  // Scripts often forget to say that they send JSON.
  if (/json/.test(type) || /^\s*[[{]/.test(text)) {
    try {
      return { kind: 'json', value: JSON.parse(text) as Json };
    } catch {
      // text then
    }
  }
  // Bytes that are no text would not come back as they were.
  return text.includes('\ufffd')
    ? undefined
    : { kind: 'text', mediaType: type === '' ? 'text/plain' : type, text };
}

/** Headers of the site's own making: without them its programs do not answer as they do to their page. */
export function ownHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(
        ([name, value]) =>
          /^x-/i.test(name) &&
          !/^x-(client-data|safety-scan|forwarded-\w+|real-ip)$/i.test(name) &&
          value.length < 2000,
      )
      .slice(0, 10),
  );
}

function shapeOf(body: RequestBody | undefined): string {
  switch (body?.kind) {
    case undefined:
      return '';
    case 'form':
      return body.fields.map(([name]) => name).join('&');
    case 'multipart':
      return body.parts.map((part) => part.name).join('&');
    case 'json':
      return keysOf(body.value);
    case 'text':
      return body.mediaType;
  }
}

function keysOf(value: Json, depth = 0): string {
  if (depth > 5 || value === null || typeof value !== 'object') return '';
  if (Array.isArray(value)) return `[${value.length > 0 ? keysOf(value[0]!, depth + 1) : ''}]`;
  const names = Object.keys(value).slice(0, 50).sort();
  // Different questions of GraphQL go to one address.
  const operation = depth === 0 && typeof value.operationName === 'string' ? value.operationName : '';
  return `${operation}{${names.map((name) => name + keysOf(value[name]!, depth + 1)).join()}}`;
}

export function callKey(request: SiteRequest): string {
  const url = new URL(request.url);
  const path = url.pathname
    .split('/')
    .map((segment) => (/^\d+$/.test(segment) || /^[0-9a-f-]{24,}$/i.test(segment) ? '#' : segment));
  const query = [...new Set(url.searchParams.keys())].sort().join('&');
  return `${request.method} ${url.origin}${path.join('/')}?${query} ${shapeOf(request.body)}`;
}
