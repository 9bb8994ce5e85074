import {
  companyValueKeys,
  type GivenValue,
  type GivenValues,
  type Template,
  type ValueSpec,
} from '../../document.ts';
import { holdingValues, isEmpty, missingValues, valueProblem } from '../../values.ts';

type Form = Pick<Template, 'values' | 'defaults'>;

/** What stands in the text. */
export const holdingOf = (form: Form, given: GivenValues): GivenValues =>
  holdingValues(form.values, given, form.defaults);

/** What a field shows: a value that was taken away leaves it empty, with the default behind it. */
export const shownOf = (
  key: string,
  form: Pick<Form, 'defaults'>,
  given: GivenValues,
): GivenValue | undefined => (Object.hasOwn(given, key) ? given[key] : form.defaults[key]);

const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** With one value changed; one that is the default again is not kept, so that it follows the default. */
export function withValue(
  key: string,
  value: GivenValue,
  form: Pick<Form, 'defaults'>,
  given: GivenValues,
): GivenValues {
  const { [key]: _before, ...rest } = given;
  return same(value, form.defaults[key]) ? rest : { ...rest, [key]: value };
}

/** Required values that are still empty; they hold up approval, not saving. */
export const missingOf = (form: Form, given: GivenValues): ValueSpec[] =>
  missingValues(form.values, holdingOf(form, given));

/** Every value that does not fit its field. */
export const problemsOf = (
  form: Pick<Form, 'values'>,
  given: GivenValues,
): { spec: ValueSpec; problem: string }[] =>
  form.values.flatMap((spec) => {
    const problem = valueProblem(spec, given[spec.key]);
    return problem ? [{ spec, problem }] : [];
  });

export const isCompanyValue = ({ key }: { key: string }): boolean =>
  (companyValueKeys as readonly string[]).includes(key);

/** A value as people read it, for a comparison. */
export function readable(spec: ValueSpec, value: GivenValue | undefined): string {
  if (spec.type === 'boolean') return value === true ? 'Yes' : 'No';
  if (value === undefined || value === null || isEmpty(value)) return '–';
  if (Array.isArray(value))
    return value
      .map((one) => (typeof one === 'string' ? one : Object.values(one).join(': ')))
      .join(spec.type === 'table' ? '; ' : ', ');
  return spec.type === 'integer' && spec.unit ? `${String(value)} ${spec.unit}` : String(value);
}

/** Which form a field stands in: the one of a policy, or the dialog about the company that opens over it. */
export type FormName = 'value' | 'company';

/** The place of a field on the page, for whoever leads there. */
export const fieldId = (key: string, form: FormName = 'value'): string => `${form}-${key}`;

/** Brings a value's field to the front. */
export function focusField(key: string): void {
  const field = document.getElementById(fieldId(key));
  const target = field?.matches('input, textarea, select')
    ? field
    : field?.querySelector<HTMLElement>('input, textarea, select, button');
  if (!target) return;
  target.focus({ preventScroll: true });
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  (target.closest('[data-field]') ?? target).scrollIntoView({
    block: 'center',
    behavior: calm ? 'auto' : 'smooth',
  });
}
