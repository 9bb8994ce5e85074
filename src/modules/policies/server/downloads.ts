import type { BodyOf } from '#platform/endpoint.ts';
import type { OrgScope } from '#platform/server/ctx.ts';
import type { FileReply } from '#platform/server/serve.ts';
import type { policyFilesContract } from '../contract.ts';
import { packPdf } from './packPdf.ts';
import { policyPdf } from './policyPdf.ts';

type Calls = typeof policyFilesContract;

const inWindow = (file: { bytes: Buffer; name: string }): FileReply => ({
  ...file,
  type: 'application/pdf',
  inline: true,
});

/** One version, named by the rule and not by what the address says. */
export const downloadPolicy = async (
  ctx: OrgScope,
  { id, version }: BodyOf<Calls['policyDownload']>,
): Promise<FileReply> => inWindow(await policyPdf(ctx, id, version));

/** Every policy that holds. */
export const downloadPack = async (ctx: OrgScope): Promise<FileReply> => inWindow(await packPdf(ctx));
