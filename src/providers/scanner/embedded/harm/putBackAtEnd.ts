import type { HttpClient } from '#probes/http/client.ts';
import { HttpFailure } from '#probes/http/answer.ts';
import type { Guard } from './guard.ts';

type Ending = {
  guard: Guard;
  /** The same visitor once more, with a time of its own: that of the scan may be over. */
  open: (signal: AbortSignal) => HttpClient;
  origins: ReadonlySet<string>;
  milliseconds: number;
};

/** Gives what was edited its former values again, also where the scan was cancelled or ran out of time. */
export async function putBackAtEnd({ guard, open, origins, milliseconds }: Ending): Promise<void> {
  const signal = AbortSignal.timeout(milliseconds);
  const client = open(signal);
  for (const origin of origins) client.cookieOrigins.add(origin);
  try {
    await guard.putBack(client);
  } catch (error) {
    // What could not be reached in time is in the report.
    if (!(error instanceof HttpFailure) && !signal.aborted) throw error;
  } finally {
    client.close();
  }
}
