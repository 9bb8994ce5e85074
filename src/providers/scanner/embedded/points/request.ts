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

export type Outgoing = { url: string; ask: AskOptions };

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
export const encodeField = (text: string): string =>
  encodeURIComponent(text.toWellFormed())
    .replace(/%20/g, '+')
    .replace(/[!'()~]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

export function writeBody(body: RequestBody): { type: string; bytes: Buffer } {
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
