import { Refusal } from '#platform/server/refusal.ts';
import { oneLine, severalLines } from '#platform/text.ts';
import type { GivenValue, GivenValues, ValueSpec } from '../document.ts';
import { valueProblem } from '../values.ts';

type Row = Record<string, string | number>;

/** Text without anything invisible that could restructure what stands around it. */
function cleaned(spec: ValueSpec, value: GivenValue): GivenValue {
  if (typeof value === 'string') return spec.type === 'longtext' ? severalLines(value) : oneLine(value);
  if (spec.type === 'multichoice' && Array.isArray(value))
    return [...new Set((value as string[]).map((one) => (typeof one === 'string' ? oneLine(one) : one)))];
  if (spec.type === 'table' && Array.isArray(value))
    return (value as Row[]).map((row) =>
      typeof row === 'object' && row !== null
        ? Object.fromEntries(
            spec.columns
              .filter(({ key }) => Object.hasOwn(row, key))
              .map(({ key }) => [key, typeof row[key] === 'string' ? oneLine(row[key]) : row[key]!]),
          )
        : row,
    );
  return value;
}

/**
 * What was given for the values of a policy, cleaned; of anything else nothing is kept. Refuses with `values-invalid`.
 * @param at where the values stand in the body of the call
 */
export function acceptedValues(specs: readonly ValueSpec[], given: GivenValues, at: string): GivenValues {
  const fields: { field: string; message: string }[] = [];
  const accepted: [string, GivenValue][] = [];
  for (const spec of specs) {
    const value = Object.hasOwn(given, spec.key) ? cleaned(spec, given[spec.key]!) : null;
    const problem = valueProblem(spec, value);
    if (problem) fields.push({ field: `${at}.${spec.key}`, message: problem });
    else if (value !== null && value !== '') accepted.push([spec.key, value]);
  }
  if (fields.length > 0) throw new Refusal('values-invalid', { fields });
  return Object.fromEntries(accepted);
}
