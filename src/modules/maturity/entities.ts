import { z } from 'zod';
import { day } from '#platform/daySchema.ts';

export const areaIds = ['people', 'process', 'technology'] as const;
const areaId = z.enum(areaIds);
export type AreaId = z.infer<typeof areaId>;

/** What each kind of question asks of a practice: whether it exists, how far it reaches, whether it can be shown, whether it is fresh. */
export const questionKinds = ['key', 'coverage', 'evidence', 'upkeep'] as const;
export const answerValues = ['yes', 'mostly', 'partly', 'no', 'unsure', 'notApplicable'] as const;
export const answerValue = z.enum(answerValues, { error: 'Choose one of the answers.' });
export type AnswerValue = z.infer<typeof answerValue>;

/** `yesno` offers yes, no and not sure; `graded` offers yes, mostly, partly, no and not sure, worded by coverage. */
const scale = z.enum(['yesno', 'graded']);

const question = z.object({
  id: z.string(),
  kind: z.enum(questionKinds),
  text: z.string(),
  help: z.string(),
  /** Keys of terms that stand in the text or the help. */
  glossary: z.array(z.string()),
  scale,
  naAllowed: z.boolean(),
  /** What turns a no into a yes. */
  action: z.string(),
  /** Honest effort of the action. */
  minutes: z.int(),
});
export type Question = z.infer<typeof question>;

const step = z.object({ level: z.int(), summary: z.string(), questions: z.array(question) });

const element = z.object({
  id: z.string(),
  area: areaId,
  title: z.string(),
  why: z.string(),
  maps: z.object({ csf: z.array(z.string()), cis: z.array(z.string()), cpg: z.array(z.string()) }),
  steps: z.array(step),
});
export type Element = z.infer<typeof element>;

export const levelInfo = z.object({
  level: z.int(),
  levelName: z.string(),
  description: z.string(),
  target: z.string().optional(),
});
export type LevelInfo = z.infer<typeof levelInfo>;

export const interstitialTriggers = [
  'welcome',
  'before:people',
  'before:process',
  'before:technology',
  'first-failed-step',
  'area-done:people',
  'area-done:process',
  'area-done:technology',
  'all-done',
] as const;
const interstitial = z.object({
  id: z.string(),
  trigger: z.enum(interstitialTriggers),
  title: z.string(),
  body: z.string(),
  button: z.string(),
});
export type Interstitial = z.infer<typeof interstitial>;

/** The model as people are asked it (modules.md 3, Assessment: config). How answers become levels stays on the server. */
export const assessmentConfig = z.object({
  version: z.string(),
  levels: z.array(levelInfo),
  areas: z.array(
    z.object({
      id: areaId,
      title: z.string(),
      order: z.int(),
      description: z.string(),
      elements: z.array(z.string()),
    }),
  ),
  elements: z.array(element),
  glossary: z.array(z.object({ key: z.string(), term: z.string(), text: z.string() })),
  interstitials: z.array(interstitial),
});
export type AssessmentConfig = z.infer<typeof assessmentConfig>;

const answer = z.object({
  questionId: z.string(),
  answer: answerValue,
  /** Why a question does not apply; empty otherwise unless somebody wrote one. */
  note: z.string(),
  /** Kept, but beyond a level that is not met, so it counts for nothing now. */
  inactive: z.boolean(),
  answeredAt: z.string(),
  answeredBy: z.string(),
});
export type Answer = z.infer<typeof answer>;

/** The question to go on with; its id is the last segment of the address. */
export const nextQuestion = z.object({
  questionId: z.string(),
  /** `technology/identity` */
  elementPath: z.string(),
  level: z.int(),
  /** Place in the step, from 0. */
  index: z.int(),
  reachable: z.boolean(),
});
export type NextQuestion = z.infer<typeof nextQuestion>;

const elementState = z.object({
  id: z.string(),
  area: areaId,
  /** Highest level with all lower ones met; 0 to 5. */
  level: z.int(),
  complete: z.boolean(),
  answered: z.int(),
  /** Questions of the element that are not ruled out. */
  open: z.int(),
});
export type ElementState = z.infer<typeof elementState>;

