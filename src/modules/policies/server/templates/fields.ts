import { z } from 'zod';
import { csfIds } from '#standards/csf.ts';
import { valueSpec, type ValueSpec } from '../../document.ts';
import { valueProblem } from '../../values.ts';

const key = z.string().regex(/^[a-z][A-Za-z0-9]*$/, 'must be a name such as minLength');
const words = (most: number) =>
  z.string().trim().min(1, 'must not be empty').max(most, `must have at most ${most} characters`);
const shared = { key, label: words(80), help: words(400), required: z.boolean().default(false) };
const options = z.array(words(120)).min(2, 'must name two options at least');
const own = z.boolean().optional();
const cell = z.union([z.string(), z.int()]);
const column = z.strictObject({ key, label: words(60), type: z.enum(['text', 'integer']) });

const entry = z.discriminatedUnion('type', [
  z.strictObject({ ...shared, type: z.literal('text'), default: words(300).optional() }),
  z.strictObject({ ...shared, type: z.literal('longtext'), default: words(4000).optional() }),
  z.strictObject({ ...shared, type: z.literal('email'), default: z.string().optional() }),
  z.strictObject({
    ...shared,
    type: z.literal('integer'),
    min: z.int(),
    max: z.int(),
    unit: words(30).optional(),
    default: z.int().optional(),
  }),
  z.strictObject({
    ...shared,
    type: z.literal('choice'),
    options,
    custom: own,
    default: z.string().optional(),
  }),
  z.strictObject({
    ...shared,
    type: z.literal('multichoice'),
    options,
    custom: own,
    default: z.array(z.string()).optional(),
  }),
  z.strictObject({ ...shared, type: z.literal('boolean'), default: z.boolean() }),
  z.strictObject({
    ...shared,
    type: z.literal('date'),
    default: z.string().optional(),
    whenEmpty: words(100).optional(),
  }),
  z.strictObject({
    ...shared,
    type: z.literal('table'),
    columns: z.array(column).min(1).max(6),
    default: z.array(z.record(z.string(), cell)).optional(),
  }),
]);

/** What stands between the `---` lines of a template. */
export const frontMatter = z.strictObject({
  id: z.string().regex(/^[a-z]+(-[a-z]+)*$/, 'must be words in lower case joined by hyphens'),
  name: words(80),
  order: z.int().min(1),
  templateVersion: z.int().min(1),
  starter: z.boolean(),
  summary: words(140),
  maps: z.strictObject({
    csf: z
      .array(z.string().refine((id) => csfIds.has(id), 'is no subcategory of CSF 2.0'))
      .min(1, 'must name one subcategory of CSF 2.0 at least'),
    cis: z.array(z.string().regex(/^\d{1,2}\.\d{1,2}$/, "must be a number such as '5.2'")).default([]),
    cpg: z.array(z.string().regex(/^\d\.[A-Z]$/, 'must be an id such as 3.A')).default([]),
  }),
  related: z.array(z.string()),
  values: z.array(entry).max(40),
});
export type FrontMatter = z.output<typeof frontMatter>;

function oddParts(spec: ValueSpec): string | null {
  if (spec.type === 'integer' && spec.min > spec.max) return 'min is above max';
  if (spec.type === 'table') {
    const known = spec.columns.map((one) => one.key);
    const strange = (spec.default ?? []).flatMap(Object.keys).find((name) => !known.includes(name));
    if (strange) return `default names the column '${strange}', which does not exist`;
  }
  return null;
}

/** What is wrong with a declared value beyond its shape; null when nothing is. */
export function specProblem(spec: ValueSpec): string | null {
  const odd = oddParts(spec);
  if (odd) return odd;
  const problem = spec.default === undefined ? null : valueProblem(spec, spec.default);
  return problem && `default is not a good value: ${problem}`;
}

/** The values that every template may use without declaring them. */
export const companySpecs = (defaults: { reviewMonths: number }): ValueSpec[] =>
  z.array(valueSpec).parse([
    {
      key: 'companyName',
      label: 'Company name',
      help: 'As your policies call the company. Left empty, it is the name in your company profile.',
      type: 'text',
      required: true,
    },
    {
      key: 'effectiveDate',
      label: 'In force from',
      help: 'The first day on which the policies hold. Left empty, it is the day on which each one is approved.',
      type: 'date',
      required: false,
      whenEmpty: 'the day of its approval',
    },
    {
      key: 'policyOwner',
      label: 'Owner of the policies',
      help: 'The role or person who keeps the policies up to date and answers questions about them.',
      type: 'text',
      required: true,
    },
    {
      key: 'securityContactName',
      label: 'Security contact',
      help: 'The role or person everyone contacts when something looks wrong.',
      type: 'text',
      required: true,
    },
    {
      key: 'securityContactEmail',
      label: 'Email address of the security contact',
      help: 'Choose an address that is read every working day, even when one person is away.',
      type: 'email',
      required: true,
    },
    {
      key: 'reviewMonths',
      label: 'Months between reviews',
      help: 'How often each policy is reviewed and approved again. Twelve is usual.',
      type: 'integer',
      min: 1,
      max: 60,
      unit: 'months',
      default: defaults.reviewMonths,
      required: true,
    },
    {
      key: 'exceptionApprover',
      label: 'Who may grant exceptions',
      help: 'The role or person who can allow something that a policy rules out, in writing and for a limited time.',
      type: 'text',
      default: 'the managing director',
      required: true,
    },
  ]);
