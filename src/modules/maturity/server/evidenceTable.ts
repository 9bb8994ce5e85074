import path from 'node:path';
import { z } from 'zod';
import { ConfigError } from '#modules/catalog/server/public.ts';
import { answerValue, type AnswerValue } from '../entities.ts';
import {
  contentFolder,
  maturityModel,
  readPart,
  readText,
  shownName,
  type ContentProblem,
  type Model,
} from './model.ts';
import { offeredAnswers } from './scoring.ts';

/** Words that the text of an offer may hold, by what the offer rests on. */
const words = {
  'scans-scheduled': ['websites'],
  'scanned-lately': ['websites', 'date'],
  'nothing-open': ['date'],
  'training-running': ['people'],
  'training-results': ['people', 'percent'],
  'training-mostly': ['people', 'percent'],
  'training-done': ['people', 'percent'],
  'mail-guarded': ['domain', 'date'],
  'doors-closed': ['domain', 'date'],
  policy: ['policy', 'version', 'date'],
} as const;
const facts = [
  'scans-scheduled',
  'scanned-lately',
  'nothing-open',
  'training-running',
  'training-results',
  'training-mostly',
  'training-done',
  'mail-guarded',
  'doors-closed',
] as const;
export type Fact = (typeof facts)[number];

const offer = z
  .strictObject({
    fact: z.enum(facts, { error: `must be one of ${facts.join(', ')}` }).optional(),
    policy: z.string().min(1).optional(),
    question: z.string(),
    suggested: answerValue,
    text: z.string().trim().min(1, 'must not be empty'),
  })
  .refine(
    ({ fact, policy }) => (fact === undefined) !== (policy === undefined),
    'must name either a fact or a policy',
  );
const evidenceFile = z.strictObject({ offers: z.array(offer) });

export type Offer = { fact?: Fact; policy?: string; question: string; suggested: AnswerValue; text: string };

/** Offers that a file makes for a model, or everything that is wrong with them. */
export function readEvidence(text: string, model: Model): { offers: Offer[]; problems: ContentProblem[] } {
  const { part, problems } = readPart('evidence', text, evidenceFile);
  for (const { fact, question: id, suggested, text: sentence } of part?.offers ?? []) {
    const say = (problem: string) =>
      problems.push({ file: shownName('evidence'), place: `the offer for ${id}`, problem });
    const question = model.questions.get(id)?.question;
    if (!question) say('names a question that the model lacks');
    else if (suggested === 'notApplicable' || !offeredAnswers(question).includes(suggested))
      say(`suggests ${suggested}, which the question does not offer`);
    const known: readonly string[] = words[fact ?? 'policy'];
    for (const [, word] of sentence.matchAll(/\{(\w*)\}/g))
      if (!known.includes(word!)) say(`has {${word}} in its text; there are ${known.join(', ')}`);
  }
  return { offers: part?.offers ?? [], problems };
}

/** Throws `ConfigError` with one sentence. */
export function loadEvidence(model: Model, folder = contentFolder): Offer[] {
  const { offers, problems } = readEvidence(readText(path.join(folder, 'evidence.yaml'), 'evidence'), model);
  const [first] = problems;
  if (first) throw new ConfigError(first.file, first.place, first.problem);
  return offers;
}

let loaded: Offer[] | null = null;

/** The offers of this installation, read once. */
export const evidenceTable = (): Offer[] => (loaded ??= loadEvidence(maturityModel()));
