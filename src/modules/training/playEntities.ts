import { z } from 'zod';
import type { Prose, Shape } from './course.ts';
import { courseStatuses } from './entities.ts';

/**
 * A course as its player sees it: nothing in it gives away an answer that was not given yet. The same shapes come from the
 * server and, in a package for another learning system, from the page itself.
 */
const id = z.string();
const run = z.object({
  text: z.string(),
  strong: z.literal(true).optional(),
  em: z.literal(true).optional(),
});
const prose: z.ZodType<Prose> = z.array(
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('paragraph'), runs: z.array(run) }),
    z.object({ kind: z.literal('list'), ordered: z.boolean(), items: z.array(z.array(run)) }),
  ]),
);
const shape: z.ZodType<Shape> = z.lazy(() =>
  z.object({
    name: z.string(),
    attributes: z.record(z.string(), z.string()),
    children: z.array(z.union([shape, z.string()])),
  }),
);
const picture = z.object({ shape, alt: z.string() });
/** The right answer of an item, once it was found. */
const solved = z.object({ choice: z.string(), why: z.string() }).nullable();
const exercise = { id, prompt: z.string(), done: z.boolean() };
const label = z.object({ id, label: z.string() });
const placed = { id, label: z.string(), x: z.number(), y: z.number() };

const sceneView = z.object({
  id,
  text: z.string(),
  speaker: z.string().optional(),
  inject: z.string().optional(),
  choices: z.array(label),
  end: z.enum(['good', 'mixed', 'bad']).optional(),
  lesson: z.string().optional(),
});
export type SceneView = z.infer<typeof sceneView>;

export const exerciseView = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('triage'),
    ...exercise,
    actions: z.array(label),
    items: z.array(
      z.object({
        id,
        from: z.string().optional(),
        address: z.string().optional(),
        subject: z.string().optional(),
        body: z.string(),
        link: z.string().optional(),
        solved,
      }),
    ),
  }),
  z.object({
    type: z.literal('sort'),
    ...exercise,
    bins: z.array(z.object({ id, label: z.string(), hint: z.string() })),
    items: z.array(z.object({ id, text: z.string(), solved })),
  }),
  z.object({
    type: z.literal('find'),
    ...exercise,
    picture,
    risks: z.int(),
    spots: z.array(
      z.object({ ...placed, seen: z.object({ risk: z.boolean(), why: z.string() }).nullable() }),
    ),
  }),
  z.object({
    type: z.literal('choose'),
    ...exercise,
    picture,
    spots: z.array(
      z.object({ ...placed, text: z.string(), choices: z.array(z.object({ id, text: z.string() })), solved }),
    ),
  }),
  z.object({
    type: z.literal('scenario'),
    ...exercise,
    style: z.enum(['story', 'chat', 'clock', 'tabletop']),
    meter: z
      .object({
        label: z.string(),
        unit: z.string(),
        unitBefore: z.boolean(),
        good: z.enum(['low', 'high']),
        value: z.number(),
      })
      .nullable(),
    /** Scenes gone through, with what was chosen and what it led to; the meter is as it stood after the choice. */
    path: z.array(
      z.object({ scene: sceneView, choice: z.string(), note: z.string(), meter: z.number().nullable() }),
    ),
    scene: sceneView,
  }),
  z.object({
    type: z.literal('checklist'),
    ...exercise,
    variants: z.array(
      z.object({
        ...label.shape,
        items: z.array(
          z.object({ id, label: z.string(), where: z.string(), why: z.string(), on: z.boolean() }),
        ),
      }),
    ),
  }),
  z.object({
    type: z.literal('strength'),
    ...exercise,
    tips: z.array(z.object({ id, when: z.string(), text: z.string() })),
  }),
]);
export type ExerciseView = z.infer<typeof exerciseView>;

export const blockView = z.union([
  z.object({ type: z.literal('text'), prose }),
  z.object({ type: z.literal('figure'), picture, caption: z.string().optional() }),
  z.object({
    type: z.literal('reveal'),
    title: z.string().optional(),
    items: z.array(z.object({ front: z.string(), back: z.string() })),
  }),
  exerciseView,
]);
export type BlockView = z.infer<typeof blockView>;

