import type { BaseCtx } from '#platform/server/ctx.ts';
import { isDuplicate, type GlobalDb } from '#platform/server/database/database.ts';
import { Refusal } from '#platform/server/refusal.ts';
import { buildCatalog } from './buildCatalog.ts';
import {
  holdCatalog,
  insertEdit,
  insertPicture,
  selectEdits,
  selectPictures,
  type EditRow,
} from './catalogEdits.store.ts';
import {
  documentOf,
  EntryError,
  entriesOf,
  merge,
  parseValue,
  sentence,
  settle,
  valueOf,
  type CatalogEdit,
  type EditDocument,
  type EditKind,
  type Entries,
  type EntryProblem,
} from './catalogEdits.ts';
import type { CatalogParts } from './catalogFiles.ts';
import { ConfigError } from './configFiles.ts';
import { deskCatalog, isUsed, partsWith, refreshCatalog } from './liveCatalog.ts';
import { checkPicture } from './logo.ts';

/** One entry as the desk shows it. */
export type DeskEntry<V> = {
  id: string;
  /** What holds now; where nothing does, because an entry of no file cannot be used, what staff wrote. */
  value: V;
  /** What the file says; null where the entry was made at the desk. */
  file: V | null;
  /** Version of what staff edited; 0 where they never did. */
  version: number;
  /** The last edit, whether or not it holds. */
  edited: { by: string; at: Date } | null;
  /** True while an edit lies above the file. */
  isEdited: boolean;
  /** Why the edit cannot be used at the moment, so that the file holds. */
  problem: string | null;
};
export type Desk = {
  [K in EditKind]: DeskEntry<Entries[K] extends ReadonlyMap<string, infer V> ? V : never>[];
};

/** Every brand, channel and subscription id with what staff edited of it, files first. */
export function readDesk(settings: BaseCtx['settings']): Desk {
  const { files, now, edits } = deskCatalog(settings);
  const [inFiles, current] = [entriesOf(files), entriesOf(now.parts)];
  const of = <K extends EditKind>(kind: K): Desk[K] => {
    const own = new Map(edits.filter((edit) => edit.kind === kind).map((edit) => [edit.id, edit]));
    const ids = new Set([...inFiles[kind].keys(), ...[...own.values()].filter(isUsed).map(({ id }) => id)]);
    return [...ids].map((id) => {
      const edit = own.get(id);
      return {
        id,
        value: current[kind].get(id) ?? valueOf(inFiles[kind].get(id), edit?.document ?? {}),
        file: inFiles[kind].get(id) ?? null,
        version: edit?.version ?? 0,
        edited: edit ? { by: edit.editedBy, at: edit.editedAt } : null,
        isEdited: edit !== undefined && isUsed(edit),
        problem: now.problems.find((one) => one.edit.kind === kind && one.edit.id === id)?.problem ?? null,
      };
    }) as unknown as Desk[K];
  };
  return { brand: of('brand'), channel: of('channel'), 'subscription-id': of('subscription-id') };
}

export type CatalogChange = {
  kind: EditKind;
  id: string;
  /** The version that whoever edits has seen; null where the entry must not be there yet. */
  seen: number | null;
  /** What it is to be; null for the file's version. */
  value: EditDocument | null;
};
/** Drawings brought along: each gets a name of its own, which is put at the place of the field. */
export type BroughtPicture = { brandId: string; field: string; svg: string };
export type ChangedEntry = {
  kind: EditKind;
  id: string;
  before: EditDocument | null;
  after: EditDocument | null;
};

const cannotBeUsed = (problems: readonly EntryProblem[]) =>
  new Refusal('cannot-be-used', { fields: problems });

/** Size of a drawing that can be a logo. Refuses with `cannot-be-used`. */
export function readDrawing(svg: string): { width: number; height: number } {
  try {
    const { width, height } = checkPicture(svg, 'The drawing');
    return { width, height };
  } catch (error) {
    if (error instanceof ConfigError)
      throw cannotBeUsed([{ field: 'svg', message: sentence(error.problem) }]);
    throw error;
  }
}

/** The name under which a drawing is kept; null where it is not fit. */
function named({ field, svg }: BroughtPicture): string {
  try {
    return `desk-${checkPicture(svg, 'The drawing').version}.svg`;
  } catch (error) {
    if (error instanceof ConfigError) throw cannotBeUsed([{ field, message: sentence(error.problem) }]);
    throw error;
  }
}

/** Refuses what the catalogue as a whole says about the changed entries, on the field where it can be told. */
function check(
  parts: CatalogParts,
  edits: readonly CatalogEdit[],
  changes: readonly CatalogChange[],
): CatalogParts {
  try {
    for (const { kind, value } of changes) if (value) parseValue(kind, value);
    const merged = merge(parts, edits);
    try {
      buildCatalog(merged);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      throw new EntryError([placed(error, merged, changes)]);
    }
    return merged;
  } catch (error) {
    if (error instanceof EntryError) throw cannotBeUsed(error.problems);
    throw error;
  }
}

