import { z } from 'zod';
import { csfIds } from '#standards/csf.ts';
import { strengthVerdicts } from '../../course.ts';

// what an author may write in a course.yaml; every message finishes the sentence "<place> …"
const text = z.string({ error: 'must be text' }).trim().min(1, 'must not be empty');
const key = z
  .string({ error: 'must be an id' })
  .regex(
    /^[a-z0-9][a-z0-9-]{0,39}$/,
    'must be an id of lower-case words joined by hyphens, of 40 characters at most',
  );
const why = text.min(15, 'must say why in a sentence');
const svg = z.string().regex(/^[a-z0-9-]+\.svg$/, 'must be the name of an SVG file beside course.yaml');
const alt = text.min(20, 'must tell what the picture shows');
const list = <T extends z.ZodType>(item: T, least: number, most: number) =>
  z.array(item).min(least, `must have at least ${least}`).max(most, `must have at most ${most}`);
const wrong = z.record(key, why);
const percent = z.number().min(3, 'must be 3 to 97').max(97, 'must be 3 to 97');
const exercise = { id: key, prompt: text };

const option = z.strictObject({ id: key, text, right: z.boolean().default(false), why });

const triage = z.strictObject({
  type: z.literal('triage'),
  ...exercise,
  actions: list(z.strictObject({ id: key, label: text }), 2, 4),
  items: list(
    z.strictObject({
      id: key,
      from: text.optional(),
      address: text.optional(),
      subject: text.optional(),
      body: text,
      link: text.optional(),
      answer: key,
      why,
      wrong,
    }),
    4,
    10,
  ),
});

const sort = z.strictObject({
  type: z.literal('sort'),
  ...exercise,
  bins: list(z.strictObject({ id: key, label: text, hint: text }), 2, 4),
  items: list(z.strictObject({ id: key, text, bin: key, why, wrong }), 4, 14),
});

const placed = { id: key, label: text, x: percent, y: percent };
const hotspot = z.strictObject({
  type: z.literal('hotspot'),
  ...exercise,
  svg,
  alt,
  spots: z.union([
    list(z.strictObject({ ...placed, risk: z.boolean(), why }), 5, 12),
    list(z.strictObject({ ...placed, text, choices: list(option, 3, 4) }), 3, 8),
  ]),
});

const scenario = z.strictObject({
  type: z.literal('scenario'),
  ...exercise,
  style: z.enum(['story', 'chat', 'clock', 'tabletop']),
  start: key,
  meter: z
    .strictObject({
      label: text,
      unit: text,
      unitBefore: z.boolean(),
      start: z.number(),
      good: z.enum(['low', 'high']),
    })
    .optional(),
  nodes: z.record(
    key,
    z.strictObject({
      text,
      speaker: text.optional(),
      inject: text.optional(),
      choices: list(
        z.strictObject({ id: key, label: text, to: key, note: why, meter: z.number().optional() }),
        2,
        4,
      ).default([]),
      end: z.enum(['good', 'mixed', 'bad']).optional(),
      lesson: text.optional(),
    }),
  ),
});

const checklist = z.strictObject({
  type: z.literal('checklist'),
  ...exercise,
  variants: list(
    z.strictObject({
      id: key,
      label: text,
      items: list(z.strictObject({ id: key, label: text, where: text, why }), 3, 8),
    }),
    1,
    4,
  ),
});

const strength = z.strictObject({
  type: z.literal('strength'),
  ...exercise,
  tips: list(z.strictObject({ id: key, when: z.enum(strengthVerdicts), text }), strengthVerdicts.length, 8),
});

const block = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), md: text }),
  z.strictObject({ type: z.literal('figure'), svg, alt, caption: text.optional() }),
  z.strictObject({
    type: z.literal('reveal'),
    title: text.optional(),
    items: list(z.strictObject({ front: text, back: text }), 2, 6),
  }),
  triage,
  sort,
  hotspot,
  scenario,
  checklist,
  strength,
]);

const asked = { id: key, lesson: key, stem: text, topic: key.optional() };
const question = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('single'), ...asked, options: list(option, 3, 4) }),
  z.strictObject({ type: z.literal('multiple'), ...asked, options: list(option, 4, 5) }),
  z.strictObject({
    type: z.literal('order'),
    ...asked,
    items: list(z.strictObject({ id: key, text, why }), 3, 5),
  }),
  z.strictObject({
    type: z.literal('spot'),
    ...asked,
    parts: list(
      z.strictObject({
        // spaces at its ends join it with its neighbours
        text: z.string({ error: 'must be text' }).min(1, 'must not be empty'),
        id: key.optional(),
        right: z.boolean().optional(),
        why: why.optional(),
      }),
      3,
      14,
    ),
  }),
]);

export const courseFile = z.strictObject({
  id: z.string().regex(/^\d\d-[a-z0-9-]+$/, 'must be the name of its folder, such as 02-phishing'),
  version: z
    .string({ error: 'must be text such as 1.0.0' })
    .regex(/^\d+\.\d+\.\d+$/, 'must be a version such as 1.0.0'),
  month: z.int().min(1).max(12),
  title: text.max(80, 'must have at most 80 characters'),
  summary: text.max(140, 'must have at most 140 characters'),
  minutes: z.int().min(15, 'must be 15 to 20').max(20, 'must be 15 to 20'),
  goals: list(text, 3, 5),
  maps: z.strictObject({
    csf: list(
      z.string().refine((one) => csfIds.has(one), 'must be a subcategory of NIST CSF 2.0, such as PR.AT-01'),
      1,
      8,
    ),
    // numbers alone: the texts of the CIS Controls may not be shipped
    cis: z.array(
      z.string().regex(/^(?:[1-9]|1[0-8])\.\d{1,2}$/, "must be a number such as '14.2' in quotes"),
    ),
    cpg: z.array(z.string().regex(/^[1-6]\.[A-Z]$/, 'must be a goal such as 3.J')),
  }),
  lessons: list(
    z.strictObject({
      id: key,
      title: text.max(70, 'must have at most 70 characters'),
      minutes: z.int().min(1).max(5),
      blocks: list(block, 2, 7),
    }),
    5,
    5,
  ),
  takeaway: z.strictObject({ title: text, do: text, points: list(text, 3, 3) }),
  quiz: z.strictObject({ draw: z.int().min(8).max(12), questions: list(question, 16, 30) }),
});
export type CourseFile = z.output<typeof courseFile>;
