import { vendorFetch } from '#platform/server/log/vendorCalls.ts';
import { noEventsText, RatingsFailure } from '../port.ts';
import { complaintOf } from './answers.ts';

export type ClientOptions = {
  token: string;
  /** Another address than BitSight's own, for a proxy or a test. */
  endpoint?: string | undefined;
};

/** A fast rating is worked out within about a minute. */
const longestMs = 90_000;
const maxBytes = 8 * 1024 * 1024;
/** A wait that is asked for and longer than this is a refusal for now, seconds. */
const longestWait = 30;

/** The whole of an answer as JSON; an answer that is too long or none is null. */
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

function failureOf(status: number, body: unknown): RatingsFailure {
  const why = complaintOf(body);
  // the words may come with any status, and in any case
  if (status === 404 || /no events were found/i.test(why))
    return new RatingsFailure('no-events', noEventsText);
  if (status === 401)
    return new RatingsFailure('refused', 'BitSight does not accept the token. Check BITSIGHT_TOKEN.');
  if (status === 403) {
    const isQuota = /quota|limit|exceed/i.test(why);
    return new RatingsFailure(
      isQuota ? 'quota' : 'refused',
      `BitSight refuses: ${why || 'not part of the subscription'}`,
    );
  }
  if (status === 429) return new RatingsFailure('quota', 'BitSight asks to wait before the next request.');
  if (status >= 500) return new RatingsFailure('unreachable', `BitSight is not available now (${status}).`);
  return new RatingsFailure('refused', `BitSight refuses (${status}): ${why}`);
}

const waitOf = (answer: Response): number | null => {
  const seconds = Number(answer.headers.get('retry-after'));
  return Number.isFinite(seconds) && seconds >= 0 && seconds <= longestWait ? seconds : null;
};

const pause = (seconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, seconds * 1000);
    signal.addEventListener('abort', stop, { once: true });
  });

/**
 * Calls of the Customer API: the token as user name without password, one address, limits of time and size, one more try
 * where it is asked to wait a little.
 * @returns `ask` gives the body of a success; it rejects with `RatingsFailure`, or the signal's reason
 */
export function openClient({ token, endpoint = 'https://api.bitsighttech.com/ratings/v1' }: ClientOptions) {
  const base = endpoint.replace(/(?<!\/)\/+$/, '');
  const authorization = `Basic ${Buffer.from(`${token}:`).toString('base64')}`;

  async function once(
    path: string,
    signal: AbortSignal,
    body?: object,
  ): Promise<{ answer: Response; json: unknown }> {
    try {
      const answer = await vendorFetch('bitsight', `${base}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: {
          authorization,
          accept: 'application/json',
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        // nobody is to lead the token elsewhere
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(longestMs)]),
      });
      return { answer, json: await readJson(answer) };
    } catch (error) {
      signal.throwIfAborted();
      throw new RatingsFailure('unreachable', 'BitSight cannot be reached.', error);
    }
  }

  return {
    ask: async (path: string, signal: AbortSignal, body?: object): Promise<unknown> => {
      signal.throwIfAborted();
      let { answer, json } = await once(path, signal, body);
      const wait = answer.status === 429 || answer.status === 503 ? waitOf(answer) : null;
      if (wait !== null) {
        await pause(wait, signal);
        ({ answer, json } = await once(path, signal, body));
      }
      if (!answer.ok) throw failureOf(answer.status, json);
      // a success that tells of a failure is one
      if (json === null || /no events were found/i.test(complaintOf(json)))
        throw failureOf(json === null ? 502 : 404, json);
      return json;
    },
  };
}
export type Client = ReturnType<typeof openClient>;
