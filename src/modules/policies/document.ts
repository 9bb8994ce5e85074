import { z } from 'zod';

/**
 * The text of a policy as a tree. Templates (Markdown) and custom policies (rich text) are both read into it, and screen, PDF,
 * comparison and fingerprint are all made from it. Nothing in it is markup: what a person typed can only ever be text.
 */
export const span = z.object({
  /** A line end in it is a break within the paragraph. */
  text: z.string(),
  strong: z.boolean().optional(),
  em: z.boolean().optional(),
  underline: z.boolean().optional(),
  strike: z.boolean().optional(),
  /** An http, https or mailto address. */
  link: z.string().optional(),
  /** Of a template: the key of the value that stands here; `text` is empty then. In a filled text: the key whose value `text` is. */
  value: z.string().optional(),
  /** In a filled text: the value has none yet, and `text` is its label in brackets. */
  blank: z.boolean().optional(),
});
export type Span = z.infer<typeof span>;

export type Block =
  /** Level 1 is a section; `number` ("3") is set when the text is filled, of templates only. */
  | { kind: 'heading'; level: 1 | 2 | 3; spans: Span[]; number?: string | undefined }
  | { kind: 'paragraph'; spans: Span[] }
  /** A numbered rule of a template; `number` ("3.4") is set when the text is filled. */
  | { kind: 'rule'; blocks: Block[]; number?: string | undefined }
  | { kind: 'list'; ordered: boolean; items: Block[][] }
  | { kind: 'table'; head: Span[][]; rows: Span[][][] }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'divider' }
  /** Of templates only: what holds when a switch is on, or off. */
  | { kind: 'when'; flag: string; on: boolean; blocks: Block[] }
  /** Of templates only: the rows of a table value. */
  | { kind: 'rows'; key: string };

const spans = z.array(span);
export const block: z.ZodType<Block> = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('heading'),
      level: z.union([z.literal(1), z.literal(2), z.literal(3)]),
      spans,
      number: z.string().optional(),
    }),
    z.object({ kind: z.literal('paragraph'), spans }),
    z.object({ kind: z.literal('rule'), blocks: z.array(block), number: z.string().optional() }),
    z.object({ kind: z.literal('list'), ordered: z.boolean(), items: z.array(z.array(block)) }),
    z.object({ kind: z.literal('table'), head: z.array(spans), rows: z.array(z.array(spans)) }),
    z.object({ kind: z.literal('quote'), blocks: z.array(block) }),
    z.object({ kind: z.literal('divider') }),
    z.object({ kind: z.literal('when'), flag: z.string(), on: z.boolean(), blocks: z.array(block) }),
    z.object({ kind: z.literal('rows'), key: z.string() }),
  ]),
);

const shared = { key: z.string(), label: z.string(), help: z.string(), required: z.boolean() };
const choices = {
  options: z.array(z.string()),
  /** Own entries may be added. */ custom: z.boolean().optional(),
};
export const valueSpec = z.discriminatedUnion('type', [
  z.object({ ...shared, type: z.literal('text'), default: z.string().optional() }),
  z.object({ ...shared, type: z.literal('longtext'), default: z.string().optional() }),
  z.object({ ...shared, type: z.literal('email'), default: z.string().optional() }),
  z.object({
    ...shared,
    type: z.literal('integer'),
    min: z.int(),
    max: z.int(),
    unit: z.string().optional(),
    default: z.int().optional(),
  }),
  z.object({ ...shared, type: z.literal('choice'), ...choices, default: z.string().optional() }),
  z.object({
    ...shared,
    type: z.literal('multichoice'),
    ...choices,
    default: z.array(z.string()).optional(),
  }),
  z.object({ ...shared, type: z.literal('boolean'), default: z.boolean() }),
  z.object({
    ...shared,
    type: z.literal('date'),
    default: z.string().optional(),
    /** What is written where no day is given, instead of a blank. */
    whenEmpty: z.string().optional(),
  }),
  z.object({
    ...shared,
    type: z.literal('table'),
    columns: z.array(z.object({ key: z.string(), label: z.string(), type: z.enum(['text', 'integer']) })),
    default: z.array(z.record(z.string(), z.union([z.string(), z.int()]))).optional(),
  }),
]);
export type ValueSpec = z.infer<typeof valueSpec>;

/** What may be given for a value; each is checked against its `ValueSpec`. */
export const givenValue = z.union([
  z.string().max(4000, 'Use at most 4,000 characters.'),
  z.int(),
  z.boolean(),
  z.array(z.string().max(300)).max(40),
  z.array(z.record(z.string().max(60), z.union([z.string().max(300), z.int()]))).max(60),
  z.null(),
]);
export type GivenValue = z.infer<typeof givenValue>;
export type GivenValues = Record<string, GivenValue>;

/** Values that every policy shares; what is set for the company stands in for what a policy leaves empty. */
export const companyValueKeys = [
  'companyName',
  'effectiveDate',
  'policyOwner',
  'securityContactName',
  'securityContactEmail',
  'reviewMonths',
  'exceptionApprover',
] as const;

/** A template as the editor needs it. */
export const template = z.object({
  templateVersion: z.int(),
  summary: z.string(),
  /** Those of the policy itself, and then the ones shared by all. */
  values: z.array(valueSpec),
  /** Values that hold where the policy gives none: defaults, and what is set for the company. */
  defaults: z.record(z.string(), givenValue),
  /** Changes with the text of the template and with the defaults: send it back with an approval. */
  basis: z.string(),
  blocks: z.array(block),
  related: z.array(z.object({ id: z.string(), name: z.string() })),
  maps: z.object({ csf: z.array(z.string()), cis: z.array(z.string()), cpg: z.array(z.string()) }),
});
export type Template = z.infer<typeof template>;
