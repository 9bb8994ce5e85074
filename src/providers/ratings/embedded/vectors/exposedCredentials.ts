import { z } from 'zod';
import { readFeed } from '../feeds/feedFiles.ts';
import { makeFinding, measured, notMeasured } from '../finding.ts';
import type { Probe } from '../look/look.ts';

/**
 * What the operator downloads for the domains that it has confirmed at Have I Been Pwned: for each domain the answer of
 * the domain search (names before the @ with the breaches they are in), and the public list of breaches.
 */
const schema = z.object({
  domains: z.record(z.string(), z.record(z.string(), z.array(z.string()))),
  breaches: z.array(z.object({ Name: z.string(), DataClasses: z.array(z.string()).default([]) })).default([]),
});

export const exposedCredentials: Probe = async ({ feeds, reach, subject: { domain } }) => {
  const feed = readFeed(feeds, 'credentials.json', schema);
  if (feed.state === 'missing')
    return notMeasured('There is no list of exposed credentials (credentials.json).');
  if (feed.state === 'wrong') return notMeasured(feed.problem);
  const own = Object.entries(feed.content.domains).find(([name]) => name.toLowerCase() === domain)?.[1];
  if (!own) return notMeasured('The list of exposed credentials does not tell about this domain.');
  const now = reach.now();
  const exposed = Object.values(own).filter((names) => names.length > 0);
  if (exposed.length === 0)
    return measured([makeFinding('credentials-clean', domain, 'No address of the domain is listed.', now)]);
  const names = [...new Set(exposed.flat())];
  const withPasswords = new Set(
    feed.content.breaches
      .filter(({ DataClasses }) => DataClasses.includes('Passwords'))
      .map(({ Name }) => Name),
  );
  const told = `${exposed.length} ${exposed.length === 1 ? 'address' : 'addresses'} in ${names.slice(0, 5).join(', ')}${names.length > 5 ? ' and others' : ''}.`;
  const fact = names.some((name) => withPasswords.has(name))
    ? 'credentials-exposed-passwords'
    : 'credentials-exposed';
  return measured([makeFinding(fact, domain, told, now)]);
};
