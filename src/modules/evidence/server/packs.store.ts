import { sql, type Selectable } from 'kysely';
import type { GlobalDb, OrgDb, Tables } from '#platform/server/database/database.ts';
import { summaryPart } from '#platform/server/database/summaryPart.ts';
import type { Pack } from '../contract.ts';
import { documentId, packsPerPage, type Audience, type Section } from '../rules.ts';

const columns = [
  'id',
  'name',
  'audience',
  'addressee',
  'sections',
  'madeAt',
  'madeBy',
  'pages',
  'bytes',
  'fingerprint',
  'code',
  'withdrawnAt',
] as const;

type Row = Pick<Selectable<Tables['evidencePack']>, (typeof columns)[number]>;

const fromRow = (row: Row): Pack => ({
  ...row,
  documentId: documentId(row.id),
  audience: row.audience as Audience,
  sections: row.sections as Section[],
  madeAt: row.madeAt.toISOString(),
  withdrawnAt: row.withdrawnAt?.toISOString() ?? null,
});

/** When the last pack was made, for the dashboard. */
export const lastMadePart = summaryPart({
  value: () => sql<string | null>`(select to_jsonb(max(made_at)) from evidence_pack)`,
  read: (at): { lastMadeAt: string | null } => ({ lastMadeAt: at && new Date(at).toISOString() }),
});

export async function selectPacks(db: OrgDb, page: number): Promise<{ packs: Pack[]; total: number }> {
  const rows = await db
    .selectFrom('evidencePack')
    .select(columns)
    .orderBy('madeAt', 'desc')
    .orderBy('id')
    .limit(packsPerPage)
    .offset((page - 1) * packsPerPage)
    .execute();
  const { total } = await db
    .selectFrom('evidencePack')
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow();
  return { packs: rows.map(fromRow), total };
}

export async function selectPack(db: OrgDb, id: string): Promise<Pack | null> {
  const row = await db
    .selectFrom('evidencePack')
    .select(columns)
    .where(sql<string>`id::text`, '=', id)
    .executeTakeFirst();
  return row ? fromRow(row) : null;
}

/** A pack by the code on its pages, and what the company was called on it. */
export async function selectPackByCode(
  db: OrgDb,
  code: string,
): Promise<(Pack & { companyName: string }) | null> {
  const row = await db
    .selectFrom('evidencePack')
    .select([...columns, 'companyName'])
    .where('code', '=', code)
    .executeTakeFirst();
  return row ? { ...fromRow(row), companyName: row.companyName ?? '' } : null;
}

/** Whose pack it is; null for a code that was never given out, or whose pack is gone. */
export async function selectOrganizationOf(db: GlobalDb, code: string): Promise<string | null> {
  const { rows } = await sql<{
    org: string | null;
  }>`select organization_of_evidence_pack(${code}) as org`.execute(db);
  return rows[0]?.org ?? null;
}

/** @returns whether it was valid until now */
export async function withdraw(db: OrgDb, id: string, by: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('evidencePack')
    .set({ withdrawnAt: at, withdrawnBy: by })
    .where('id', '=', id)
    .where('withdrawnAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

type NewPack = Omit<Pack, 'documentId' | 'madeAt' | 'withdrawnAt'> & { madeAt: Date; companyName: string };

export async function insertPack(db: OrgDb, orgId: string, pack: NewPack): Promise<void> {
  await db
    .insertInto('evidencePack')
    .values({
      orgId,
      id: pack.id,
      madeAt: pack.madeAt,
      madeBy: pack.madeBy,
      audience: pack.audience,
      addressee: pack.addressee,
      sections: pack.sections,
      name: pack.name,
      pages: pack.pages,
      bytes: pack.bytes,
      fingerprint: pack.fingerprint,
      code: pack.code,
      companyName: pack.companyName,
    })
    .execute();
}

/** Removes all but the newest. @returns ids of those removed */
export async function keepNewest(db: OrgDb, kept: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from evidence_pack where id in (select id from evidence_pack order by made_at desc, id offset ${kept}) returning id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

export async function selectMaker(db: OrgDb, cognitoId: string): Promise<string | null> {
  const row = await db
    .selectFrom('admin')
    .select(['firstName', 'lastName'])
    .where('cognitoId', '=', cognitoId)
    .executeTakeFirst();
  return row ? `${row.firstName} ${row.lastName}`.trim() || null : null;
}
