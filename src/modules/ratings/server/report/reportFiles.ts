import path from 'node:path';
import type { OrgScope, BaseCtx } from '#platform/server/ctx.ts';
import { handles } from '#platform/server/jobs/jobs.ts';
import { drawn } from '#platform/server/pdf/drawing/drawing.ts';
import { Refusal } from '#platform/server/refusal.ts';
import type { FileReply } from '#platform/server/http/serve.ts';
import { brandOfOrg, toPdfBrand } from '#modules/catalog/server/public.ts';
import { reportFileName } from '../../rules.ts';
import { removeRatingFilesSpec } from '../runs/jobSpecs.ts';
import { requireDomain } from '../company/ownUrl.ts';
import { readRatings, type ReadRatings } from '../readRatings.ts';
import { renderSnapshotReport } from './report.ts';
import { sampleData, sampleCompany } from './sampleReport.ts';

const drawSnapshot = drawn(path.join(import.meta.dirname, 'report.ts'), renderSnapshotReport);

const folderOf = (orgId: string): string => `organizations/${orgId}/ratings/`;
export const agencyReportKey = (orgId: string, domain: string): string =>
  `${folderOf(orgId)}agency/${domain}.pdf`;

async function bytesOf(ctx: Pick<BaseCtx, 'providers'>, key: string): Promise<Buffer | null> {
  const file = await ctx.providers.files.open(key);
  if (!file) return null;
  const parts: Buffer[] = [];
  for await (const part of file.bytes) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

async function removeOlder(ctx: OrgScope, folder: string, newest: string): Promise<void> {
  for (const { key } of await ctx.providers.files.list(folder))
    if (key !== newest) await ctx.providers.files.remove(key);
}

/** The snapshot report: an agency's own where it brought one, else ours, made once for each writing of the snapshot. */
export async function reportOf(ctx: OrgScope, found: ReadRatings): Promise<Buffer> {
  const { data, companyName, edition, hasReport } = found;
  if (hasReport) {
    const own = await bytesOf(ctx, agencyReportKey(ctx.orgId, data.domain));
    if (own) return own;
  }
  const folder = `${folderOf(ctx.orgId)}snapshot/`;
  const key = `${folder}${data.domain}-${edition}.pdf`;
  const kept = await bytesOf(ctx, key);
  if (kept) return kept;
  const brand = toPdfBrand(await brandOfOrg(ctx));
  const made = await drawSnapshot(ctx, ctx.orgId, {
    data,
    companyName,
    brand,
    now: new Date(data.measuredAt),
  });
  try {
    await ctx.providers.files.put(key, made, 'application/pdf');
    await removeOlder(ctx, folder, key);
  } catch (error) {
    // it is made again next time
    ctx.log.warn({ err: error, orgId: ctx.orgId }, 'snapshot report not kept');
  }
  return made;
}

/** The report of the newest snapshot, named by the rule and not by what the address says. */
export async function snapshotReport(ctx: OrgScope): Promise<FileReply> {
  const domain = await ctx.inOrg((db) => requireDomain(db, 'no-rating'));
  const found = await readRatings(ctx, domain);
  if (!found) throw new Refusal('no-rating');
  const bytes = await reportOf(ctx, found);
  const name = reportFileName(found.companyName, domain, new Date(found.data.measuredAt));
  return { bytes, type: 'application/pdf', name, inline: true };
}

/** What a report looks like, with numbers that say on each page that they are made up; drawn once for each brand. */
export async function sampleReport(ctx: OrgScope): Promise<FileReply> {
  const data = sampleData();
  const brand = toPdfBrand(await brandOfOrg(ctx));
  // the same for all organizations of a brand, so it is nobody's turn in particular
  const bytes = await drawSnapshot(ctx, `sample of ${brand.nameLong}`, {
    data,
    companyName: sampleCompany,
    brand,
    now: new Date(data.measuredAt),
    watermark: 'SAMPLE',
  });
  return { bytes, type: 'application/pdf', name: 'Sample_Snapshot_Report.pdf', inline: true, framed: true };
}

/** Removes every report of an organisation. */
async function removeRatingFiles(base: BaseCtx, { orgId }: { orgId: string }): Promise<void> {
  const { files } = base.providers;
  for (
    let page = await files.list(folderOf(orgId));
    page.length > 0;
    page = await files.list(folderOf(orgId))
  )
    for (const { key } of page) await files.remove(key);
}
export const removeRatingFilesJob = handles(removeRatingFilesSpec, removeRatingFiles);
