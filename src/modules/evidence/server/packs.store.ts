import { sql } from 'kysely';
import type { OrgDb } from '#platform/server/database.ts';
import { summaryPart } from '#platform/server/summaryPart.ts';
import type { Pack } from '../contract.ts';
import { documentId, packsPerPage, type Audience, type Section } from '../rules.ts';

type Row = {
  id: string;
  name: string;
  audience: string;
  addressee: string;
  sections: string[];
  made_at: Date;
  made_by: string;
  pages: number;
  bytes: number;
  fingerprint: string;
};
const columns = ['id', 'name', 'audience', 'addressee', 'sections', 'made_at', 'made_by', 'pages', 'bytes', 'fingerprint'] as const;

const fromRow = (row: Row): Pack => ({
  id: row.id,
  documentId: documentId(row.id),
  name: row.name,
  audience: row.audience as Audience,
  addressee: row.addressee,
  sections: row.sections as Section[],
  madeAt: row.made_at.toISOString(),
  madeBy: row.made_by,
  pages: row.pages,
  bytes: row.bytes,
  fingerprint: row.fingerprint,
});

/** When the last pack was made, for the dashboard. */
export const lastMadePart = summaryPart({
  value: () => sql<string | null>`(select to_jsonb(max(made_at)) from evidence_pack)`,
  read: (at): { lastMadeAt: string | null } => ({ lastMadeAt: at && new Date(at).toISOString() }),
});

export async function selectPacks(db: OrgDb, page: number): Promise<{ packs: Pack[]; total: number }> {
  const rows = await db
    .selectFrom('evidence_pack')
    .select(columns)
    .orderBy('made_at', 'desc')
    .orderBy('id')
    .limit(packsPerPage)
    .offset((page - 1) * packsPerPage)
    .execute();
  const { total } = await db
    .selectFrom('evidence_pack')
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow();
  return { packs: rows.map(fromRow), total };
}

export async function selectPack(db: OrgDb, id: string): Promise<Pack | null> {
  const row = await db
    .selectFrom('evidence_pack')
    .select(columns)
    .where(sql<string>`id::text`, '=', id)
    .executeTakeFirst();
  return row ? fromRow(row) : null;
}

export async function insertPack(db: OrgDb, orgId: string, pack: Omit<Pack, 'documentId' | 'madeAt'> & { madeAt: Date }): Promise<void> {
  await db
    .insertInto('evidence_pack')
    .values({
      org_id: orgId,
      id: pack.id,
      made_at: pack.madeAt,
      made_by: pack.madeBy,
      audience: pack.audience,
      addressee: pack.addressee,
      sections: pack.sections,
      name: pack.name,
      pages: pack.pages,
      bytes: pack.bytes,
      fingerprint: pack.fingerprint,
    })
    .execute();
}

/** Removes all but the newest. @returns ids of those removed */
export async function keepNewest(db: OrgDb, kept: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from evidence_pack where id in (select id from evidence_pack order by made_at desc, id offset ${kept}) returning id`.execute(db);
  return rows.map(({ id }) => id);
}

export async function selectMaker(db: OrgDb, cognitoId: string): Promise<string | null> {
  const row = await db.selectFrom('admin').select(['first_name', 'last_name']).where('cognito_id', '=', cognitoId).executeTakeFirst();
  return row ? `${row.first_name} ${row.last_name}`.trim() || null : null;
}
