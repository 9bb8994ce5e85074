import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BaseCtx, OrgCtx, PublicCtx } from '#platform/server/ctx.ts';
import { Refusal } from '#platform/server/refusal.ts';
import type { FileReply } from '#platform/server/http/serve.ts';
import { brandOfOrg, catalogOf, chooseBrand } from '#modules/catalog/server/public.ts';
import { FilesError, isFileKey } from '#providers/files/port.ts';
import { deliveryOf, isAssetName, privateKey, savedName } from '../fileNames.ts';

const publicPrefix = 'public/';

async function fromStore(ctx: BaseCtx, key: string, name: string): Promise<FileReply> {
  if (!isFileKey(key)) throw new Refusal('no-such-file');
  try {
    const file = await ctx.providers.files.open(key);
    if (!file) throw new Refusal('no-such-file');
    return { bytes: file.bytes, name, ...deliveryOf(key) };
  } catch (error) {
    if (error instanceof FilesError) throw new Refusal('files-unavailable', undefined, error);
    throw error;
  }
}

/** A file in `resources/` of the brand's own folder of the configuration. */
const fromBrand = (ctx: BaseCtx, brandId: string, name: string): Promise<Buffer | null> =>
  readFile(path.join(ctx.settings.configDir, 'brands', brandId, 'resources', name)).catch(() => null);

/** A file that everybody may have: of the brand that is looked at, else of the store's public folder. Refuses with `no-such-file`. */
export async function readAsset(ctx: PublicCtx, { fileName }: { fileName: string }): Promise<FileReply> {
  if (!isAssetName(fileName)) throw new Refusal('no-such-file');
  const orgId = ctx.session?.orgId;
  const brand = orgId
    ? await brandOfOrg(ctx.forOrg(orgId))
    : chooseBrand(catalogOf(ctx.settings), { host: ctx.client.host });
  const bytes = await fromBrand(ctx, brand.wire.brandId, fileName);
  if (bytes) return { bytes, name: fileName, ...deliveryOf(fileName) };
  return fromStore(ctx, publicPrefix + fileName, fileName);
}

/** A file of the caller's organisation. Any other path is answered like a file that is not there. */
export async function readPrivateAsset(
  ctx: OrgCtx,
  request: { filePath: string; desiredFileName?: string | undefined },
): Promise<FileReply> {
  const key = privateKey(ctx.orgId, request.filePath);
  if (!key) throw new Refusal('no-such-file');
  return fromStore(ctx, key, savedName(key, request.desiredFileName));
}
