import Chargebee from 'chargebee';
import { vendorFetch } from '#platform/server/log/vendorCalls.ts';
import type { BillingBrand } from '../port.ts';

export type ClientOptions = {
  site: string;
  apiKey: string;
  /** Another address than Chargebee's own, for a proxy or a test. */
  endpoint?: string | undefined;
  /** Answers requests where Chargebee is not asked over the network. */
  fetch?: (address: string, init: RequestInit) => Promise<Response>;
  /** Headers that carry a brand, for a site that takes the look of its pages from the request. */
  headersFor?: (brand: BillingBrand) => Record<string, string>;
};

/** A look may be given up soon; a card that is being charged deserves patience. */
const readMs = 10_000;
const writeMs = 40_000;
const maxAnswerBytes = 8 * 1024 * 1024;

/** The whole of an answer, or an error once it grows too large. The time limit of the request covers it too. */
export async function readBody(response: Response, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new Error(`The answer is larger than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

/**
 * The official client, with limits of time and size, and with one address for everything.
 * @returns `get` asks for what the client has no method for, `fetch` for what lies outside the API
 */
export function openClient({
  site,
  apiKey,
  endpoint,
  fetch = (address, init) => vendorFetch('chargebee', address, init),
  headersFor = () => ({}),
}: ClientOptions) {
  const base = endpoint ?? `https://${site}.chargebee.com`;
  const send = async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    const answer = await fetch(`${base}${pathname}${search}`, {
      method: request.method,
      headers: request.headers,
      ...(request.method === 'GET' ? {} : { body: await request.text() }),
      // nobody is to lead the key elsewhere
      redirect: 'error',
      signal: AbortSignal.timeout(request.method === 'GET' ? readMs : writeMs),
    });
    const body = await readBody(answer, maxAnswerBytes);
    return new Response(answer.status === 204 ? null : body, {
      status: answer.status,
      headers: answer.headers,
    });
  };
  const client = new Chargebee({
    site,
    apiKey,
    sdkTelemetryEnabled: false,
    httpClient: { makeApiRequest: send },
  });
  const get = async (path: string): Promise<unknown> => {
    const authorization = `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`;
    const answer = await send(
      new Request(`${base}/api/v2${path}`, { headers: { authorization, accept: 'application/json' } }),
    );
    const body = (await answer.json()) as Record<string, unknown>;
    // the client rejects with the same plain object
    if (!answer.ok) throw Object.assign(new Error('refused'), body, { http_status_code: answer.status });
    return body;
  };
  return { client, get, fetch, headersFor, endpoint };
}
export type Client = ReturnType<typeof openClient>;
