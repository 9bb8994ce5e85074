import { z } from 'zod';
import { day } from '#platform/daySchema.ts';
import { endpoint } from '#platform/endpoint.ts';
import { answerValue, assessmentConfig, assessmentData, report } from './entities.ts';

const org = { access: 'org', module: 'cybermaturity' } as const;
const read = { ...org, method: 'GET', refusals: {}, background: true } as const;
const questionId = z.string().trim().min(1).max(60);
// answers are the organisation's own word: nobody else gives them, staff who help included
const own = { ...org, method: 'POST', notInSupportSession: true } as const;
const changes = { max: 120, perSeconds: 60 };
const note = z.string().trim().max(1000, 'Use at most 1,000 characters.');

const oneAnswer = z.object({ questionId, answer: answerValue, note: note.optional() });

/** What the saving calls answer: the state after the change. */
const saved = z.object({
  /** Title of the area that this save completed; null where it completed none. */
  completedCategory: z.string().nullable(),
  data: assessmentData,
});

export const maturityContract = {
  assessmentConfig: endpoint({
    ...read,
    body: z.object({}),
    path: '/zimm/assessmentConfig',
    summary: 'The maturity model: elements with their questions, glossary and interstitials.',
    reply: z.object({ data: assessmentConfig }),
  }),
  assessment: endpoint({
    ...read,
    body: z.object({}),
    path: '/zimm/assessment',
    summary:
      'The answers of the organisation, the level that follows from them, and the question to go on with.',
    reply: z.object({ data: assessmentData }),
  }),
  saveAssessment: endpoint({
    ...own,
    path: '/zimm/saveAssessment',
    summary: 'Save one answer, or several at once; the levels are worked out anew.',
    body: z.object({
      data: z.union([
        oneAnswer,
        z.object({ answers: z.array(oneAnswer).min(1).max(300) }),
        z.array(oneAnswer).min(1).max(300),
      ]),
    }),
    reply: saved,
    refusals: {
      /** No question of the model has this id. */
      'no-such-question': 404,
      /** Beyond a level of its element that is not met; the answer's `nextQuestion` says where to go on. */
      'question-not-reachable': 409,
      /** The question does not offer this answer. */
      'answer-not-offered': 400,
      /** "Not applicable" needs a sentence that says why. */
      'note-missing': 400,
    },
    rate: { max: 300, perSeconds: 60 },
  }),
  removeAssessment: endpoint({
    ...own,
    path: '/zimm/removeAssessment',
    summary: 'Take back the answers named; an empty list takes back all.',
    body: z.object({ data: z.object({ questionIds: z.array(questionId).max(300) }) }),
    reply: saved,
    refusals: { 'no-such-question': 404 },
    rate: changes,
  }),
  report: endpoint({
    ...read,
    body: z.object({}),
    path: '/zimm/report',
    summary: 'Level of each element, what moves it to the next one, and the states of earlier days.',
    reply: z.object({ data: report }),
  }),
  saveTask: endpoint({
    ...own,
    path: '/zimm/saveTask',
    summary: 'Who does an action of the report, until when, and whether it is done.',
    body: z.object({
      questionId,
      owner: z.string().trim().max(120, 'Use at most 120 characters.'),
      due: day.refine((one) => one >= '2000' && one < '2100', 'Date is not valid.').nullable(),
      done: z.boolean(),
    }),
    reply: z.object({}),
    refusals: { 'no-such-question': 404 },
    rate: changes,
  }),
  setTarget: endpoint({
    ...own,
    path: '/zimm/setTarget',
    summary: 'The level that the company aims for.',
    body: z.object({ target: z.int().min(1).max(5) }),
    reply: z.object({}),
    refusals: {},
    rate: changes,
  }),
  reconfirm: endpoint({
    ...own,
    path: '/zimm/reconfirm',
    summary: 'The answers were looked through after a change of the model, and still hold.',
    body: z.object({}),
    reply: z.object({ data: assessmentData }),
    refusals: {},
    rate: changes,
  }),
  reportPdf: endpoint({
    ...org,
    method: 'GET',
    path: '/zimm/reportPdf/:file',
    summary: 'The report as PDF.',
    body: z.object({ file: z.string().max(200) }),
    reply: 'file',
    refusals: {},
    rate: { max: 30, perSeconds: 60 },
  }),
};
