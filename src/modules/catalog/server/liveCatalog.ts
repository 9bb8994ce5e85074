import { setInterval } from 'node:timers';
import type { BaseCtx } from '#platform/server/ctx.ts';
import type { GlobalDb } from '#platform/server/database/database.ts';
import type { Logger } from '#platform/server/log/log.ts';
import type { Settings } from '#platform/server/settings/settings.ts';
import { buildCatalog } from './buildCatalog.ts';
import type { Catalog } from './catalog.ts';
import {
  selectEdits,
  selectPictures,
  selectRevision,
  type EditRow,
  type PictureRow,
} from './catalogEdits.store.ts';
import { settle, type EditDocument, type Settled } from './catalogEdits.ts';
import { readParts, type CatalogParts } from './catalogFiles.ts';
import { checkPicture, type Picture } from './logo.ts';

type Where = Pick<Settings, 'configDir' | 'publicUrl'>;
export type UsedEdit = EditRow & { document: EditDocument };
type Live = Settled<UsedEdit> & { edits: readonly EditRow[]; revision: number };

const files = new Map<string, { parts: CatalogParts; catalog: Catalog }>();
/** What staff edited is of one database, and so of the settings that a program runs with. */
const live = new WeakMap<Where, Live>();

/** The files of an installation, read and checked once per folder. Throws `ConfigError`. */
function filesOf(settings: Where): { parts: CatalogParts; catalog: Catalog } {
  const key = `${settings.configDir}\n${settings.publicUrl}`;
  const known = files.get(key);
  if (known) return known;
  const parts = readParts(settings);
  const read = { parts, catalog: buildCatalog(parts) };
  files.set(key, read);
  return read;
}

/** The catalogue as it is now: what the files say, and above it what staff edited. Throws `ConfigError` at its first reading. */
export const catalogOf = (settings: Where): Catalog =>
  live.get(settings)?.catalog ?? filesOf(settings).catalog;

/** The files' own parts, with the pictures that staff brought. */
export function partsWith(settings: Where, pictures: readonly PictureRow[]): CatalogParts {
  const { parts } = filesOf(settings);
  const brought = new Map(pictures.map((row) => [`${row.brandId}/${row.file}`, row.svg]));
  const checked = new Map<string, Picture>();
  return {
    ...parts,
    pictureOf: (brandId, file) => {
      const place = `${brandId}/${file}`;
      const svg = brought.get(place);
      if (svg === undefined) return parts.pictureOf(brandId, file);
      const picture = checked.get(place) ?? checkPicture(svg, file);
      checked.set(place, picture);
      return picture;
    },
  };
}

/** Everything of the catalogue as it is now, for whoever edits it. */
export function deskCatalog(settings: Where): {
  files: CatalogParts;
  now: Settled<UsedEdit>;
  edits: readonly EditRow[];
} {
  const { parts, catalog } = filesOf(settings);
  const current = live.get(settings);
  return {
    files: parts,
    now: current ?? { catalog, parts, accepted: [], problems: [] },
    edits: current?.edits ?? [],
  };
}

export const isUsed = (edit: EditRow): edit is UsedEdit => edit.document !== null;

/** Takes up what staff edited; effective for `catalogOf` when it is done. An older answer never replaces a newer one. */
export async function refreshCatalog({
  settings,
  global,
  log,
}: Pick<BaseCtx, 'settings' | 'global' | 'log'>): Promise<void> {
  const revision = await selectRevision(global);
  const [edits, pictures] = await Promise.all([selectEdits(global), selectPictures(global)]);
  if ((live.get(settings)?.revision ?? -1) > revision) return;
  const settled = settle(partsWith(settings, pictures), edits.filter(isUsed));
  for (const { edit, problem } of settled.problems)
    log.warn(
      { kind: edit.kind, id: edit.id, problem },
      'an edit of the catalogue cannot be used; the file holds there',
    );
  live.set(settings, { ...settled, edits, revision });
}

const lookEveryMs = 30_000;

/**
 * Keeps the catalogue of a program at what staff edited. Notices call `refresh`; where they do not come through, a look each
 * half minute does.
 */
export async function followCatalog(parts: {
  settings: Settings;
  global: GlobalDb;
  log: Logger;
}): Promise<{ refresh: () => Promise<void>; close: () => Promise<void> }> {
  await refreshCatalog(parts);
  let last = Promise.resolve();
  // one after the other, so that the last one sees the newest
  const refresh = () =>
    (last = last
      .then(() => refreshCatalog(parts))
      .catch((error: unknown) => parts.log.warn({ err: error }, 'catalogue not refreshed')));
  const look = async () => {
    const revision = await selectRevision(parts.global).catch(() => null);
    if (revision !== null && revision !== live.get(parts.settings)?.revision) await refresh();
  };
  const timer = setInterval(() => void look(), lookEveryMs).unref();
  return {
    refresh,
    close: async () => {
      clearInterval(timer);
      await last;
    },
  };
}
