import { vendorFetch } from '#platform/server/log/vendorCalls.ts';
import { MarketingError } from './port.ts';

const longestMs = 8000;

/**
 * Posts JSON to a marketing tool. Throws `MarketingError`: `unavailable` where it cannot be reached, is overloaded or broken,
 * `refused` for every other answer that is not success.
 */
export async function postJson(tool: 'HubSpot' | 'Heap', address: string, body: object): Promise<void> {
  let answer: Response;
  try {
    answer = await vendorFetch(tool === 'Heap' ? 'heap' : 'hubspot', address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(longestMs),
    });
  } catch (error) {
    throw new MarketingError('unavailable', `${tool} cannot be reached.`, { cause: error });
  }
  const said = (await answer.text().catch(() => '')).slice(0, 500);
  if (answer.ok) return;
  const code = answer.status === 429 || answer.status >= 500 ? 'unavailable' : 'refused';
  throw new MarketingError(code, `${tool} answered ${answer.status}: ${said}`);
}
