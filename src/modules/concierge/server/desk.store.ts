import { sql } from 'kysely';
import type { GlobalDb } from '#platform/server/database.ts';
import type { WeaknessStatus } from '../rules.ts';
import type { DeskCandidate, DeskCounts, DeskPage, DeskThreadRow, DeskWeaknessRow } from './desk.ts';

type Totalled = { total: number };
const totalOf = (rows: readonly Totalled[]): number => rows[0]?.total ?? 0;
const skipOf = ({ page, pageSize }: DeskPage): number => (page - 1) * pageSize;
const nullable = (channels: DeskPage['channels']) => sql`${channels === null ? null : [...channels]}::text[]`;

export async function selectDeskThreads(
  db: GlobalDb,
  page: DeskPage & { states: readonly DeskThreadRow['state'][]; assignedTo: string | null },
): Promise<{ rows: DeskThreadRow[]; total: number }> {
  const { rows } = await sql<DeskThreadRow & Totalled>`
    select org_id as "orgId", company_name as "companyName", channel_id as "channelId", thread_id as "threadId", subject, state, context,
      message_id as "messageId", weakness_id as "weaknessId", opened_by_name as "openedBy", opened_at as "openedAt", last_entry_at as "lastEntryAt",
      last_from as "lastFrom", entries, excerpt, unseen, assigned_to as "assignedTo", assigned_name as "assignedName", total
    from conversations_for_staff(${nullable(page.channels)}, ${[...page.states]}::text[], ${page.search}, ${page.assignedTo}::uuid,
      ${page.pageSize}::int, ${skipOf(page)}::int)`.execute(db);
  return { rows: rows.map(({ total: _total, ...row }) => row), total: totalOf(rows) };
}

export async function selectDeskCandidates(
  db: GlobalDb,
  page: DeskPage & { states: readonly DeskCandidate['state'][]; onlyPresent: boolean },
): Promise<{ rows: DeskCandidate[]; total: number }> {
  const { rows } = await sql<DeskCandidate & Totalled>`
    select org_id as "orgId", company_name as "companyName", channel_id as "channelId", type, asset, state, present, severity, title, source, fact,
      evidence, first_seen as "firstSeen", last_seen as "lastSeen", gone_at as "goneAt", weakness_id as "weaknessId", decided_by as "decidedBy",
      decided_at as "decidedAt", note, total
    from weakness_candidates_for_staff(${nullable(page.channels)}, ${[...page.states]}::text[], ${page.onlyPresent}, ${page.search},
      ${page.pageSize}::int, ${skipOf(page)}::int)`.execute(db);
  return { rows: rows.map(({ total: _total, ...row }) => row), total: totalOf(rows) };
}

export async function selectDeskWeaknesses(
  db: GlobalDb,
  page: DeskPage & { orgId: string | null; statuses: readonly WeaknessStatus[] },
): Promise<{ rows: DeskWeaknessRow[]; total: number }> {
  const { rows } = await sql<DeskWeaknessRow & Totalled>`
    select org_id as "orgId", company_name as "companyName", channel_id as "channelId", weakness_id as "weaknessId", title, severity, status, asset,
      source, reported_on as "reportedOn", status_updated_on as "statusUpdatedOn", version, check_asked as "checkAsked", total
    from weaknesses_for_staff(${nullable(page.channels)}, ${page.orgId}::uuid, ${[...page.statuses]}::text[], ${page.search},
      ${page.pageSize}::int, ${skipOf(page)}::int)`.execute(db);
  return { rows: rows.map(({ total: _total, ...row }) => row), total: totalOf(rows) };
}

export async function selectDeskCounts(db: GlobalDb, channels: DeskPage['channels']): Promise<DeskCounts> {
  const { rows } = await sql<DeskCounts>`
    select waiting, unseen, oldest_waiting as "oldestWaiting", candidates, open_weaknesses as "openWeaknesses"
    from concierge_desk_counts(${nullable(channels)})`.execute(db);
  return rows[0]!;
}
