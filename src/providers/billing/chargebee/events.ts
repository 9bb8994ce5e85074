import { z } from 'zod';
import type { Logger } from '#platform/server/log/log.ts';
import { sameText } from '#platform/server/secrets/secrets.ts';
import { cardSchema, subscriptionSchema } from './resources.ts';

type Hook = { webhookUser: string; webhookPassword: string };

/** The header that events come with. */
export const basicAuthorization = ({ webhookUser, webhookPassword }: Hook): string =>
  `Basic ${Buffer.from(`${webhookUser}:${webhookPassword}`).toString('base64')}`;

/** Which of the two it was is not told by the time that this takes. */
export function isAuthorized(authorization: string, user: string, password: string): boolean {
  const given = /^Basic +([\w+/=-]+)$/i.exec(authorization)?.[1];
  if (given === undefined) return false;
  const [name = '', ...rest] = Buffer.from(given, 'base64').toString('utf8').split(':');
  const [nameFits, passwordFits] = [sameText(name, user), sameText(rest.join(':'), password)];
  return nameFits && passwordFits;
}

const eventSchema = z.object({
  id: z.string().min(1).max(100),
  occurred_at: z.number().int().nonnegative(),
  event_type: z.string().min(1).max(100),
  api_version: z.literal('v2'),
  content: z.object({
    subscription: subscriptionSchema.optional(),
    card: cardSchema.optional().catch(undefined),
  }),
});
export type EventResource = z.infer<typeof eventSchema>;

/** An event of Chargebee; null, and a word in the log, for what is none. Types that nobody knows yet are events too. */
export function parseEvent(body: unknown, log: Logger): EventResource | null {
  const parsed = eventSchema.safeParse(body);
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues.map(({ path }) => path.join('.')).join(', ');
  log.warn(
    `A notice came with Chargebee's credentials but cannot be read (${where}). The webhook must use API version 2.`,
  );
  return null;
}
