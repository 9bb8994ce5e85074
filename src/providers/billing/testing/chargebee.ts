import { pino } from 'pino';
import { vi } from 'vitest';
import { apiKey, hook, openTestSite, type Fault } from './site.ts';
import { openChargebee, type ChargebeeOptions } from '../chargebee/chargebee.ts';

/**
 * The adapter as it is used for Chargebee: over HTTP, with a key, at a site that a test can disturb.
 * @param first what the site answers when it is asked for its custom fields
 */
export async function openTestChargebee(changes: Partial<ChargebeeOptions> = {}, first: Fault = null) {
  const site = await openTestSite();
  const log: string[] = [];
  site.fail(first);
  const billing = openChargebee({
    site: 'acme-test',
    apiKey,
    publishableKey: 'test_publishable',
    endpoint: site.address,
    ...hook,
    now: site.clock.now,
    log: pino({ level: 'trace' }, { write: (line) => void log.push(line) }),
    ...changes,
  });
  // what is asked at the start is not to meet what a test plans for later
  if (!changes.endpoint) await vi.waitUntil(() => site.asked.length > 0);
  return { ...site, billing, log };
}
export type TestChargebee = Awaited<ReturnType<typeof openTestChargebee>>;

export const sent = ({ asked }: TestChargebee, path: RegExp) => asked.filter((one) => path.test(one.path));
export const formOf = (one: { body: string } | undefined) =>
  Object.fromEntries(new URLSearchParams(one?.body));