/** Something that the portal knows and that speaks for an answer. A person decides; nothing is filled in. */
export const evidenceOffer = z.object({
  questionId: z.string(),
  /** What the portal knows, as a sentence. */
  text: z.string(),
  /** Where it can be looked at. */
  href: z.string(),
  suggested: answerValue,
});
export type EvidenceOffer = z.infer<typeof evidenceOffer>;

/** modules.md 3, Assessment: data. */
export const assessmentData = z.object({
  assessment: z.object({ assessmentStatus: z.enum(['notCompleted', 'completed']) }),
  /** The lowest level of all elements, where one without all its answers counts as 0 (modules.md 2). */
  overallLevel: z.int(),
  /** Keyed by level. */
  levelInfo: z.record(z.string(), levelInfo),
  /** Of the last change of an answer, UTC ISO; null before the first. */
  lastUpdated: z.string().nullable(),
  questions: z.record(z.string(), answer),
  /** Null when all is answered. */
  nextQuestion: nextQuestion.nullable(),
  /** 0 to 100; rises while answering. */
  percent: z.int(),
  /** What is left is likely to take, in minutes; 0 when all is answered. */
  minutesLeft: z.int(),
  answered: z.int(),
  elements: z.array(elementState),
  /** Ids of questions that may be answered now: answered ones that count, and the rest of each element's open step. */
  reachable: z.array(z.string()),
  completedAreas: z.array(areaId),
  evidence: z.array(evidenceOffer),
  /** Of the model that the answers were given to; a newer major version asks to look through them again. */
  contentVersion: z.string(),
  reconfirm: z.boolean(),
});
export type AssessmentData = z.infer<typeof assessmentData>;

const task = z.object({
  questionId: z.string(),
  /** Free text: who does it. */
  owner: z.string(),
  /** Null without a date. */
  due: day.nullable(),
  done: z.boolean(),
});
export type Task = z.infer<typeof task>;

/** One thing on the way of an element to its next level. */
const reportAction = z.object({
  questionId: z.string(),
  text: z.string(),
  action: z.string(),
  minutes: z.int(),
  /** The answer that is short of a yes; null where not answered yet. */
  answer: answerValue.nullable(),
  task: task.nullable(),
});
export type ReportAction = z.infer<typeof reportAction>;

const reportElement = z.object({
  id: z.string(),
  area: areaId,
  title: z.string(),
  why: z.string(),
  level: z.int(),
  complete: z.boolean(),
  /** At the lowest level: fix first. */
  weakest: z.boolean(),
  /** What the next level means, and what is missing for it; null at level 5. */
  next: z.object({ level: z.int(), summary: z.string(), actions: z.array(reportAction) }).nullable(),
});
export type ReportElement = z.infer<typeof reportElement>;

const snapshot = z.object({
  /** Pacific time: the state at the end of that day. */
  day,
  overallLevel: z.int(),
  assessmentStatus: z.enum(['notCompleted', 'completed']),
  /** Levels by element id; elements that were not complete are left out. */
  levels: z.record(z.string(), z.int()),
});
export type Snapshot = z.infer<typeof snapshot>;

export const report = z.object({
  companyName: z.string(),
  assessment: z.object({ assessmentStatus: z.enum(['notCompleted', 'completed']) }),
  overallLevel: z.int(),
  levelInfo: z.record(z.string(), levelInfo),
  lastUpdated: z.string().nullable(),
  percent: z.int(),
  minutesLeft: z.int(),
  nextQuestion: nextQuestion.nullable(),
  /** Level that the company aims for, 1 to 5; shown as a mark on every element. */
  target: z.int(),
  areas: z.array(z.object({ id: areaId, title: z.string() })),
  /** In the order of the model. */
  elements: z.array(reportElement),
  /** Days of which the state is kept, newest first. */
  snapshots: z.array(snapshot),
});
export type Report = z.infer<typeof report>;
