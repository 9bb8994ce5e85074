import { z } from 'zod';
import { endpoint } from '#platform/endpoint.ts';
import { courseId, traineeCourse } from './entities.ts';
import { playAction, playRefusals, playReply, playView } from './playEntities.ts';

/** A whole company learns from one address; nobody guesses a link. */
const open = { access: 'public', method: 'POST', rate: { max: 1200, perSeconds: 60 } } as const;
const token = z.string().min(20).max(400);
const linkRefusals = {
  /** Not given out by this portal, or its person is gone. */
  'link-invalid': 404,
  /** It was true once: a new one can be mailed. */
  'link-expired': 410,
} as const;
const courseRefusals = { ...linkRefusals, 'no-such-course': 404, 'course-locked': 403 } as const;

/** For trainees, who have no account: what their link opens. */
export const learnContract = {
  openLearning: endpoint({
    ...open,
    path: '/learn/open',
    summary: 'Whose link it is, and the courses of that person.',
    body: z.object({ token }),
    reply: z.object({
      data: z.object({
        firstName: z.string(),
        lastName: z.string(),
        companyName: z.string(),
        /** Whom to tell when something looks wrong; null where the company named nobody. */
        contact: z.object({ name: z.string(), reach: z.string() }).nullable(),
        passMark: z.int(),
        courses: z.array(
          traineeCourse.extend({
            title: z.string(),
            summary: z.string(),
            minutes: z.int(),
            month: z.int().nullable(),
            kind: z.enum(['yearly', 'own']),
          }),
        ),
        yearCertificate: z.string().nullable(),
      }),
    }),
    refusals: linkRefusals,
  }),
  loadCourse: endpoint({
    ...open,
    path: '/learn/course',
    summary: 'A course as far as its person is; answers that were not given are not in it.',
    body: z.object({ token, course: courseId }),
    reply: z.object({ data: playView }),
    refusals: courseRefusals,
  }),
  playCourse: endpoint({
    ...open,
    path: '/learn/play',
    summary: 'One step in a course; scores are worked out here.',
    body: z.object({ token, course: courseId, action: playAction }),
    reply: z.object({ data: playReply }),
    refusals: { ...courseRefusals, ...playRefusals },
  }),
  askForLink: endpoint({
    ...open,
    rate: { max: 30, perSeconds: 60 },
    path: '/learn/newLink',
    summary: 'Mail the person of an expired link a new one; the answer is the same for every link.',
    body: z.object({ token }),
    reply: z.object({}),
    refusals: {},
  }),
  learnCertificate: endpoint({
    access: 'public',
    method: 'GET',
    rate: { max: 120, perSeconds: 60 },
    path: '/learn/certificate/:token/:code/:file',
    summary: "A certificate of the link's person as PDF.",
    body: z.object({ token, code: z.string().max(40), file: z.string().max(200) }),
    reply: 'file',
    refusals: { ...linkRefusals, 'no-such-certificate': 404 },
  }),
  checkCertificate: endpoint({
    access: 'public',
    method: 'POST',
    // codes cannot be guessed, and nobody should try
    rate: { max: 30, perSeconds: 60 },
    path: '/learn/checkCertificate',
    summary: 'Whether a certificate is true, for whoever was shown one.',
    body: z.object({ code: z.string().trim().min(4).max(60) }),
    reply: z.object({
      data: z.object({
        code: z.string(),
        name: z.string(),
        company: z.string(),
        title: z.string(),
        isYear: z.boolean(),
        score: z.int().nullable(),
        minutes: z.int(),
        finishedAt: z.string(),
      }),
    }),
    refusals: { 'no-such-certificate': 404 },
  }),
};
