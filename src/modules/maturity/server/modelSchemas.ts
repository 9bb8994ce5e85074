import { z } from 'zod';
import { csfIds } from '#standards/csf.ts';
import { areaIds, interstitialTriggers, questionKinds } from '../entities.ts';

const text = z.string({ error: 'must be text' }).trim().min(1, 'must not be empty');
const id = z.string().regex(/^[a-z][a-z0-9]*$/, 'must be one lower-case word');
const key = z.string().regex(/^[a-z][a-z0-9-]*$/, 'must be lower-case words joined by hyphens');
const area = z.enum(areaIds, { error: `must be one of ${areaIds.join(', ')}` });

const question = z.strictObject({
  id: z.string(),
  kind: z.enum(questionKinds, { error: `must be one of ${questionKinds.join(', ')}` }),
  text,
  help: text,
  glossary: z.array(key),
  scale: z.enum(['yesno', 'graded'], { error: 'must be yesno or graded' }),
  naAllowed: z.boolean({ error: 'must be true or false' }),
  action: text,
  minutes: z.int('must be a whole number').min(15, 'must be 15 at least').max(960, 'must be 960 at most'),
});

const step = z.strictObject({ level: z.int(), summary: text, questions: z.array(question) });

const element = z.strictObject({
  id,
  title: text,
  why: text,
  maps: z.strictObject({
    csf: z
      .array(
        z
          .string()
          .refine((one) => csfIds.has(one), 'must be a subcategory of NIST CSF 2.0, such as PR.AA-01'),
      )
      .min(1, 'must name one at least'),
    // numbers alone: the texts of the CIS Controls may not be shipped
    cis: z.array(
      z.string().regex(/^(?:[1-9]|1[0-8])\.\d{1,2}$/, "must be a number such as '11.1' in quotes"),
    ),
    cpg: z.array(z.string().regex(/^[1-6]\.[A-Z]$/, 'must be a goal such as 3.O')),
  }),
  steps: z.array(step),
});

export const areaFile = z.strictObject({ area, elements: z.array(element).min(1, 'must hold elements') });

export const configFile = z.strictObject({
  version: z
    .string({ error: 'must be text such as 1.0.0' })
    .regex(/^\d+\.\d+\.\d+$/, 'must be a version such as 1.0.0'),
  levels: z.array(
    z.strictObject({ level: z.int(), levelName: text, description: text, target: text.optional() }),
  ),
  areas: z.array(
    z.strictObject({ id: area, title: text, order: z.int(), description: text, elements: z.array(id) }),
  ),
  glossary: z.array(z.strictObject({ key, term: text, text })),
  interstitials: z.array(
    z.strictObject({
      id: key,
      trigger: z.enum(interstitialTriggers, { error: `must be one of ${interstitialTriggers.join(', ')}` }),
      title: text,
      body: text,
      button: text,
    }),
  ),
});
