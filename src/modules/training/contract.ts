import { z } from 'zod';
import { endpoint } from '#platform/endpoint.ts';
import {
  catalogCourse,
  courseId,
  courseInsight,
  courseProgress,
  results,
  month,
  personName,
  trainee,
  traineeCourse,
  traineeStandings,
  trainingOverview,
  trainingSettings,
} from './entities.ts';
import { playAction, playRefusals, playReply, playView } from './playEntities.ts';

const org = { access: 'org', module: 'training' } as const;
const post = { ...org, method: 'POST' } as const;
const get = { ...org, method: 'GET' } as const;
const people = z.union([z.array(z.uuid()).min(1).max(500), z.literal('all')]);
const courses = z.array(courseId).max(60);
const message = z.string();
const noSuchTrainee = { 'no-such-trainee': 404 } as const;
const noSuchCourse = { 'no-such-course': 404 } as const;
export const mostBytesOfList = 5_000_000;
export const mostRowsOfList = 10_000;

const listRefusals = {
  'unreadable-file': 400,
  'file-is-picture': 400,
  'file-is-pdf': 400,
  'empty-file': 400,
  'columns-missing': 400,
  'too-many-rows': 400,
  /** A workbook that unpacks to far more than it holds. */
  'file-too-large': 413,
} as const;

const newcomer = z.object({
  firstName: personName,
  lastName: personName,
  email: z.string().trim().max(254),
  department: personName.default(''),
  startMonth: month.optional(),
});

export const trainingContract = {
  loadTrainingData: endpoint({
    ...post,
    path: '/training/loadTrainingData',
    summary: 'A page of the trainees with their courses, the catalogue, and how far everybody is.',
    body: z.object({
      /** Unlocks what is due and counts everything anew from the records first. */
      updateWithSync: z.boolean().default(false),
      /** Leaves the other parts empty. */
      only: z.enum(['all', 'list', 'overview']).default('all'),
      search: z.string().trim().max(100).default(''),
      standing: z.enum([...traineeStandings, 'active', 'all']).default('active'),
      course: courseId.optional(),
      sort: z.enum(['name', 'email', 'department', 'progress', 'nextDue', 'lastSeenAt']).default('name'),
      down: z.boolean().default(false),
      page: z.int().min(1).max(10_000).default(1),
      pageSize: z.int().min(1).max(100).default(10),
    }),
    reply: z.object({
      trainees: z.array(trainee),
      total: z.int(),
      catalogMap: z.record(z.string(), catalogCourse),
      courseMap: z.record(z.string(), z.array(traineeCourse)),
      traineesData: trainingOverview.nullable(),
      ts: z.string(),
    }),
    refusals: {},
  }),
  trainee: endpoint({
    ...get,
    path: '/training/trainee/:trainee',
    summary: 'One trainee with courses and attempts; no answers.',
    body: z.object({ trainee: z.uuid() }),
    reply: z.object({
      data: z.object({
        trainee,
        courses: z.array(traineeCourse),
        attempts: z.array(
          z.object({
            course: z.string(),
            number: z.int(),
            score: z.int(),
            passed: z.boolean(),
            finishedAt: z.string(),
          }),
        ),
        certificate: z.string().nullable(),
      }),
    }),
    refusals: noSuchTrainee,
    background: true,
  }),
  saveTrainees: endpoint({
    ...post,
    path: '/training/saveTrainees',
    summary: 'Add people to training; says of each what became of it.',
    body: z.object({
      trainees: z.array(newcomer).min(1).max(500),
      /** All of the year where it is left out. */ courses: courses.min(1).optional(),
    }),
    reply: z.object({ data: results, message }),
    refusals: noSuchCourse,
    rate: { max: 60, perSeconds: 60 },
  }),
  editTrainee: endpoint({
    ...post,
    path: '/training/editTrainee',
    summary:
      'Change what is known of people, archive them or bring them back; says of each that could not be changed why.',
    body: z.object({
      trainees: z
        .array(
          z.object({
            id: z.uuid(),
            firstName: personName.optional(),
            lastName: personName.optional(),
            email: z.string().trim().max(254).optional(),
            department: personName.optional(),
            startMonth: month.optional(),
            archived: z.boolean().optional(),
          }),
        )
        .min(1)
        .max(500),
    }),
    reply: z.object({
      data: z.object({
        changed: z.int(),
        failed: z.array(z.object({ id: z.string(), message: z.string() })),
      }),
      message,
    }),
    refusals: noSuchTrainee,
    rate: { max: 120, perSeconds: 60 },
  }),
  editTraineesCourses: endpoint({
    ...post,
    path: '/training/editTraineesCourses',
    summary: 'Give people courses, or take them away; what was begun stays on record.',
    body: z.object({ trainees: people, add: courses.default([]), remove: courses.default([]) }),
    reply: z.object({ data: z.object({ people: z.int() }), message }),
    refusals: { ...noSuchCourse, ...noSuchTrainee },
    rate: { max: 60, perSeconds: 60 },
  }),
  deleteTrainee: endpoint({
    ...post,
    path: '/training/deleteTrainee',
    summary: 'Delete one trainee with everything that is recorded of their training.',
    body: z.object({ trainee: z.uuid() }),
    reply: z.object({ message }),
    refusals: noSuchTrainee,
    notInSupportSession: true,
    rate: { max: 120, perSeconds: 60 },
  }),
  previewTrainees: endpoint({
    ...post,
    path: '/training/previewTrainees',
    summary:
      'What would become of each row of a CSV or XLSX file (multipart, field "file"); nothing is saved.',
    upload: { maxBytes: mostBytesOfList },
    body: z.object({}),
    reply: z.object({ data: results }),
    refusals: listRefusals,
    rate: { max: 30, perSeconds: 60 },
  }),
  saveTraineesBulk: endpoint({
    ...post,
    path: '/training/saveTraineesBulk',
    summary:
      'Add the people of a CSV or XLSX file (multipart, field "file"); says of each row what became of it.',
    upload: { maxBytes: mostBytesOfList },
    body: z.object({}),
    reply: z.object({ data: results, message }),
    refusals: listRefusals,
    rate: { max: 30, perSeconds: 60 },
  }),
  trainingTeam: endpoint({
    ...get,
    path: '/training/team',
    summary: 'People of the team who are not trained yet, at most a thousand.',
    body: z.object({}),
    reply: z.object({
      data: z.array(
        z.object({ firstName: z.string(), lastName: z.string(), email: z.string(), department: z.string() }),
      ),
    }),
    refusals: {},
    background: true,
  }),
  saveTrainingSettings: endpoint({
    ...post,
    path: '/training/saveTrainingSettings',
    summary: 'Calendar, pass mark, reminders and digest of the organisation.',
    body: trainingSettings,
    reply: z.object({}),
    /** The first month is many years away. */
    refusals: { 'month-out-of-reach': 400 },
    rate: { max: 60, perSeconds: 60 },
  }),
  courseReport: endpoint({
    ...get,
    path: '/training/course/:course',
    summary: 'One course: how far people are, and what was hard.',
    body: z.object({ course: courseId }),
    reply: z.object({
      data: z.object({ course: catalogCourse, progress: courseProgress, insight: courseInsight }),
    }),
    refusals: noSuchCourse,
    background: true,
  }),
  exportTrainees: endpoint({
    ...get,
    path: '/training/exportTrainees',
    summary: 'Every trainee and course with status, score and dates, as CSV.',
    body: z.object({}),
    reply: 'file',
    refusals: {},
    rate: { max: 30, perSeconds: 60 },
  }),
};

