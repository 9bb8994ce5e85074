import { z } from 'zod';
import { endpoint } from '#platform/endpoint.ts';
import { isLegible } from '#platform/text.ts';
import { catalogCourse, courseId, courseStatuses } from './entities.ts';

const org = { access: 'org', module: 'training' } as const;
const title = z
  .string()
  .trim()
  .max(200, 'Use at most 200 characters.')
  .refine(isLegible, 'Please enter a name.');
const minutes = z.int().min(1, 'Use 1 to 600.').max(600, 'Use 1 to 600.');
const token = z.string().min(20).max(400);
/** Of an uploaded package; what it unpacks to may not be larger either. */
export const mostBytesOfPackage = 200_000_000;
/** What a package may keep of one person and part, as JSON. */
export const mostBytesOfState = 200_000;
export const packageStandards = ['scorm12', 'cmi5'] as const;

export const packageContract = {
  exportCourse: endpoint({
    ...org,
    method: 'GET',
    path: '/training/exportCourse/:course/:standard/:file',
    summary: 'A course of the year as a package for another learning system.',
    body: z.object({ course: courseId, standard: z.enum(packageStandards), file: z.string().max(200) }),
    reply: 'file',
    refusals: { 'no-such-course': 404 },
    rate: { max: 30, perSeconds: 60 },
  }),
  importPackage: endpoint({
    ...org,
    method: 'POST',
    path: '/training/importPackage',
    summary: 'Bring a SCORM 1.2 or 2004 package (multipart, field "file") as a course of the organisation.',
    upload: { maxBytes: mostBytesOfPackage },
    body: z.object({}),
    reply: z.object({ data: catalogCourse }),
    refusals: {
      'unreadable-package': 400,
      /** No imsmanifest.xml at its root, or none that names something to launch. */
      'no-manifest': 400,
      'unknown-standard': 400,
      /** Paths that leave the package, links, or files that unpack to far more than they hold. */
      'unsafe-package': 400,
      'package-too-large': 413,
      'too-many-packages': 403,
    },
    notInSupportSession: true,
    rate: { max: 10, perSeconds: 60 },
  }),
  editPackage: endpoint({
    ...org,
    method: 'POST',
    path: '/training/editPackage',
    summary: 'Name and length of a course of the organisation.',
    body: z.object({ course: z.uuid(), title, minutes }),
    reply: z.object({}),
    refusals: { 'no-such-course': 404 },
    rate: { max: 60, perSeconds: 60 },
  }),
  removePackage: endpoint({
    ...org,
    method: 'POST',
    path: '/training/removePackage',
    summary: 'Take a course of the organisation away; what people finished stays on record.',
    body: z.object({ course: z.uuid() }),
    reply: z.object({}),
    refusals: { 'no-such-course': 404 },
    notInSupportSession: true,
    rate: { max: 60, perSeconds: 60 },
  }),
  openPackage: endpoint({
    access: 'public',
    method: 'POST',
    path: '/learn/package/open',
    summary: "A course of the organisation for a link's person: where its frame is, and what it kept.",
    body: z.object({ token, course: courseId }),
    reply: z.object({
      data: z.object({
        title: z.string(),
        standard: z.enum(['1.2', '2004']),
        learner: z.object({ id: z.string(), name: z.string() }),
        parts: z.array(
          z.object({
            id: z.string(),
            title: z.string(),
            /** Address of the frame; works for this person and for some hours only. */
            frame: z.string(),
            parameters: z.string(),
            masteryScore: z.number().nullable(),
            /** What the part kept with `savePackage`, as JSON text; '' before. */
            state: z.string(),
            isDone: z.boolean(),
          }),
        ),
        status: z.enum(courseStatuses),
        bestScore: z.int().nullable(),
      }),
    }),
    refusals: { 'link-invalid': 404, 'link-expired': 410, 'no-such-course': 404, 'course-locked': 403 },
    rate: { max: 300, perSeconds: 60 },
  }),
  savePackage: endpoint({
    access: 'public',
    method: 'POST',
    path: '/learn/package/save',
    summary: 'What a part of a course of the organisation keeps, and what it says of status and score.',
    body: z.object({
      token,
      course: courseId,
      part: z.string().max(200),
      state: z.string().max(mostBytesOfState),
    }),
    reply: z.object({
      data: z.object({ status: z.enum(courseStatuses), bestScore: z.int().nullable(), isDone: z.boolean() }),
    }),
    refusals: {
      'link-invalid': 404,
      'link-expired': 410,
      'no-such-course': 404,
      'course-locked': 403,
      'no-such-part': 404,
      'unreadable-state': 400,
    },
    maxBytes: 500_000,
    rate: { max: 600, perSeconds: 60 },
  }),
};