/** A sentence about `channels[3].defaultPlan` as one about a field, where that is the changed channel. */
function placed(
  { place, problem, message }: ConfigError,
  { brands, channels }: CatalogParts,
  changes: readonly CatalogChange[],
): EntryProblem {
  const found = /^(brand|channel)s\[(\d+)\]\.(.+)$/.exec(place);
  const id =
    found &&
    (found[1] === 'brand' ? brands[Number(found[2])]?.brandId : channels[Number(found[2])]?.channelId);
  const isOurs = found && changes.some((change) => change.kind === found[1] && change.id === id);
  if (isOurs) return { field: found[3]!, message: sentence(problem) };
  if (place === 'hosts:')
    return { field: 'hosts', message: sentence(`${problem}: a host leads to one brand`) };
  if (/\.svg: must be square/.test(message)) return { field: 'brandMark', message: 'Must be square.' };
  if (/\.svg: must have the same size/.test(message))
    return { field: 'brandLogoDark', message: 'Must have the same size as the other logo.' };
  return { field: '', message: sentence(place === '' ? problem : `${place} ${problem}`) };
}

/**
 * Saves changes of the catalogue, all or none, and takes them up in this program; the others hear of it by notice.
 * @param record writes down what was done, in the same transaction
 * @throws Refusal `stale` when somebody else saved meanwhile, `taken` when a new id is there already, `cannot-be-used` with the
 * fields where the catalogue would not be right
 */
export async function saveChanges(
  ctx: Pick<BaseCtx, 'settings' | 'global' | 'log' | 'now'>,
  by: string,
  { changes, pictures = [] }: { changes: CatalogChange[]; pictures?: BroughtPicture[] },
  record: (db: GlobalDb, changed: ChangedEntry[]) => Promise<void>,
): Promise<void> {
  try {
    await ctx.global.transaction().execute(async (db) => {
      await holdCatalog(db);
      const changed = await save(ctx, db, by, changes, pictures);
      if (changed.length > 0) await record(db, changed);
    });
  } catch (error) {
    if (isDuplicate(error, 'catalog_edit_pkey')) throw new Refusal('stale', {}, error);
    throw error;
  }
  await refreshCatalog(ctx);
}

/** Refuses with `taken`, `stale` or `no-file` a change that does not fit what is there. */
function refuseConflict({ seen, value }: CatalogChange, row: EditRow | undefined, isInFile: boolean): void {
  if (seen === null && (isInFile || (row && isUsed(row)))) throw new Refusal('taken');
  if (seen !== null && seen !== (row?.version ?? 0)) throw new Refusal('stale');
  if (value === null && !isInFile) throw new Refusal('no-file');
}

async function save(
  ctx: Pick<BaseCtx, 'settings' | 'now'>,
  db: GlobalDb,
  by: string,
  asked: CatalogChange[],
  pictures: BroughtPicture[],
): Promise<ChangedEntry[]> {
  const names = pictures.map((picture) => ({ ...picture, file: named(picture) }));
  const changes = asked.map((change) => ({
    ...change,
    value: change.value && {
      ...change.value,
      ...(change.kind === 'brand' ? Object.fromEntries(names.map(({ field, file }) => [field, file])) : {}),
    },
  }));
  for (const { brandId, file, svg } of names) await insertPicture(db, { brandId, file, svg }, ctx.now());
  const [rows, kept] = [await selectEdits(db), await selectPictures(db)];
  const parts = partsWith(ctx.settings, kept);
  const inFiles = entriesOf(parts);
  const before = settle(parts, rows.filter(isUsed));
  const current = entriesOf(before.parts);
  const rowOf = ({ kind, id }: { kind: EditKind; id: string }) =>
    rows.find((row) => row.kind === kind && row.id === id);
  for (const change of changes) refuseConflict(change, rowOf(change), inFiles[change.kind].has(change.id));
  const isChanged = (edit: { kind: EditKind; id: string }) =>
    changes.some(({ kind, id }) => kind === edit.kind && id === edit.id);
  const documents = changes.map(({ kind, id, value }) => {
    if (value === null) return { kind, id, document: null };
    const file = inFiles[kind].get(id);
    const document = documentOf(file, wellFormed(kind, value));
    return { kind, id, document: file && Object.keys(document).length === 0 ? null : document };
  });
  const wanted: CatalogEdit[] = [
    ...before.accepted.filter((edit) => !isChanged(edit)),
    ...documents.flatMap(({ kind, id, document }) => (document ? [{ kind, id, document }] : [])),
  ];
  const after = entriesOf(check(parts, wanted, changes));
  const changed: ChangedEntry[] = [];
  for (const { kind, id, document } of documents) {
    const row = rowOf({ kind, id });
    const [old, now] = [current[kind].get(id) ?? null, after[kind].get(id) ?? null];
    if (
      JSON.stringify(row?.document ?? null) === JSON.stringify(document) &&
      JSON.stringify(old) === JSON.stringify(now)
    )
      continue;
    const edit: EditRow = {
      kind,
      id,
      version: (row?.version ?? 0) + 1,
      document,
      editedBy: by,
      editedAt: ctx.now(),
    };
    await insertEdit(db, edit);
    changed.push({ kind, id, before: old, after: now });
  }
  return changed;
}

/** A value as its schema reads it: lower-cased hosts, trimmed words. */
function wellFormed(kind: EditKind, value: EditDocument): object {
  try {
    return parseValue(kind, value);
  } catch (error) {
    if (error instanceof EntryError) throw cannotBeUsed(error.problems);
    throw error;
  }
}
