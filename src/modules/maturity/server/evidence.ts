import { shownDay } from '#platform/dates.ts';
import type { OrgScope } from '#platform/server/ctx.ts';
import { modulesOf } from '#modules/plans/server/public.ts';
import { monitoringPaths } from '#modules/monitoring/paths.ts';
import { monitoringSummary, type MonitoringSummary } from '#modules/monitoring/server/public.ts';
import { trainingPaths } from '#modules/training/paths.ts';
import { trainingFacts, type TrainingFacts } from '#modules/training/server/public.ts';
import { policiesPaths } from '#modules/policies/paths.ts';
import { ratingsPaths } from '#modules/ratings/paths.ts';
import { ratingFacts, type RatingFacts } from '#modules/ratings/server/public.ts';
import { activePolicies } from '#modules/policies/server/public.ts';
import type { AnswerValue, EvidenceOffer } from '../entities.ts';
import { evidenceTable, type Fact, type Offer } from './evidenceTable.ts';

export type PolicyInForce = { id: string; name: string; version: number; approvalDate: string };

/** What other modules know of an organisation; nothing of modules that are not active. */
export type Known = {
  monitoring: MonitoringSummary | null;
  training: TrainingFacts | null;
  rating: Pick<RatingFacts, 'domain' | 'ratedAt' | 'dmarcEnforced' | 'noBadPortOpen'> | null;
  policies: readonly PolicyInForce[];
};

async function askModules(ctx: OrgScope): Promise<Known> {
  const modules = await modulesOf(ctx);
  return {
    monitoring: modules?.monitoring === 'ACTIVE' ? await monitoringSummary(ctx) : null,
    training: modules?.training === 'ACTIVE' ? await trainingFacts(ctx) : null,
    rating: modules?.ratings === 'ACTIVE' ? await ratingFacts(ctx) : null,
    policies: modules?.compliance === 'ACTIVE' ? await activePolicies(ctx) : [],
  };
}

/** How long ago a scan may have ended to speak for scans each month. */
const latelyDays = 35;

type Facts = Map<Fact, Record<string, string>>;

/** From here on, in percent of the courses that were due to begin, training speaks for a team that is mostly, or all, trained. */
const mostlyTrained = 50;
const allTrained = 90;

/** Facts of the training that hold. What is counted is courses, so its words name people and percent apart. */
function factsOfTraining({ training }: Known): Facts {
  const facts: Facts = new Map();
  if (!training || training.people === 0 || training.percent === null) return facts;
  const { percent } = training;
  const people = training.people === 1 ? '1 person' : `${training.people} people`;
  const words = { people, percent: `${percent}%` };
  facts.set('training-running', { people });
  if (percent > 0) facts.set('training-results', words);
  if (percent >= allTrained) facts.set('training-done', words);
  else if (percent >= mostlyTrained) facts.set('training-mostly', words);
  return facts;
}

/** Facts of the website scans that hold, each with the words for its text. */
function factsOfScans({ monitoring }: Known, now: Date): Facts {
  const facts: Facts = new Map();
  if (!monitoring || monitoring.scansScheduled === 0) return facts;
  const websites = monitoring.scansScheduled === 1 ? '1 website' : `${monitoring.scansScheduled} websites`;
  facts.set('scans-scheduled', { websites });
  const { lastScanDate, webAppsIssues } = monitoring;
  if (!lastScanDate || now.getTime() - Date.parse(lastScanDate) > latelyDays * 86_400_000) return facts;
  const date = shownDay(lastScanDate);
  facts.set('scanned-lately', { websites, date });
  if (webAppsIssues.highs + webAppsIssues.mediums + webAppsIssues.lows === 0)
    facts.set('nothing-open', { date });
  return facts;
}

/** Facts of the rating that hold, while it is recent. */
function factsOfRating({ rating }: Known, now: Date): Facts {
  const facts: Facts = new Map();
  if (!rating || now.getTime() - Date.parse(rating.ratedAt) > latelyDays * 86_400_000) return facts;
  const words = { domain: rating.domain, date: shownDay(rating.ratedAt) };
  if (rating.dmarcEnforced) facts.set('mail-guarded', words);
  if (rating.noBadPortOpen) facts.set('doors-closed', words);
  return facts;
}

const placeOf = (fact: Fact): string =>
  fact === 'mail-guarded'
    ? ratingsPaths.risk('dmarc')
    : fact === 'doors-closed'
      ? ratingsPaths.risk('open_ports')
      : fact.startsWith('training-')
        ? trainingPaths.home
        : monitoringPaths.home;

/** What stands behind an offer: where to look, and the words for its text; null where nothing does. */
function groundOf(
  { fact, policy }: Offer,
  known: Known,
  facts: Facts,
): { href: string; words: Record<string, string> } | null {
  if (fact) {
    const words = facts.get(fact);
    return words ? { href: placeOf(fact), words } : null;
  }
  const active = known.policies.find(({ id }) => id === policy);
  if (!active) return null;
  const { id, name, version, approvalDate } = active;
  return {
    href: policiesPaths.policy(id),
    words: { policy: `“${name}”`, version: String(version), date: shownDay(approvalDate) },
  };
}

/**
 * What speaks for answers that are not given, or could be better. Somebody who said that a question does not apply is
 * not talked out of it.
 * @param answers by question id
 */
export function offersFor(
  table: readonly Offer[],
  known: Known,
  answers: ReadonlyMap<string, AnswerValue>,
  now: Date,
): EvidenceOffer[] {
  const facts: Facts = new Map([
    ...factsOfScans(known, now),
    ...factsOfTraining(known),
    ...factsOfRating(known, now),
  ]);
  return table.flatMap((offer) => {
    const given = answers.get(offer.question);
    if (given === 'yes' || given === 'notApplicable' || given === offer.suggested) return [];
    const ground = groundOf(offer, known, facts);
    if (!ground) return [];
    const text = offer.text.replaceAll(/\{(\w+)\}/g, (_all, word: string) => ground.words[word] ?? '');
    return [{ questionId: offer.question, text, href: ground.href, suggested: offer.suggested }];
  });
}

/** Asks the other modules; no transaction of the caller may be open. */
export async function evidenceOffers(
  ctx: OrgScope,
  answers: ReadonlyMap<string, AnswerValue>,
): Promise<EvidenceOffer[]> {
  return offersFor(evidenceTable(), await askModules(ctx), answers, ctx.now());
}
