import { z } from 'zod';
import type { RatingFinding } from '../../port.ts';
import { readFeed } from '../feeds/feedFiles.ts';
import { makeFinding, measured, notMeasured } from '../finding.ts';
import { breachDays, daysSince } from '../score/life.ts';
import type { Probe } from '../look/look.ts';

const entry = z.object({
  domain: z.string(),
  date: z.string().refine((text) => !Number.isNaN(Date.parse(text)), 'not a date such as 2026-11-20'),
  /** People or accounts concerned; null or absent for unknown. */
  records: z.number().nonnegative().nullish(),
  source: z.string().nullish(),
  /** The breach happened at a supplier. */
  supplier: z.boolean().nullish(),
  /** A long outage instead of lost records. */
  outage: z.boolean().nullish(),
});
type Breach = z.infer<typeof entry>;

/** What a breach takes from the rating on its first day, by the records concerned (references, ratings 4). */
const bases: readonly (readonly [least: number, points: number])[] = [
  [1_000_000, 150],
  [100_000, 110],
  [10_000, 80],
  [1_000, 50],
];
const leastBase = 30;
const outageBase = 150;
const supplierShare = 0.25;

function baseOf({ records, outage, supplier }: Breach): number {
  const base = outage ? outageBase : (bases.find(([least]) => (records ?? 0) >= least)?.[1] ?? leastBase);
  return supplier ? base * supplierShare : base;
}

/** Breaches that became known in the last two years, from the operator's file. */
export const dataBreaches: Probe = async ({ feeds, reach, subject: { domain } }) => {
  const feed = readFeed(feeds, 'breaches.json', z.array(entry));
  if (feed.state === 'missing') return notMeasured('There is no list of breaches (breaches.json).');
  if (feed.state === 'wrong') return notMeasured(feed.problem);
  const now = reach.now();
  const known = new Map<string, Set<string>>();
  const findings = feed.content.flatMap((breach): RatingFinding[] => {
    const name = breach.domain.trim().toLowerCase().replace(/\.$/, '');
    if ((name !== domain && !name.endsWith(`.${domain}`)) || daysSince(breach.date, now) >= breachDays)
      return [];
    const concerned = breach.outage
      ? 'a long outage'
      : `${breach.records?.toLocaleString('en-US') ?? 'an unknown number of'} records`;
    const told = `${breach.date.slice(0, 10)}: ${concerned}${breach.source ? `; ${breach.source}` : ''}`;
    const finding = makeFinding(breach.supplier ? 'breach-at-supplier' : 'breach-reported', name, told, now, {
      penalty: baseOf(breach),
    });
    const seen = new Date(breach.date).toISOString();
    // Two of one day are two, unless the file says the same twice.
    const key = `${finding.key}|${breach.date.slice(0, 10)}`;
    const ofDay = known.get(key) ?? new Set();
    known.set(key, ofDay.add(told));
    const place = [...ofDay].indexOf(told);
    return [{ ...finding, key: place === 0 ? key : `${key}|${place + 1}`, firstSeen: seen, lastSeen: seen }];
  });
  if (findings.length > 0) return measured(findings);
  return measured([makeFinding('breach-none', domain, `Looked up in ${feed.content.length} breaches.`, now)]);
};