export const questionView = z.object({
  id,
  type: z.enum(['single', 'multiple', 'order', 'spot']),
  stem: z.string(),
  /** What can be picked or put in order. Of `spot`: every piece of the message; those without an id are not picked. */
  options: z.array(z.object({ id: z.string().nullable(), text: z.string() })),
  /** Set once it was answered: whether all of it was right, what was given, and of each option whether it is right and why. */
  answer: z
    .object({
      right: z.boolean(),
      given: z.array(z.string()),
      correct: z.array(z.string()),
      reasons: z.array(z.object({ id, right: z.boolean(), why: z.string() })),
    })
    .nullable(),
});
export type QuestionView = z.infer<typeof questionView>;

export const quizView = z.object({
  /** closed: lessons are left. open: may begin. running. waiting: until `opensAt`. reread: lessons to read again. passed. */
  state: z.enum(['closed', 'open', 'running', 'waiting', 'reread', 'passed']),
  asks: z.int(),
  passMark: z.int(),
  questions: z.array(questionView),
  attempts: z.int(),
  attemptsLeft: z.int(),
  opensAt: z.string().nullable(),
  reread: z.array(z.string()),
  /** The attempt that ended last, its questions with all reasons while it is fresh. */
  last: z.object({ score: z.int(), passed: z.boolean(), missedLessons: z.array(z.string()) }).nullable(),
  bestScore: z.int().nullable(),
});
export type QuizView = z.infer<typeof quizView>;

export const progressView = z.object({
  status: z.enum(courseStatuses),
  percent: z.int(),
  /** Lessons opened, and those with every exercise done. */
  opened: z.array(z.string()),
  done: z.array(z.string()),
  /** Where to go on: a lesson's id, 'quiz' or 'end'. */
  place: z.string(),
});
export type ProgressView = z.infer<typeof progressView>;

export const playView = z.object({
  course: z.object({
    id,
    version: z.string(),
    title: z.string(),
    summary: z.string(),
    minutes: z.int(),
    month: z.int(),
    goals: z.array(z.string()),
    takeaway: z.object({ title: z.string(), do: z.string(), points: z.array(z.string()) }),
  }),
  lessons: z.array(z.object({ id, title: z.string(), minutes: z.int(), blocks: z.array(blockView) })),
  progress: progressView,
  quiz: quizView,
});
export type PlayView = z.infer<typeof playView>;

export const playAction = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open'), lesson: z.string().max(60) }),
  /** Triage, sort and choose: an answer for one item. */
  z.object({
    kind: z.literal('choose'),
    exercise: z.string().max(60),
    item: z.string().max(60),
    choice: z.string().max(60),
  }),
  /** Find: a closer look at one spot. */
  z.object({ kind: z.literal('look'), exercise: z.string().max(60), spot: z.string().max(60) }),
  /** Scenario: what to do in the scene that stands now, which is named so that a repeated click does not choose twice. */
  z.object({
    kind: z.literal('step'),
    exercise: z.string().max(60),
    scene: z.string().max(60),
    choice: z.string().max(60),
  }),
  z.object({ kind: z.literal('again'), exercise: z.string().max(60) }),
  z.object({
    kind: z.literal('set'),
    exercise: z.string().max(60),
    variant: z.string().max(60),
    item: z.string().max(60),
    on: z.boolean(),
  }),
  z.object({ kind: z.literal('tried'), exercise: z.string().max(60) }),
  z.object({ kind: z.literal('startQuiz') }),
  z.object({
    kind: z.literal('answer'),
    question: z.string().max(60),
    choices: z.array(z.string().max(60)).min(1).max(12),
  }),
]);
export type PlayAction = z.infer<typeof playAction>;

/** What came of an action; the parts that may have changed are there whole. */
export const playReply = z.object({
  feedback: z.object({ right: z.boolean(), why: z.string() }).nullable(),
  exercise: exerciseView.nullable(),
  progress: progressView,
  quiz: quizView,
});
export type PlayReply = z.infer<typeof playReply>;

export const playRefusals = {
  /** The course has no such lesson, exercise, item or answer. */
  'no-such-thing': 404,
  /** It was answered already, perhaps in another window. */
  'already-answered': 409,
  /** The scenario stands at another scene, the question is not being asked. */
  'not-now': 409,
  /** Lessons or exercises are left, or the wait is not over. */
  'quiz-not-open': 409,
} as const;
export type PlayRefusal = keyof typeof playRefusals;
