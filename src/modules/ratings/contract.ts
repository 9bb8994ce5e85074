import { z } from 'zod';
import { endpoint } from '#platform/endpoint.ts';
import { severalLines } from '#platform/text.ts';
import { ratingsData } from './entities.ts';

const org = { access: 'org', module: 'ratings' } as const;
const post = { ...org, method: 'POST' } as const;
const get = { ...org, method: 'GET' } as const;

const asset = z.string().trim().min(1).max(300);
const findingKey = z.string().min(1).max(400);
const words = (most: number) =>
  z
    .string()
    .max(most * 2)
    .transform(severalLines)
    .pipe(z.string().min(3).max(most));

export const ratingsContract = {
  fastRatings: endpoint({
    ...post,
    path: '/ratings/fastRatings',
    summary:
      "The rating of the company's own website address. The first one is worked out in the background: ask again until data or error is there.",
    body: z.object({
      /** modules.md 5: a leading http(s):// is stripped. Only the company's own address is rated. */
      url: z.string().trim().max(2000),
      /** False leaves the report out of the answer. */
      pdf: z.boolean().default(true),
      /** Measures anew, at most once an hour. */
      refresh: z.boolean().default(false),
    }),
    reply: z.object({
      data: ratingsData.nullable(),
      /** The snapshot report, base64. */
      pdf: z.string().nullable(),
      /** modules.md 8, or null. */
      error: z.string().nullable(),
      /** What is being measured now. */
      progress: z.object({ percent: z.number(), activity: z.string(), startedAt: z.string() }).nullable(),
      /** When it can be measured anew; null for now. */
      refreshFrom: z.string().nullable(),
      /** The newest measurement failed, why and when: `data` is of the one before it. */
      failure: z.object({ at: z.string(), text: z.string() }).nullable(),
    }),
    refusals: { 'no-company-url': 409, 'other-url': 403, 'too-soon': 429 },
    background: true,
  }),
  planRatings: endpoint({
    ...post,
    path: '/ratings/plan',
    summary: 'What the rating would be with some findings fixed.',
    body: z.object({ fixed: z.array(findingKey).max(500) }),
    reply: z.object({
      data: z.object({
        rating: z.number(),
        projected: z.number(),
        capReason: z.string().nullable(),
        /** Grades that would change. */
        grades: z.array(z.object({ vector: z.string(), from: z.string(), to: z.string() })),
        /** Of each finding that is not ticked, what it would bring on top. */
        gains: z.record(z.string(), z.number()),
      }),
    }),
    refusals: { 'no-rating': 409, 'cannot-plan': 409 },
    background: true,
  }),
  disownAsset: endpoint({
    ...post,
    path: '/ratings/notOurs',
    summary:
      'Leaves the findings of an asset out of the rating because it is not the company’s, with a reason; staff see it.',
    body: z.object({ asset, reason: words(500) }),
    reply: z.object({}),
    refusals: {
      'no-rating': 409,
      'no-such-asset': 404,
      /** The domain itself cannot be left out. */ 'own-domain': 409,
    },
  }),
  ownAsset: endpoint({
    ...post,
    path: '/ratings/ours',
    summary: 'Takes an asset back into the rating.',
    body: z.object({ asset }),
    reply: z.object({}),
    refusals: { 'no-such-asset': 404 },
  }),
  ownershipProof: endpoint({
    ...get,
    path: '/ratings/ownership',
    summary: 'How to prove that the domain is the company’s: a DNS record or a file.',
    body: z.object({}),
    reply: z.object({
      data: z.object({
        domain: z.string(),
        verifiedAt: z.string().nullable(),
        by: z.enum(['dns', 'file']).nullable(),
        dns: z.object({ name: z.string(), value: z.string() }),
        file: z.object({ url: z.string(), content: z.string() }),
      }),
    }),
    refusals: { 'no-company-url': 409 },
  }),
  checkOwnership: endpoint({
    ...post,
    path: '/ratings/checkOwnership',
    summary: 'Looks for the proof now.',
    body: z.object({}),
    reply: z.object({
      data: z.object({ verified: z.boolean(), /** What was found instead. */ seen: z.string() }),
    }),
    refusals: { 'no-company-url': 409 },
    rate: { max: 10, perSeconds: 60 },
  }),
  saveDkimSelectors: endpoint({
    ...post,
    path: '/ratings/dkimSelectors',
    summary: 'Names of signing keys to look at beside the usual ones.',
    body: z.object({
      selectors: z
        .array(
          z
            .string()
            .trim()
            .regex(/^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/),
        )
        .max(20),
    }),
    reply: z.object({}),
    refusals: {},
  }),
  requestDetailedReport: endpoint({
    ...post,
    path: '/ratings/requestDetailedReport',
    summary: 'Asks the experts for a report that explains the rating in detail; it arrives as a message.',
    body: z.object({
      note: z.string().max(4000).transform(severalLines).pipe(z.string().max(2000)).default(''),
    }),
    reply: z.object({
      data: z.object({
        requestedAt: z.string(),
        /** The conversation in which it arrives. */ threadId: z.string(),
      }),
    }),
    refusals: { 'no-rating': 409, 'already-requested': 409, 'too-many-questions': 429 },
    notInSupportSession: true,
  }),
  snapshotReport: endpoint({
    ...get,
    path: '/ratings/snapshot/:file',
    summary: 'The snapshot report.',
    body: z.object({ file: z.string().max(200) }),
    reply: 'file',
    refusals: { 'no-rating': 404 },
  }),
  sampleReport: endpoint({
    ...get,
    path: '/ratings/sample/:file',
    summary: 'A sample of the report, with made-up numbers that say so on each page.',
    body: z.object({ file: z.string().max(200) }),
    reply: 'file',
    refusals: {},
  }),
};
