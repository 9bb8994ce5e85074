import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { ReplyOf } from '#platform/endpoint.ts';
import type { OrgCtx } from '#platform/server/ctx.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { isLegible, oneLine } from '#platform/text.ts';
import type { packageContract } from '../../packageContract.ts';
import { catalogOfPackage } from './catalog.ts';
import { cut, readManifest, type PackageManifest } from './manifest.ts';
import { packageKey, removeFiles, removePackageFilesSpec, storeFiles } from './packageFiles.ts';
import * as store from './packages.store.ts';
import { unpack, type UnpackedFile } from './zip.ts';

export const organizationLimits = { packages: 50, bytes: 2_000_000_000 };
const usualMinutes = 30;
/** An import that is not done by then has failed, and its files are removed. */
const cleanupHours = 1;

const manifestName = 'imsmanifest.xml';

/** Files by their paths beside the manifest, which is at the root or in the one folder that everything is in. */
function besideManifest(files: readonly UnpackedFile[]): UnpackedFile[] {
  const isManifest = (file: UnpackedFile, folder: string) =>
    file.path.toLowerCase() === `${folder}${manifestName}`;
  if (files.some((file) => isManifest(file, ''))) return [...files];
  const top = `${files[0]?.path.split('/', 1)[0] ?? ''}/`;
  const found =
    files.every((file) => file.path.startsWith(top)) &&
    files.some((file) => isManifest(file, top.toLowerCase()));
  if (!found) {
    // what other standards have in the place of the manifest
    const others = /(^|\/)(cmi5\.xml|tincan\.xml)$|\.(crs|au)$/i;
    throw new Refusal(files.some((file) => others.test(file.path)) ? 'unknown-standard' : 'no-manifest');
  }
  return files.map((file) => ({ ...file, path: file.path.slice(top.length) }));
}

async function manifestOf(files: readonly UnpackedFile[]): Promise<PackageManifest> {
  const file = files.find((one) => one.path.toLowerCase() === manifestName)!;
  if (file.bytes > 4_000_000) throw new Refusal('no-manifest');
  return readManifest(
    await readFile(file.at),
    files.map((one) => one.path),
  );
}

async function refuseTooMany(db: OrgDb, orgId: string, more: number): Promise<void> {
  const has = await store.countPackages(db, orgId);
  if (has.packages >= organizationLimits.packages || has.bytes + more > organizationLimits.bytes)
    throw new Refusal('too-many-packages', organizationLimits);
}

/** Brings a package: unpacked and read whole before the first of its files is kept, and kept with all of them or not at all. */
export async function importPackage(
  ctx: OrgCtx,
): Promise<ReplyOf<(typeof packageContract)['importPackage']>> {
  const upload = ctx.upload!;
  await ctx.inOrg((db) => refuseTooMany(db, ctx.orgId, 0));
  const id = randomUUID();
  const key = packageKey(ctx.orgId, id);
  const to = await mkdtemp(path.join(path.dirname(upload.path), 'package-'));
  try {
    const files = besideManifest(await unpack(upload, to, key));
    const { title, standard, parts } = await manifestOf(files);
    const given = {
      id,
      title: [title, upload.name.replace(/\.zip$/i, ''), 'Course']
        .map((one) => cut(oneLine(one), 200))
        .find(isLegible)!,
      standard,
      parts,
      minutes: usualMinutes,
      addedAt: ctx.now(),
      files: files.length,
      bytes: files.reduce((sum, file) => sum + file.bytes, 0),
      addedBy: ctx.session.email,
    };
    await ctx.inOrg(async (db) => {
      await refuseTooMany(db, ctx.orgId, given.bytes);
      // whatever becomes of this program meanwhile
      const startAfter = new Date(ctx.now().getTime() + cleanupHours * 3_600_000);
      await ctx.jobs.enqueue(db, removePackageFilesSpec, { orgId: ctx.orgId, packageId: id }, { startAfter });
    });
    try {
      await storeFiles(ctx, key, files);
      await ctx.inOrg(async (db) => {
        await refuseTooMany(db, ctx.orgId, given.bytes);
        await store.insertPackage(db, ctx.orgId, given);
      });
    } catch (error) {
      await removeFiles(ctx, key).catch((cause: unknown) =>
        ctx.log.warn({ err: cause }, 'files of a package that was not kept'),
      );
      throw error;
    }
    return { data: catalogOfPackage(given) };
  } finally {
    await rm(to, { recursive: true, force: true });
  }
}
