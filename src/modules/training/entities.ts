import { z } from 'zod';
import { day } from '#platform/daySchema.ts';

export const personName = z.string().trim().max(60, 'Use at most 60 characters.');
export const month = day.refine((one) => one.endsWith('-01'), 'Choose a month.');
export const courseId = z.string().min(1).max(60);

export const courseStatuses = ['notStarted', 'inProgress', 'failedQuiz', 'finished'] as const;
export type CourseStatus = (typeof courseStatuses)[number];

/** Where a person stands over all their courses: `overdue` and `open` have something to do now. */
export const traineeStandings = ['overdue', 'open', 'upToDate', 'finished', 'archived'] as const;
export type TraineeStanding = (typeof traineeStandings)[number];

export const catalogCourse = z.object({
  id: z.string(),
  kind: z.enum(['yearly', 'own']),
  title: z.string(),
  summary: z.string(),
  minutes: z.int(),
  /** Of the year's courses: which month, 1 to 12. */
  month: z.int().nullable(),
  version: z.string(),
  goals: z.array(z.string()),
  /** Ids of frameworks that taking it speaks for; of the year's courses. */
  maps: z.object({ csf: z.array(z.string()), cis: z.array(z.string()), cpg: z.array(z.string()) }).optional(),
  lessons: z.array(z.object({ id: z.string(), title: z.string(), minutes: z.int() })),
  /** Own courses: when it was brought, and in which standard. */
  standard: z.string().nullable(),
  addedAt: z.string().nullable(),
});
export type CatalogCourse = z.infer<typeof catalogCourse>;

export const trainee = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  department: z.string(),
  startMonth: day,
  addedAt: z.string(),
  archivedAt: z.string().nullable(),
  lastSeenAt: z.string().nullable(),
  mailedAt: z.string().nullable(),
  standing: z.enum(traineeStandings),
  /** Courses that count, of those the ones that are unlocked by now, and the finished ones. */
  courses: z.int(),
  unlocked: z.int(),
  finished: z.int(),
  nextDue: day.nullable(),
});
export type Trainee = z.infer<typeof trainee>;

/** What one person does in one course. Never which answers were wrong. */
export const traineeCourse = z.object({
  course: z.string(),
  status: z.enum(courseStatuses),
  unlockOn: day,
  dueOn: day,
  isUnlocked: z.boolean(),
  isOverdue: z.boolean(),
  percent: z.int(),
  bestScore: z.int().nullable(),
  attempts: z.int(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
  certificate: z.string().nullable(),
});
export type TraineeCourse = z.infer<typeof traineeCourse>;

export const courseProgress = z.object({
  course: z.string(),
  enrolled: z.int(),
  unlocked: z.int(),
  notStarted: z.int(),
  inProgress: z.int(),
  failedQuiz: z.int(),
  finished: z.int(),
  overdue: z.int(),
});
export type CourseProgress = z.infer<typeof courseProgress>;

export const monthProgress = z.object({ month: day, unlocked: z.int(), finished: z.int(), overdue: z.int() });
export type MonthProgress = z.infer<typeof monthProgress>;

/** What was hard, over all people and without names; null until enough people answered that nobody can be told from it. */
export const courseInsight = z.object({
  course: z.string(),
  people: z.int(),
  firstScore: z.int().nullable(),
  hardest: z.object({ stem: z.string(), missedPercent: z.int(), lesson: z.string() }).nullable(),
});
export type CourseInsight = z.infer<typeof courseInsight>;

export const trainingSettings = z.object({
  calendar: z.enum(['together', 'own']),
  startMonth: month,
  /** Null: what the training policy says, or else 80. */
  passMark: z.int().min(50, 'Use 50 to 100.').max(100, 'Use 50 to 100.').nullable(),
  remind: z.boolean(),
  digest: z.boolean(),
});
export type TrainingSettings = z.infer<typeof trainingSettings>;

/** Seats of the plan; `left` may be below zero after a change to a smaller plan. */
export const seats = z.object({ total: z.int(), taken: z.int(), left: z.int() });

export const trainingOverview = z.object({
  seats,
  archived: z.int(),
  courses: z.array(courseProgress),
  months: z.array(monthProgress),
  insights: z.array(courseInsight),
  settings: trainingSettings,
  /** What holds where the settings name none. */
  passMark: z.int(),
  others: z.int(),
});
export type TrainingOverview = z.infer<typeof trainingOverview>;

export const rowResults = [
  'added',
  'restored',
  'duplicate',
  'bad-address',
  'name-missing',
  'bad-month',
  'no-seat',
] as const;
export type RowResult = (typeof rowResults)[number];
export const resultRow = z.object({
  /** Line of the file, or place in the list, from 1 on. */
  row: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  department: z.string(),
  startMonth: day.nullable(),
  fate: z.enum(rowResults),
  /** The error line for this row in words; '' where it is or can be added. */
  message: z.string(),
});
export type ResultRow = z.infer<typeof resultRow>;
export const results = z.object({
  rows: z.array(resultRow),
  counts: z.record(z.enum(rowResults), z.int()),
  /** Seats that are free once everybody is, or would be, added. */
  seatsLeft: z.int(),
});
export type ListResults = z.infer<typeof results>;
