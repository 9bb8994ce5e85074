import type { BaseCtx } from '#platform/server/ctx.ts';
import { isFor, type Audience } from '../../rules.ts';
import { selectGroups, selectOrganizations, selectReaders, type LetterOrganization } from './reach.store.ts';
import { placeOf } from '../reader.ts';

/** Whom a message reaches. People are those who administer. */
export type Reach = { organizations: number; people: number };

const spelled = (values: readonly string[]) => values.map((id) => id.toLowerCase());

/**
 * How many organisations and people each of these audiences is, within the channels that a member of staff sees (null: all).
 * Asks twice, however many audiences and organisations there are.
 */
export async function reachOf(
  ctx: BaseCtx,
  channels: readonly string[] | null,
  audiences: readonly Audience[],
): Promise<Reach[]> {
  const named = audiences.flatMap(({ kind, values }) => (kind === 'organization' ? spelled(values) : []));
  const groups = audiences.some(({ kind }) => kind !== 'organization')
    ? await selectGroups(ctx.global, channels)
    : [];
  const organizations = named.length > 0 ? await selectOrganizations(ctx.global, channels, named) : [];
  const read = <R extends { channelId: string; planId: string }>(row: R) => ({
    ...row,
    ...placeOf(ctx, row),
  });
  // what is asked for one organisation decides nothing in a group, and the other way round
  const placedGroups = groups.map((group) => ({ ...read(group), orgId: '' }));
  const placedOrganizations = organizations.map((one) => ({ ...read(one), organizations: 1 }));
  return audiences.map((audience) => {
    const own = {
      ...audience,
      values: audience.kind === 'organization' ? spelled(audience.values) : audience.values,
    };
    const reached = (audience.kind === 'organization' ? placedOrganizations : placedGroups).filter((reader) =>
      isFor(own, reader),
    );
    const sum = (of: (row: Reach) => number) => reached.reduce((all, row) => all + of(row), 0);
    return { organizations: sum((row) => row.organizations), people: sum((row) => row.people) };
  });
}

/** Those of these organisations that are there, by name. */
export const namedOrganizations = (
  ctx: BaseCtx,
  channels: readonly string[] | null,
  ids: readonly string[],
): Promise<LetterOrganization[]> =>
  ids.length === 0 ? Promise.resolve([]) : selectOrganizations(ctx.global, channels, spelled(ids));

/** How many people have read each of these messages, by its id. */
export const readersOf = async (
  ctx: BaseCtx,
  channels: readonly string[] | null,
  ids: readonly string[],
): Promise<Map<string, number>> =>
  new Map((await selectReaders(ctx.global, channels, ids)).map(({ id, people }) => [id, people]));
