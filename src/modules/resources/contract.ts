import { z } from 'zod';
import { endpoint } from '#platform/endpoint.ts';
import { resettable } from './rules.ts';

const fileRefusals = { 'no-such-file': 404, 'files-unavailable': 503 } as const;

export const resourcesContract = {
  asset: endpoint({
    method: 'GET',
    path: '/resources/asset',
    summary: 'A file that everybody may have: of the brand, or put into the public folder of the file store.',
    access: 'public',
    body: z.object({ fileName: z.string().max(300) }),
    reply: 'file',
    refusals: fileRefusals,
    rate: { max: 120, perSeconds: 60 },
    background: true,
  }),
  privateAsset: endpoint({
    method: 'GET',
    path: '/s3/getPrivateAsset',
    summary: "A file of the caller's organisation, under the name that is wished for.",
    access: 'org',
    body: z.object({ filePath: z.string().max(1000), desiredFileName: z.string().max(300).optional() }),
    reply: 'file',
    refusals: fileRefusals,
    rate: { max: 120, perSeconds: 60 },
  }),
  reset: endpoint({
    method: 'POST',
    path: '/reset/:what',
    summary:
      'Takes an organisation back to how it began, for whoever tries the portal out; never in production.',
    access: 'org',
    notInSupportSession: true,
    body: z.object({ what: z.enum(resettable), orgId: z.string().max(100) }),
    reply: z.object({}),
    refusals: { 'not-in-production': 403, 'no-such-organization': 404 },
    rate: { max: 20, perSeconds: 60 },
  }),
};
