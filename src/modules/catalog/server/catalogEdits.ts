import type { z } from 'zod';
import { buildCatalog } from './buildCatalog.ts';
import type { Catalog } from './catalog.ts';
import type { CatalogParts } from './catalogFiles.ts';
import { ConfigError, problemsOf } from './configFiles.ts';
import {
  brandEntry,
  channelEntry,
  signUpCodeEntry,
  type BrandEntry,
  type ChannelEntry,
  type SignUpCodeEntry,
} from './configSchemas.ts';

// What staff edited lies above the files, entry by entry and field by field: a document holds the fields that differ from the
// file, null for one that is left out there; of an entry that no file knows it holds all.

/** A channel without its ids, which are entries of their own. */
export type ChannelValue = Omit<ChannelEntry, 'subscriptionIds'>;
export type SignUpCodeValue = SignUpCodeEntry & { channelId: string };
export type Values = { brand: BrandEntry; channel: ChannelValue; 'subscription-id': SignUpCodeValue };
export type EditKind = keyof Values;
export type EditDocument = Record<string, unknown>;
export type CatalogEdit = { kind: EditKind; id: string; document: EditDocument };
export type Entries = { [K in EditKind]: ReadonlyMap<string, Values[K]> };

const ofChannel = ({ subscriptionIds: _ids, ...channel }: ChannelEntry): ChannelValue => channel;

/** The entries of parts, each under its id; subscription ids under the lower-cased one. */
export const entriesOf = ({ brands, channels }: Pick<CatalogParts, 'brands' | 'channels'>): Entries => ({
  brand: new Map(brands.map((brand) => [brand.brandId, brand])),
  channel: new Map(channels.map((channel) => [channel.channelId, ofChannel(channel)])),
  'subscription-id': new Map(
    channels.flatMap(({ channelId, subscriptionIds }) =>
      subscriptionIds.map((link): [string, SignUpCodeValue] => [
        link.id.toLowerCase(),
        { ...link, channelId },
      ]),
    ),
  ),
});

const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** The fields in which a value differs from the file's. */
export function documentOf(file: object | undefined, value: object): EditDocument {
  const [before, now] = [(file ?? {}) as EditDocument, value as EditDocument];
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])];
  return Object.fromEntries(
    names.filter((name) => !same(before[name], now[name])).map((name) => [name, now[name] ?? null]),
  );
}

/** The value that a document makes of the file's. */
export const valueOf = (file: object | undefined, document: EditDocument): EditDocument =>
  Object.fromEntries(
    Object.entries({ ...file, ...document }).filter(([, value]) => value !== null && value !== undefined),
  );

export type EntryProblem = { field: string; message: string };
/** An entry that cannot be used, field by field; a field is empty where it is about the whole. */
export class EntryError extends Error {
  readonly problems: readonly EntryProblem[];
  constructor(problems: readonly EntryProblem[]) {
    super(problems.map(({ field, message }) => (field ? `${field}: ${message}` : message)).join(' '));
    this.problems = problems;
  }
}

/** The sentence of an operator as one beside a field. */
export const sentence = (problem: string): string =>
  `${problem.charAt(0).toUpperCase()}${problem.slice(1).replace(/\.$/, '')}.`;

const parse = <S extends z.ZodType>(schema: S, value: unknown): z.output<S> => {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new EntryError(
    problemsOf(value, parsed.error).map(({ place, problem }) => ({
      field: place,
      message: sentence(problem),
    })),
  );
};

/** Checks a value by itself, with the schemas of the files. Throws `EntryError`. */
export function parseValue<K extends EditKind>(kind: K, value: EditDocument): Values[K] {
  if (kind === 'brand') return parse(brandEntry, value) as Values[K];
  if (kind === 'channel') return ofChannel(parse(channelEntry, value)) as Values[K];
  const { channelId, ...link } = value;
  return { ...parse(signUpCodeEntry, link), channelId: String(channelId) } as Values[K];
}

