import { setTimeout as pause } from 'node:timers/promises';
import type { z } from 'zod';
import { vendorFetch } from '#platform/server/log/vendorCalls.ts';
import { ScanFailure } from '../port.ts';
import { listOf } from './wire.ts';

export type ProbelyOptions = {
  apiKey: string;
  /** Another address than Probely's own: a region, a proxy or a test. */
  endpoint?: string | undefined;
  /** Between two looks at a running scan, milliseconds. */
  pollMs?: number;
  /** First wait after a refusal that may pass, milliseconds; doubles with each. */
  retryMs?: number;
};

export class ProbelyRefusal extends ScanFailure {
  readonly status: number;
  constructor(status: number, message: string, cause?: unknown) {
    super('provider', message, cause);
    this.status = status;
  }
}

const longestMs = 60_000;
const maxBytes = 32 * 1024 * 1024;
const mostTries = 6;
const pageLength = 100;
const mostPages = 100;

function complaintOf(body: unknown): string {
  if (typeof body !== 'object' || body === null) return '';
  const said = Object.entries(body).flatMap(([name, value]) => {
    const texts = (Array.isArray(value) ? value : [value]).filter(
      (one): one is string => typeof one === 'string',
    );
    return texts.map((one) =>
      ['error', 'detail', 'non_field_errors'].includes(name) ? one : `${name}: ${one}`,
    );
  });
  return said.join(' ').slice(0, 500);
}

async function readJson(answer: Response): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return null;
  }
}

function refusalOf(status: number, body: unknown): ProbelyRefusal {
  const why = complaintOf(body);
  if (status === 401)
    return new ProbelyRefusal(status, 'Probely does not accept the key. Check PROBELY_API_KEY.');
  if (status === 429) return new ProbelyRefusal(status, 'Probely asks to wait. Scan again later.');
  if (status >= 500) return new ProbelyRefusal(status, `Probely is not available now (${status}).`);
  return new ProbelyRefusal(status, `Probely refuses (${status})${why === '' ? '.' : `: ${why}`}`);
}

/** Calls of Probely's API: the key as `Authorization: JWT`, limits of time and size, patience with 429 and 5xx. */
export function openClient(options: ProbelyOptions) {
  const base = (options.endpoint ?? 'https://api.probely.com').replace(/(?<!\/)\/+$/, '');

  async function once(
    method: string,
    path: string,
    signal: AbortSignal,
    body?: object,
  ): Promise<{ answer: Response; json: unknown }> {
    try {
      const answer = await vendorFetch('probely', `${base}${path}`, {
        method,
        headers: {
          authorization: `JWT ${options.apiKey}`,
          accept: 'application/json',
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        // nobody is to lead the key elsewhere
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(longestMs)]),
      });
      return { answer, json: await readJson(answer) };
    } catch (error) {
      signal.throwIfAborted();
      throw new ProbelyRefusal(0, 'Probely cannot be reached.', error);
    }
  }

  /** `repeat`: whether the call may be sent again when nobody knows if it was carried out. */
  async function send(
    method: string,
    path: string,
    signal: AbortSignal,
    body?: object,
    repeat = method === 'GET',
  ): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      signal.throwIfAborted();
      let refusal: ProbelyRefusal;
      try {
        const { answer, json } = await once(method, path, signal, body);
        if (answer.ok) return json;
        refusal = refusalOf(answer.status, json);
      } catch (error) {
        if (!(error instanceof ProbelyRefusal)) throw error;
        refusal = error;
      }
      const passes = refusal.status === 429 || (repeat && (refusal.status === 0 || refusal.status >= 500));
      if (!passes || attempt >= mostTries) throw refusal;
      const wait = (options.retryMs ?? 1000) * 2 ** (attempt - 1);
      await pause(wait / 2 + Math.random() * (wait / 2), undefined, { signal }).catch(() =>
        signal.throwIfAborted(),
      );
    }
  }

  function read<T extends z.ZodType>(schema: T, json: unknown): z.output<T> {
    const parsed = schema.safeParse(json);
    if (parsed.success) return parsed.data;
    throw new ProbelyRefusal(502, 'Probely answers in a form that is not known.', parsed.error);
  }

  return {
    get: async <T extends z.ZodType>(schema: T, path: string, signal: AbortSignal): Promise<z.output<T>> =>
      read(schema, await send('GET', path, signal)),
    post: async <T extends z.ZodType>(
      schema: T,
      path: string,
      signal: AbortSignal,
      body: object,
    ): Promise<z.output<T>> => read(schema, await send('POST', path, signal, body)),
    /** A call whose answer says nothing. */
    tell: async (
      method: 'POST' | 'PATCH',
      path: string,
      signal: AbortSignal,
      body: object = {},
    ): Promise<void> => {
      await send(method, path, signal, body);
    },
    /** Every item of a list over all its pages. `path` has a query already. */
    all: async <T extends z.ZodType>(item: T, path: string, signal: AbortSignal): Promise<z.output<T>[]> => {
      const items: z.output<T>[] = [];
      for (let page = 1; page <= mostPages; page++) {
        const list = read(
          listOf(item),
          await send('GET', `${path}&page=${page}&length=${pageLength}`, signal),
        );
        items.push(...(list.results as z.output<T>[]));
        if (list.results.length === 0 || page >= (list.page_total ?? 1)) break;
      }
      return items;
    },
  };
}
export type Client = ReturnType<typeof openClient>;
