import { placeKey, problemKey } from '#modules/monitoring/server/public.ts';
import { severityRank, type Severity, type WeaknessStatus } from '../../rules.ts';
import type { WeaknessType } from '../contentSchemas.ts';
import type { DeskCandidate } from '../desk/desk.ts';
import { titleOf } from '../weaknesses/body.ts';

export type Source = DeskCandidate['source'];

/** Something that a rating, a scan or the assessment saw, as its own module reports it. */
export type Observation = {
  source: Source;
  /** An observation of the rating, a rule of the scanner; of the assessment empty. */
  name: string;
  asset: string;
  evidence: string;
  /** Of a scan: how severe its finding is. */
  severity?: Severity;
};

/** What is known of a type at an asset now, from whichever source. */
export type Sighting = Pick<
  DeskCandidate,
  'type' | 'asset' | 'severity' | 'title' | 'source' | 'fact' | 'evidence'
>;

/** What a source looked at, and what it then means that it saw something no more. */
export type Look = {
  observations: readonly Observation[];
  /** `clean`: it looked and it is gone. `unknown`: it did not look. `unwatched`: nobody looks there any more. */
  absent: (known: { type: WeaknessType; asset: string; fact: string }) => 'clean' | 'unknown' | 'unwatched';
};

export type Known = Pick<
  DeskCandidate,
  'type' | 'asset' | 'source' | 'fact' | 'state' | 'present' | 'weaknessId'
> & { weaknessStatus: WeaknessStatus | null };

/** What is to be written. */
export type Step =
  | { do: 'propose'; sighting: Sighting; publish: boolean }
  | { do: 'seen'; sighting: Sighting; weaknessId: string | null }
  /** It had gone; a weakness that was resolved by that is open again, under its old id. */
  | { do: 'returned'; sighting: Sighting; weaknessId: string | null; reopen: string | null; publish: boolean }
  | {
      do: 'gone';
      type: string;
      asset: string;
      weaknessId: string | null;
      status: 'Resolved' | 'No Status' | null;
    };

/** The type that something seen belongs to, with how severe it is. */
function judge(
  { source, name, severity }: Observation,
  types: readonly WeaknessType[],
): { type: WeaknessType; severity: Severity } | null {
  for (const type of types) {
    const judged = {
      rating: type.facts[name],
      scan: type.rules.includes(name) ? (severity ?? 'Info') : undefined,
      assessment: type.assessment,
    }[source];
    if (judged) return { type, severity: judged };
  }
  return null;
}

/** A finding of a scan says how severe the problem is, whatever the rating saw of it; else the graver one does. */
const outranks = (one: Sighting, other: Sighting): boolean =>
  (one.source === 'scan') === (other.source === 'scan')
    ? severityRank[one.severity] < severityRank[other.severity]
    : one.source === 'scan';

/** Observations as sightings: one for each problem and place, whoever saw it. */
export function sightingsOf(
  observations: readonly Observation[],
  types: readonly WeaknessType[],
): Sighting[] {
  const found = new Map<string, Sighting>();
  for (const observation of observations) {
    const { source, name, asset: given, evidence } = observation;
    const judged = judge(observation, types);
    if (!judged) continue;
    const { type, severity } = judged;
    const asset = source === 'assessment' ? given.slice(0, 300) : placeKey(given);
    const sighting: Sighting = {
      type: type.id,
      asset,
      severity,
      title: titleOf(type, asset).slice(0, 160).toWellFormed(),
      source,
      fact: name.slice(0, 200).toWellFormed(),
      // cut in the middle of a character, it would be no text for the database
      evidence: evidence.slice(0, 2000).toWellFormed(),
    };
    const known = found.get(problemKey(sighting));
    if (!known || outranks(sighting, known)) found.set(problemKey(sighting), sighting);
  }
  return [...found.values()];
}

/**
 * What follows from a look: new things are proposed, or published where the brand wants that; what a source proves to be gone
 * resolves its weakness; what comes back opens the same weakness again. What staff set aside stays set aside.
 */
export function settle(
  known: readonly Known[],
  looks: Partial<Record<Source, Look>>,
  types: readonly WeaknessType[],
  autoPublish: boolean,
): Step[] {
  const sightings = sightingsOf(
    Object.values(looks).flatMap(({ observations }) => observations),
    types,
  );
  const byKey = new Map(known.map((one) => [problemKey(one), one]));
  const steps = sightings.map((sighting): Step => {
    const before = byKey.get(problemKey(sighting));
    if (!before) return { do: 'propose', sighting, publish: autoPublish };
    const { weaknessId } = before;
    if (before.present) return { do: 'seen', sighting, weaknessId };
    const reopens = before.weaknessStatus === 'Resolved' || before.weaknessStatus === 'No Status';
    return {
      do: 'returned',
      sighting,
      weaknessId,
      reopen: reopens ? weaknessId : null,
      publish: autoPublish && before.state === 'proposed',
    };
  });
  const seen = new Set(sightings.map(problemKey));
  for (const before of known) {
    if (!before.present || seen.has(problemKey(before))) continue;
    const type = types.find(({ id }) => id === before.type);
    // a type that the content no longer has is looked for by nobody
    const verdict = type
      ? (looks[before.source]?.absent({ type, asset: before.asset, fact: before.fact }) ?? 'unknown')
      : 'unwatched';
    if (verdict === 'unknown') continue;
    const isOpen = before.weaknessStatus === 'Open';
    steps.push({
      do: 'gone',
      type: before.type,
      asset: before.asset,
      weaknessId: before.weaknessId,
      status: isOpen ? (verdict === 'clean' ? 'Resolved' : 'No Status') : null,
    });
  }
  return steps;
}
