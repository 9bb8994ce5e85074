import { percentOf } from '#platform/percent.ts';
import { Refusal } from '#platform/server/refusal.ts';
import type { PackagePart, PackageStandard } from './manifest.ts';

/** What follows from what a part kept; `score` in percent. */
export type PartResult = { done: boolean; failed: boolean; score: number | null };

const objectIn = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
const at = (value: unknown, ...names: string[]): unknown => names.reduce(objectIn, value);
const word = (value: unknown): string => (typeof value === 'string' ? value.trim().toLowerCase() : '');
const decimal = (value: unknown): number | null => {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  return /^-?\d{1,7}(\.\d{1,7})?$/.test(text) ? Number(text) : null;
};

/** The raw score within its bounds, which are 0 and 100 where the part names none. */
function rawPercent(score: unknown): number | null {
  const raw = decimal(at(score, 'raw'));
  if (raw === null) return null;
  const min = decimal(at(score, 'min')) ?? 0;
  const max = decimal(at(score, 'max')) ?? 100;
  return max > min ? percentOf(raw - min, max - min) : null;
}

function resultOf12(cmi: unknown, masteryScore: number | null): PartResult {
  const status = word(at(cmi, 'core', 'lesson_status'));
  const score = at(cmi, 'core', 'score');
  const raw = decimal(at(score, 'raw'));
  const ended = status === 'passed' || status === 'completed' || status === 'failed';
  // where the package names the score that passes, the score decides and not what the part says of itself
  const passed =
    ended && masteryScore !== null && raw !== null
      ? raw >= masteryScore
      : status === 'passed' || status === 'completed';
  return { done: passed, failed: ended && !passed, score: rawPercent(score) };
}

function resultOf2004(cmi: unknown, measure: number | null): PartResult {
  const score = at(cmi, 'score');
  const scaled = decimal(at(score, 'scaled'));
  const reported = word(at(cmi, 'success_status'));
  const success = measure !== null && scaled !== null ? (scaled >= measure ? 'passed' : 'failed') : reported;
  const completed = word(at(cmi, 'completion_status')) === 'completed';
  return {
    done: success === 'passed' || (completed && success !== 'failed'),
    failed: success === 'failed' && (completed || reported !== ''),
    score: scaled === null ? rawPercent(score) : percentOf(scaled, 1),
  };
}

/**
 * Status and score from the data of the run-time environment that a part kept. Nothing else of it is looked at; the part may
 * claim what it wants, as it may in every learning system, but only of its own course.
 * Refuses with `unreadable-state`.
 */
export function resultOfState(
  state: string,
  standard: PackageStandard,
  part: Pick<PackagePart, 'masteryScore' | 'isAsset'>,
): PartResult {
  let kept: unknown;
  try {
    kept = JSON.parse(state);
  } catch (error) {
    throw new Refusal('unreadable-state', undefined, error);
  }
  const cmi = at(kept, 'cmi');
  if (typeof cmi !== 'object' || cmi === null || Array.isArray(cmi)) throw new Refusal('unreadable-state');
  if (part.isAsset) return { done: true, failed: false, score: null };
  return standard === '1.2' ? resultOf12(cmi, part.masteryScore) : resultOf2004(cmi, part.masteryScore);
}
