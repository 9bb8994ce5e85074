import type { MeasuredVector, RatingFinding } from '../../port.ts';
import { daysSince, isAlive } from './life.ts';
import { makeFinding } from '../finding.ts';

/** Nobody patches at once: so many days are free. */
const freeDays = 14;

/** What a vulnerable version takes that was left in place for 30 days; twice that from day 60. */
const points: Record<string, number> = { 'library-high': 15, 'library-medium': 8, 'library-low': 3 };

/**
 * Works the patching cadence out of the days on which vulnerable versions were first seen. Without a website that has been
 * looked at for longer than the free days it stays not measured.
 */
function patchingCadence(web: MeasuredVector | undefined, at: Date): MeasuredVector {
  const known = web?.measured ? web.findings.filter((finding) => isAlive(finding, at)) : [];
  const oldest = known.toSorted((one, other) => Date.parse(one.firstSeen) - Date.parse(other.firstSeen))[0];
  if (!oldest || daysSince(oldest.firstSeen, at) <= freeDays)
    return { measured: false, note: `Known after more than ${freeDays} days of observation.`, findings: [] };
  const overdue = known.flatMap((finding): RatingFinding[] => {
    const worth = points[finding.fact];
    const days = daysSince(finding.firstSeen, at);
    if (worth === undefined || days <= freeDays) return [];
    const late = makeFinding(
      'patch-overdue',
      finding.asset,
      `In place for ${Math.floor(days)} days: ${finding.evidence}`,
      at,
    );
    return [
      {
        ...late,
        effect: { minus: worth * Math.min(2, days / 30) },
        firstSeen: finding.firstSeen,
        lastSeen: finding.lastSeen,
      },
    ];
  });
  if (overdue.length > 0) return { measured: true, findings: overdue };
  const clean = makeFinding(
    'patch-in-time',
    oldest.asset,
    `Looked at for ${Math.floor(daysSince(oldest.firstSeen, at))} days.`,
    at,
  );
  return { measured: true, findings: [{ ...clean, firstSeen: oldest.firstSeen }] };
}

/** Adds what only the past can tell, for that day. */
export function withHistory(
  vectors: Record<string, MeasuredVector>,
  at: Date,
): Record<string, MeasuredVector> {
  return { ...vectors, patching_cadence: patchingCadence(vectors['application_security'], at) };
}

/** The same for scoring: of what was given, that which is still so on the day; what a caller left out stays out. */
export function freshHistory(
  vectors: Record<string, MeasuredVector>,
  at: Date,
): Record<string, MeasuredVector> {
  const given = vectors['patching_cadence'];
  const fresh = withHistory(vectors, at);
  const now = fresh['patching_cadence'];
  if (!given?.measured || !now) return fresh;
  // What the past was known by may be what a plan takes away: the past stays known.
  if (!now.measured)
    return {
      ...fresh,
      patching_cadence: { measured: given.findings.some((finding) => isAlive(finding, at)), findings: [] },
    };
  const kept = new Set(given.findings.map(({ key }) => key));
  return {
    ...fresh,
    patching_cadence: { ...now, findings: now.findings.filter(({ key }) => kept.has(key)) },
  };
}
