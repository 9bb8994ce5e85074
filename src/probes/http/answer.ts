import { Buffer } from 'node:buffer';

/** Methods that change nothing on a website (RFC 9110, 9.2.1). */
type SafeMethod = 'GET' | 'HEAD' | 'OPTIONS' | 'TRACE';
export type HttpMethod = SafeMethod | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type HttpFailureCode =
  | 'refused-address'
  | 'dns'
  | 'connect'
  | 'tls'
  | 'timeout'
  | 'reset'
  | 'protocol'
  | 'budget'
  | 'invalid-url';

export class HttpFailure extends Error {
  readonly code: HttpFailureCode;
  readonly url: string;
  constructor(code: HttpFailureCode, url: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'HttpFailure';
    this.code = code;
    this.url = url;
  }
}

export type HttpAnswer = {
  url: string;
  method: HttpMethod;
  status: number;
  statusText: string;
  headers: readonly (readonly [string, string])[];
  /** Decoded body, at most the cap asked for. */
  body: Buffer;
  /** True when the body was longer than what was read, or broke off. */
  truncated: boolean;
  /** Milliseconds from sending to the end of the body. */
  ms: number;
  /** The address the socket was pinned to. */
  address: string;
  /** Request line, headers and the start of the body as sent. */
  requestHead: string;
};

/** First value of a header, whatever its spelling; undefined when absent. */
export function header(answer: Pick<HttpAnswer, 'headers'>, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return answer.headers.find(([key]) => key.toLowerCase() === wanted)?.[1];
}

export function headerAll(answer: Pick<HttpAnswer, 'headers'>, name: string): string[] {
  const wanted = name.toLowerCase();
  return answer.headers.filter(([key]) => key.toLowerCase() === wanted).map(([, value]) => value);
}

/** Media type without parameters, lower case; empty when the server names none. */
export function mediaType(answer: Pick<HttpAnswer, 'headers'>): string {
  return (header(answer, 'content-type') ?? '').split(';')[0]!.trim().toLowerCase();
}

const texts = new WeakMap<HttpAnswer, string>();

/** The body as text in the character set that the server, a BOM or the page names; never throws. */
export function bodyText(answer: HttpAnswer): string {
  const known = texts.get(answer);
  if (known !== undefined) return known;
  const text = decodeText(answer.body, header(answer, 'content-type') ?? '');
  texts.set(answer, text);
  return text;
}

/** Decodes bytes as text. An unknown or wrong character set falls back to UTF-8, then to Latin-1. */
export function decodeText(bytes: Buffer, contentType: string): string {
  const named =
    /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType)?.[1] ?? bomCharset(bytes) ?? metaCharset(bytes);
  for (const charset of [named, 'utf-8']) {
    if (!charset) continue;
    try {
      return new TextDecoder(charset).decode(bytes);
    } catch {
      // an unknown label: try the next
    }
  }
  return bytes.toString('latin1');
}

function bomCharset(bytes: Buffer): string | undefined {
  if (bytes.length >= 2 && bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes.length >= 2 && bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return undefined;
}

function metaCharset(bytes: Buffer): string | undefined {
  return /<meta[^>]{0,200}charset\s*=\s*["']?([\w.:-]+)/i.exec(
    bytes.subarray(0, 2048).toString('latin1'),
  )?.[1];
}

export function redirectTarget(answer: HttpAnswer): URL | undefined {
  if (answer.status < 300 || answer.status > 399 || answer.status === 304) return undefined;
  const location = header(answer, 'location');
  if (location === undefined) return undefined;
  try {
    // Servers send UTF-8 in Location; node hands header bytes over as Latin-1.
    return new URL(Buffer.from(location, 'latin1').toString('utf8').trim(), answer.url);
  } catch {
    return undefined;
  }
}