export const trainingActsContract = {
  previewCourse: endpoint({
    ...post,
    path: '/training/previewCourse',
    summary:
      'A course as its player shows it, for an administrator; what is done in it is kept by the caller and nowhere else.',
    body: z.object({
      course: courseId,
      state: z.string().max(20_000).nullable().default(null),
      action: playAction.nullable().default(null),
    }),
    reply: z.object({
      data: z.object({ view: playView.nullable(), reply: playReply.nullable(), state: z.string() }),
    }),
    refusals: { ...noSuchCourse, ...playRefusals },
    rate: { max: 600, perSeconds: 60 },
  }),
  remindTrainees: endpoint({
    ...post,
    path: '/training/remindTrainees',
    summary: 'Mail the people named, or all, who have something due now; not twice within an hour.',
    body: z.object({ trainees: people }),
    reply: z.object({ data: z.object({ mailed: z.int(), skipped: z.int(), notice: z.string().optional() }) }),
    refusals: {},
    notInSupportSession: true,
    rate: { max: 30, perSeconds: 60 },
  }),
  newTraineeLink: endpoint({
    ...post,
    path: '/training/newTraineeLink',
    summary: 'End the link of a trainee and mail them a new one.',
    body: z.object({ trainee: z.uuid() }),
    reply: z.object({}),
    refusals: { ...noSuchTrainee, 'too-many-mails': 429 },
    notInSupportSession: true,
    rate: { max: 30, perSeconds: 60 },
  }),
  trainingCertificate: endpoint({
    ...get,
    path: '/training/certificate/:code/:file',
    summary: 'A certificate as PDF.',
    body: z.object({ code: z.string().max(40), file: z.string().max(200) }),
    reply: 'file',
    refusals: { 'no-such-certificate': 404 },
    rate: { max: 60, perSeconds: 60 },
  }),
};
