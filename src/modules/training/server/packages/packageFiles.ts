import { createReadStream } from 'node:fs';
import { z } from 'zod';
import type { BaseCtx } from '#platform/server/ctx.ts';
import { jobSpec, type JobHandler } from '#platform/server/jobs/jobs.ts';
import { contentTypeOf } from './contentTypes.ts';
import { selectPackage } from './packages.store.ts';
import type { UnpackedFile } from './zip.ts';

export const packageKey = (orgId: string, packageId: string): string =>
  `organizations/${orgId}/training/${packageId}/`;

const atOnce = 4;

export async function storeFiles(
  ctx: Pick<BaseCtx, 'providers'>,
  key: string,
  files: readonly UnpackedFile[],
): Promise<void> {
  const left = files.values();
  const work = async () => {
    for (const file of left)
      await ctx.providers.files.put(
        `${key}${file.path}`,
        createReadStream(file.at),
        contentTypeOf(file.path),
      );
  };
  const done = await Promise.allSettled(Array.from({ length: atOnce }, work));
  const failed = done.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
}

export async function removeFiles(
  { providers: { files } }: Pick<BaseCtx, 'providers'>,
  key: string,
  signal?: AbortSignal,
): Promise<void> {
  for (let found = await files.list(key); found.length > 0; found = await files.list(key)) {
    for (const one of found) {
      signal?.throwIfAborted();
      await files.remove(one.key);
    }
  }
}

/** Removes the files of a package that is taken away, or that never came to be. */
export const removePackageFilesSpec = jobSpec({
  name: 'remove-package-files',
  data: z.object({ orgId: z.uuid(), packageId: z.uuid() }),
  retries: 5,
  retryDelaySeconds: 60,
  retryBackoff: true,
  timeLimitSeconds: 1800,
});

export const removePackageFilesJob: JobHandler<BaseCtx> = {
  spec: removePackageFilesSpec,
  run: async (ctx, { orgId, packageId }: z.output<typeof removePackageFilesSpec.data>, { signal }) => {
    if (await ctx.forOrg(orgId).inOrg((db) => selectPackage(db, packageId))) return;
    await removeFiles(ctx, packageKey(orgId, packageId), signal);
  },
};
