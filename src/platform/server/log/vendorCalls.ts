import { histogram } from './measures.ts';
import { startPart, withSpan } from './tracing.ts';

/** Outside systems that the programs call. */
const services = [
  'bitsight',
  'chargebee',
  'cognito',
  'heap',
  'hubspot',
  'probely',
  'recaptcha',
  's3',
  'smtp',
] as const;
export type Service = (typeof services)[number];

const observe = histogram(
  'vendor_call_seconds',
  'How long calls of outside systems took, by whether they were answered',
  [0.1, 0.5, 2, 10, 60],
  { service: services, outcome: ['answered', 'failed'] },
);

/** A refusal that an AWS client throws: the other side works. */
const isAnswer = (error: unknown): boolean => {
  const { $metadata } = (error ?? {}) as { $metadata?: { httpStatusCode?: number } };
  return ($metadata?.httpStatusCode ?? 500) < 500;
};

/**
 * A call of an outside system as a figure and as a part of the trace. Neither says what was asked for: addresses hold ids.
 * @param isFailure whether an answer is none to work with, such as a status of 500
 */
export async function vendorCall<T>(
  service: Service,
  work: () => Promise<T>,
  isFailure: (answer: T) => boolean = () => false,
): Promise<T> {
  const started = performance.now();
  const note = (outcome: 'answered' | 'failed') =>
    observe({ service, outcome }, (performance.now() - started) / 1000);
  const span = startPart(`call ${service}`, { 'peer.service': service });
  return withSpan(span, async () => {
    try {
      const answer = await work();
      const failed = isFailure(answer);
      note(failed ? 'failed' : 'answered');
      if (failed) span?.fail('refused');
      return answer;
    } catch (error) {
      note(isAnswer(error) ? 'answered' : 'failed');
      throw error;
    }
  });
}

/** A call by `fetch`, whose answer says by its status that the other side is in trouble. */
export const vendorFetch = (service: Service, address: string, init: RequestInit): Promise<Response> =>
  vendorCall(
    service,
    () => fetch(address, init),
    ({ status }) => status >= 500,
  );

/** Makes each command of an AWS client such a call. */
export function vendorClient<Client extends { send: (...given: any[]) => any }>(
  service: Service,
  client: Client,
): Client {
  const send = client.send.bind(client) as (...given: unknown[]) => Promise<unknown>;
  client.send = ((...given: unknown[]) => vendorCall(service, () => send(...given))) as Client['send'];
  return client;
}
