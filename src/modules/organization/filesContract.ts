import { z } from 'zod';
import { endpoint } from '#platform/endpoint.ts';

const fileRefusals = { 'no-such-file': 404, 'files-unavailable': 503 } as const;

export const filesContract = {
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
};
