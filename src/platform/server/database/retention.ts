import { sql, type RawBuilder } from 'kysely';
import { snakeCase } from './columnNames.ts';
import type { BaseCtx } from '../ctx.ts';
import type { GlobalDb, OrgDb, Tables } from './database.ts';
import { organizations } from './organizations.ts';
import type { PartitionedTable } from './partitions.ts';
import type { Settings } from '../settings/settings.ts';

/** Removes what is from before a moment. @returns how many rows or files */
export type Removal = (base: BaseCtx, before: Date) => Promise<number>;

type Kept =
  | { hours: number }
  | { days: number }
  | { months: number }
  /** An operator decides: a variable of the environment, and what it is without one. */
  | { months: (settings: Settings) => number; variable: string };

export type Retention = {
  /** What it is, as docs/privacy.md calls it; a check holds the two together. */
  kind: string;
  kept: Kept;
  /** What the time is counted from. */
  since: string;
  /** Removes it; null where something else does, which is named. */
  remove: Removal | null;
  by?: string;
  /** Whole quarters of this table are dropped before single rows are looked for. */
  quartersOf?: PartitionedTable;
};

type TableName = keyof Tables & string;

/** So many rows go in one transaction, so that nobody waits for long. */
const rowsAtOnce = 2000;

const deleteSome = async (
  db: GlobalDb | OrgDb,
  table: TableName,
  column: string,
  before: Date,
  where: RawBuilder<unknown>,
): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ctid = any (array(
      select t.ctid from ${sql.table(table)} t where t.${sql.ref(column)} < ${before} and ${where} limit ${rowsAtOnce}))`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0n);
};

/** Does a batch again and again until one was not full. */
async function untilDone(batch: () => Promise<number>): Promise<number> {
  let all = 0;
  for (;;) {
    const some = await batch();
    all += some;
    if (some < rowsAtOnce) return all;
  }
}

/**
 * Rows of a table outside organizations, by the age in a column.
 * @param where a further condition on the row `t`
 */
export const rowsOf =
  (table: TableName, column: string, where: RawBuilder<unknown> = sql`true`): Removal =>
  ({ global }, before) =>
    untilDone(() => deleteSome(global, table, column, before, where));

/** Does work for each organization that has rows in a table from before a moment. */
export async function forOrganizationsWithOldRows(
  base: BaseCtx,
  { table, column, before }: { table: TableName; column: string; before: Date },
  work: (orgId: string) => Promise<number>,
): Promise<number> {
  const found = organizations(async (after, atMost) => {
    const { rows } = await sql<{ orgId: string }>`
      select org_id from organizations_with_old_rows(${snakeCase(table)}, ${snakeCase(column)}, ${before}, ${after}::uuid, ${atMost})`.execute(
      base.global,
    );
    return rows;
  });
  let all = 0;
  for await (const { orgId } of found) all += await work(orgId);
  return all;
}

/** The same as `rowsOf`, for a table whose rows belong to organizations. */
export const tenantRowsOf =
  (table: TableName, column: string, where: RawBuilder<unknown> = sql`true`): Removal =>
  (base, before) =>
    forOrganizationsWithOldRows(base, { table, column, before }, (orgId) =>
      untilDone(() => base.forOrg(orgId).inOrg((db) => deleteSome(db, table, column, before, where))),
    );

/** Entries of activity logs, which the programs themselves cannot remove otherwise. */
export const oldAuditEntries: Removal = (base, before) =>
  forOrganizationsWithOldRows(base, { table: 'auditEntry', column: 'at', before }, (orgId) =>
    untilDone(async () => {
      const { rows } = await sql<{
        n: number;
      }>`select delete_old_audit_entries(${orgId}, ${before}, ${rowsAtOnce}) as n`.execute(base.global);
      return rows[0]!.n;
    }),
  );

/** Entries of the log of the staff desk, likewise. */
export const oldStaffActs: Removal = ({ global }, before) =>
  untilDone(async () => {
    const { rows } = await sql<{
      n: number;
    }>`select delete_old_staff_acts(${before}, ${rowsAtOnce}) as n`.execute(global);
    return rows[0]!.n;
  });
