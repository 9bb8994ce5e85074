import { sql } from 'kysely';
import type { GlobalDb } from '#platform/server/database/database.ts';
import { severities, type Severity, type WeaknessStatus } from '../../rules.ts';
import type {
  DeskCandidate,
  DeskCounts,
  DeskPage,
  DeskThreadRow,
  DeskWeaknessRow,
  WeaknessOrder,
} from './desk.ts';

type Totalled = { total: number };
const totalOf = (rows: readonly Totalled[]): number => rows[0]?.total ?? 0;
const skipOf = ({ page, pageSize }: DeskPage): number => (page - 1) * pageSize;
const texts = (values: readonly string[] | null) => sql`${values === null ? null : [...values]}::text[]`;
const orgOf = ({ orgId }: Pick<DeskPage, 'orgId'>) => sql`${orgId ?? null}::uuid`;
const without = <R extends Totalled>(rows: readonly R[]) => rows.map(({ total: _total, ...row }) => row);

export async function selectDeskThreads(
  db: GlobalDb,
  page: DeskPage & {
    states: readonly DeskThreadRow['state'][];
    assignedTo: string | null;
    onlyUnseen?: boolean;
  },
): Promise<{ rows: DeskThreadRow[]; total: number }> {
  const { rows } = await sql<DeskThreadRow & Totalled>`
    select org_id, company_name, channel_id, thread_id, subject, state, context,
      message_id, weakness_id, opened_by_name as opened_by, opened_at, last_entry_at,
      last_from, entries, excerpt, unseen, assigned_to, assigned_name,
      waiting_since, check_asked, total
    from conversations_for_staff(${texts(page.channels)}, ${orgOf(page)}, ${texts(page.states)}, ${page.search}, ${page.assignedTo}::uuid,
      ${page.onlyUnseen ?? false}, ${page.pageSize}::int, ${skipOf(page)}::int)`.execute(db);
  return { rows: without(rows), total: totalOf(rows) };
}

export async function selectDeskCandidates(
  db: GlobalDb,
  page: DeskPage & {
    states: readonly DeskCandidate['state'][];
    severities?: readonly Severity[];
    onlyPresent: boolean;
    onlyGone?: boolean;
  },
): Promise<{ rows: DeskCandidate[]; total: number }> {
  const { rows } = await sql<DeskCandidate & Totalled>`
    select org_id, company_name, channel_id, type, asset, state, present, severity, title, source, fact,
      evidence, first_seen, last_seen, gone_at, weakness_id, decided_by,
      decided_at, note, total
    from weakness_candidates_for_staff(${texts(page.channels)}, ${orgOf(page)}, ${texts(page.states)}, ${texts(page.severities ?? severities)},
      ${page.onlyPresent ? true : page.onlyGone ? false : null}::boolean, ${page.search}, ${page.pageSize}::int, ${skipOf(page)}::int)`.execute(
    db,
  );
  return { rows: without(rows), total: totalOf(rows) };
}

export async function selectDeskWeaknesses(
  db: GlobalDb,
  page: DeskPage & {
    statuses: readonly WeaknessStatus[];
    severities?: readonly Severity[];
    onlyChecks?: boolean;
    sort?: WeaknessOrder;
    descending?: boolean;
  },
): Promise<{ rows: DeskWeaknessRow[]; total: number }> {
  const { rows } = await sql<DeskWeaknessRow & Totalled>`
    select org_id, company_name, channel_id, weakness_id, title, severity, status, asset,
      source, reported_on, status_updated_on, version, check_since, total
    from weaknesses_for_staff(${texts(page.channels)}, ${orgOf(page)}, ${texts(page.statuses)}, ${texts(page.severities ?? severities)},
      ${page.onlyChecks ?? false}, ${page.search}, ${page.sort ?? 'urgency'}, ${page.descending ?? false}, ${page.pageSize}::int,
      ${skipOf(page)}::int)`.execute(db);
  return { rows: without(rows), total: totalOf(rows) };
}

/** What waits for the staff, in all of these channels or in one organisation. */
export async function selectDeskCounts(
  db: GlobalDb,
  channels: DeskPage['channels'],
  orgId: string | null = null,
): Promise<DeskCounts> {
  const { rows } = await sql<DeskCounts>`
    select waiting, unseen, oldest_waiting, candidates, open_weaknesses, checks
    from concierge_desk_counts(${texts(channels)}, ${orgId}::uuid)`.execute(db);
  return rows[0]!;
}
