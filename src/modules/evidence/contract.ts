import { z } from 'zod';
import { endpoint } from '#platform/endpoint.ts';
import { oneLine } from '#platform/text.ts';
import { audiences, longestAddressee, sections } from './rules.ts';

const org = { access: 'org', module: 'dashboard' } as const;

const packSchema = z.object({
  id: z.string(),
  /** On each of its pages. */
  documentId: z.string(),
  name: z.string(),
  audience: z.enum(audiences),
  addressee: z.string(),
  sections: z.array(z.enum(sections)),
  madeAt: z.string(),
  madeBy: z.string(),
  pages: z.number(),
  bytes: z.number(),
  /** SHA-256 of the file. */
  fingerprint: z.string(),
  /** By which anyone can check it; null of packs from before there were codes. */
  code: z.string().nullable(),
  /** When it was withdrawn, if it was. */
  withdrawnAt: z.string().nullable(),
});
export type Pack = z.infer<typeof packSchema>;

export const evidenceContract = {
  packs: endpoint({
    ...org,
    method: 'GET',
    path: '/evidence/packs',
    summary: 'Evidence packs that were made, the newest first, ten a page; and what one can tell of now.',
    body: z.object({ page: z.coerce.number().int().min(1).max(1000).default(1) }),
    reply: z.object({
      data: z.object({
        packs: z.array(packSchema),
        total: z.number(),
        /** Parts of the modules that the plan holds. */
        offered: z.array(z.enum(sections)),
      }),
    }),
    refusals: {},
    background: true,
  }),
  makePack: endpoint({
    ...org,
    method: 'POST',
    path: '/evidence/makePack',
    summary:
      'Makes an evidence pack: a PDF of what the company does about security, as of now, for others to read.',
    body: z.object({
      audience: z.enum(audiences),
      addressee: z
        .string()
        .max(longestAddressee * 2)
        .transform(oneLine)
        .pipe(z.string().max(longestAddressee))
        .default(''),
      /** Left out: everything that there is. */
      sections: z.array(z.enum(sections)).min(1).max(sections.length).optional(),
    }),
    reply: z.object({ data: packSchema }),
    refusals: { 'nothing-chosen': 409, 'too-many-packs': 429, 'no-room': 503 },
    notInSupportSession: true,
  }),
  pack: endpoint({
    ...org,
    method: 'GET',
    path: '/evidence/pack/:id/:file',
    summary: 'The file of a pack, the very bytes that were made.',
    body: z.object({ id: z.string().max(60), file: z.string().max(300) }),
    reply: 'file',
    refusals: { 'no-such-pack': 404 },
  }),
  withdrawPack: endpoint({
    ...org,
    method: 'POST',
    path: '/evidence/withdrawPack',
    summary:
      'Withdraws a pack: the page that checks it says so from then on. Doing so again changes nothing.',
    body: z.object({ id: z.string().max(60) }),
    reply: z.object({ data: packSchema }),
    refusals: { 'no-such-pack': 404 },
    notInSupportSession: true,
  }),
};

/** For anyone who was sent a pack. */
export const packCheckContract = {
  checkPack: endpoint({
    access: 'public',
    method: 'POST',
    // codes cannot be guessed, and nobody should try
    rate: { max: 30, perSeconds: 60 },
    path: '/evidence/checkPack',
    summary: 'Whether an evidence pack is genuine and still valid, for anyone who was sent one.',
    body: z.object({ code: z.string().trim().min(4).max(60) }),
    reply: z.object({
      data: z.object({
        code: z.string(),
        documentId: z.string(),
        company: z.string(),
        madeAt: z.string(),
        pages: z.number(),
        bytes: z.number(),
        /** SHA-256 of the file. */
        fingerprint: z.string(),
        withdrawnAt: z.string().nullable(),
      }),
    }),
    refusals: { 'no-such-pack': 404 },
  }),
};
