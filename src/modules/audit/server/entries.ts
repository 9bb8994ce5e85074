import type { BodyOf } from '#platform/endpoint.ts';
import type { OrgCtx } from '#platform/server/ctx.ts';
import { browserName } from '#platform/browserName.ts';
import { oneLine } from '#platform/text.ts';
import { subjectPath } from '#modules/monitoring/paths.ts';
import { selectStaffNames } from '#modules/accounts/server/public.ts';
import type { auditContract, Entry, Filter } from '../contract.ts';
import { changesOf, kindOf, sentenceOf } from '../describe.ts';
import { selectEntries, selectPeople, type EntryRow } from './entries.store.ts';
import { logSearches } from './logSearches.ts';

const nameOf = (first: string | null, last: string | null): string => oneLine(`${first ?? ''} ${last ?? ''}`);

type StaffNames = ReadonlyMap<string, string>;

function whoOf(row: EntryRow, staffNames: StaffNames): Entry['who'] {
  if (row.staff === null && row.actorId === null)
    return { kind: 'portal', name: 'The portal', email: '', staff: '', staffName: '' };
  const email = row.actorEmail ?? '';
  const name = nameOf(row.firstName, row.lastName) || email || (row.actorId === null ? '' : 'Someone');
  if (row.staff === null) return { kind: 'person', name, email, staff: '', staffName: '' };
  return {
    kind: 'staff',
    name,
    email,
    staff: row.staff,
    staffName: oneLine(staffNames.get(row.staff) ?? ''),
  };
}

/** An entry as people read it. */
function entryOf(row: EntryRow, staffNames: StaffNames): Entry {
  const raw = {
    act: row.act,
    subject: row.subject,
    name: row.name,
    before: row.oldValue,
    after: row.newValue,
  };
  const who = whoOf(row, staffNames);
  const userAgent = oneLine(row.userAgent ?? '');
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    who,
    what: sentenceOf(raw),
    kind: kindOf(raw),
    changes: changesOf(raw),
    from: {
      address: row.ip ?? '',
      browser: who.kind === 'portal' && !userAgent ? '' : browserName(userAgent),
      userAgent,
    },
    subjectId: row.subjectId ?? '',
    place: row.subject === 'finding' && row.subjectId ? subjectPath(row.subjectId) : null,
    requestId: row.requestId ?? '',
  };
}

/** Entries as people read them, with the names of staff, which no organization's own rows hold. */
export async function toEntries(ctx: OrgCtx, rows: readonly EntryRow[]): Promise<Entry[]> {
  const staff = new Set(rows.flatMap((row) => (row.staff === null ? [] : [row.staff])));
  const names = await selectStaffNames(ctx.global, [...staff]);
  return rows.map((row) => entryOf(row, names));
}

type Asked = BodyOf<typeof auditContract.entries>;

type Place = { before?: string | undefined; limit: number; patient?: boolean };

/** Entries behind the entry `before`; a search for text waits for its slot. */
export function readEntries(
  ctx: OrgCtx,
  filter: Filter,
  { patient = false, ...place }: Place,
): Promise<EntryRow[]> {
  const read = () => ctx.inOrg((db) => selectEntries(db, ctx.orgId, filter, place));
  return filter.text ? logSearches.run(ctx.orgId, read, { patient }) : read();
}

/** A page of the log; `next` is null on the last one. */
export async function listEntries(
  ctx: OrgCtx,
  { before, limit, ...filter }: Asked,
): Promise<{ data: Entry[]; next: string | null }> {
  const rows = await readEntries(ctx, filter, { before, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  return { data: await toEntries(ctx, shown), next: rows.length > limit ? String(shown.at(-1)!.id) : null };
}

export async function listPeople(
  ctx: OrgCtx,
): Promise<{ data: { id: string; name: string; email: string }[] }> {
  const rows = await ctx.inOrg((db) => selectPeople(db, ctx.orgId));
  const people = rows.map((row) => ({
    id: row.id,
    name: nameOf(row.firstName, row.lastName) || (row.email ?? row.id),
    email: row.email ?? '',
  }));
  return { data: people.toSorted((one, other) => one.name.localeCompare(other.name, 'en')) };
}
