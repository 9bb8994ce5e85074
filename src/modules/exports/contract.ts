import { z } from 'zod';
import { endpoint } from '#platform/endpoint.ts';

export { exportDays } from './rules.ts';

const tokenSchema = z.string().min(16).max(8192);

export const exportStates = ['waiting', 'running', 'ready', 'failed', 'expired'] as const;

const exportSchema = z.object({
  id: z.string(),
  name: z.string(),
  askedAt: z.string(),
  askedBy: z.string(),
  state: z.enum(exportStates),
  percent: z.number(),
  /** What is being written now, in a few words. */
  activity: z.string(),
  readyAt: z.string().nullable(),
  expiresAt: z.string().nullable(),
  bytes: z.number().nullable(),
  /** SHA-256 of the file. */
  fingerprint: z.string().nullable(),
});
export type Export = z.infer<typeof exportSchema>;

/** Everything of an organization as one file. */
export const exportsContract = {
  exports: endpoint({
    method: 'GET',
    path: '/organization/exports',
    summary: 'Exports that were asked for, the newest first, and how far the one at work is.',
    access: 'org',
    body: z.object({}),
    reply: z.object({ data: z.array(exportSchema) }),
    refusals: {},
    background: true,
  }),
  makeExport: endpoint({
    method: 'POST',
    path: '/organization/makeExport',
    summary:
      'Has everything of the organization written into a ZIP of JSON and files. The person has just proved to be themself.',
    access: 'org',
    notInSupportSession: true,
    body: z.object({ idToken: tokenSchema, accessToken: tokenSchema, refreshToken: tokenSchema }),
    reply: z.object({ data: exportSchema }),
    refusals: {
      'export-running': 409,
      'too-many-exports': 429,
      'invalid-token': 403,
      'identity-unavailable': 503,
    },
    rate: { max: 20, perSeconds: 300 },
  }),
  export: endpoint({
    method: 'GET',
    path: '/organization/export/:id/:file',
    summary: 'The file of an export, for seven days.',
    access: 'org',
    notInSupportSession: true,
    body: z.object({ id: z.string().max(60), file: z.string().max(300) }),
    reply: 'file',
    refusals: { 'no-such-export': 404 },
  }),
};