/** The parts of the files with edits over them. Throws `EntryError` where one of them is wrong by itself. */
export function merge(files: CatalogParts, edits: readonly CatalogEdit[]): CatalogParts {
  const entries = entriesOf(files);
  const [brands, channels, links] = [
    new Map(entries.brand),
    new Map(entries.channel),
    new Map(entries['subscription-id']),
  ];
  for (const { kind, id, document } of edits) {
    if (kind === 'brand') brands.set(id, parseValue(kind, valueOf(entries.brand.get(id), document)));
    else if (kind === 'channel')
      channels.set(id, parseValue(kind, valueOf(entries.channel.get(id), document)));
    else links.set(id, parseValue(kind, valueOf(entries['subscription-id'].get(id), document)));
  }
  for (const { channelId, id } of links.values())
    if (!channels.has(channelId))
      throw new EntryError([
        {
          field: 'channelId',
          message: `The subscription id ${id} names the channel '${channelId}', which does not exist.`,
        },
      ]);
  const idsOf = (channelId: string) =>
    [...links.values()]
      .filter((link) => link.channelId === channelId)
      .map(({ channelId: _channel, ...link }): SignUpCodeEntry => link);
  return {
    ...files,
    brands: [...brands.values()],
    channels: [...channels.values()].map((channel) => ({
      ...channel,
      subscriptionIds: idsOf(channel.channelId),
    })),
  };
}

export type Settled<E extends CatalogEdit = CatalogEdit> = {
  catalog: Catalog;
  parts: CatalogParts;
  accepted: E[];
  /** What is left out, and why. */
  problems: { edit: E; problem: string }[];
};

const wordsOf = (error: unknown): string => {
  if (error instanceof EntryError || error instanceof ConfigError) return error.message;
  throw error;
};

/**
 * The catalogue of the files with every edit that can be used: one that cannot, for example because the files changed below it,
 * is left out, and the file's version holds there. Throws `ConfigError` only for the files themselves.
 */
export function settle<E extends CatalogEdit>(files: CatalogParts, edits: readonly E[]): Settled<E> {
  const attempt = (wanted: readonly E[]) => {
    const parts = merge(files, wanted);
    return { parts, catalog: buildCatalog(parts) };
  };
  const problemWith = (wanted: readonly E[]): string | null => {
    try {
      attempt(wanted);
      return null;
    } catch (error) {
      return wordsOf(error);
    }
  };
  if (problemWith(edits) === null) return { ...attempt(edits), accepted: [...edits], problems: [] };
  const brandOf = (edit: E): string =>
    edit.kind === 'brand'
      ? edit.id
      : String(
          edit.document.brandId ?? files.channels.find(({ channelId }) => channelId === edit.id)?.brandId,
        );
  const accepted: E[] = [];
  // a brand and its channels need each other: together first, then all but one, then one by one
  const units = Map.groupBy(
    edits.filter(({ kind }) => kind !== 'subscription-id'),
    brandOf,
  );
  for (const unit of units.values()) {
    const fits = [unit, ...unit.map((left) => unit.filter((edit) => edit !== left))].find(
      (some) => some.length > 0 && problemWith([...accepted, ...some]) === null,
    );
    if (fits) accepted.push(...fits);
    else for (const edit of unit) if (problemWith([...accepted, edit]) === null) accepted.push(edit);
  }
  const ids = edits.filter(({ kind }) => kind === 'subscription-id');
  if (problemWith([...accepted, ...ids]) === null) accepted.push(...ids);
  else for (const edit of ids) if (problemWith([...accepted, edit]) === null) accepted.push(edit);
  const problems = edits
    .filter((edit) => !accepted.includes(edit))
    .map((edit) => ({
      edit,
      problem: problemWith([...accepted, edit]) ?? 'It cannot be used together with others.',
    }));
  return { ...attempt(accepted), accepted, problems };
}
