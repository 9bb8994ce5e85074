import { sql } from 'kysely';
import { type Day } from '#platform/days.ts';
import type { OrgDb } from '#platform/server/database/database.ts';
import type { Scored, Verdict } from '#providers/ratings/port.ts';
import type { RatingChange } from '../../entities.ts';
import type { Counted } from './changes.ts';

export type SourceId = 'estimate' | 'bitsight';

/** What is kept of a snapshot for a day or two only. */
export type SnapshotDetail = {
  scored: Scored;
  counted: Counted[];
  disowned: string[];
  /** An agency's own past and industry. */
  past: Verdict['ratings'];
  industry: Verdict['industry'];
  /** The agency brought a report of its own. */
  hasReport: boolean;
};
export type StoredChange = Omit<RatingChange, 'date'>;

export type Snapshot = {
  source: SourceId;
  /** Pacific time. */
  day: Day;
  measuredAt: Date;
  writtenAt: Date;
  version: number;
  rating: number;
  change: StoredChange | null;
  /** Null of any but the newest two days. */
  detail: SnapshotDetail | null;
};

type Row = {
  source: SourceId;
  day: Day;
  measuredAt: Date;
  writtenAt: Date;
  version: number;
  rating: number;
  change: StoredChange | null;
  detail: SnapshotDetail | null;
};
const snapshotOf = ({ measuredAt, writtenAt, ...row }: Row): Snapshot => ({
  ...row,
  measuredAt,
  writtenAt,
});

const columns = sql.raw('source, day, measured_at, written_at, version, rating, change, detail');

/** The newest snapshot of a source, of days before one where that is given. */
export async function selectNewest(
  db: OrgDb,
  domain: string,
  source: SourceId,
  before?: Day,
): Promise<Snapshot | null> {
  const { rows } = await sql<Row>`select ${columns} from rating_snapshot
    where domain = ${domain} and source = ${source} and ${before === undefined ? sql`true` : sql`day < ${before}::date`}
    order by day desc limit 1`.execute(db);
  return rows[0] ? snapshotOf(rows[0]) : null;
}

/** The last snapshot of any other source before a day. */
export async function selectOtherSource(
  db: OrgDb,
  domain: string,
  source: SourceId,
  before: Day,
): Promise<Snapshot | null> {
  const { rows } = await sql<Row>`select ${columns} from rating_snapshot
    where domain = ${domain} and source <> ${source} and day < ${before}::date order by day desc limit 1`.execute(
    db,
  );
  return rows[0] ? snapshotOf(rows[0]) : null;
}

export type Point = { day: Day; rating: number; change: StoredChange | null };

/** Days and ratings of a source since a day, newest first. */
export async function selectPoints(
  db: OrgDb,
  domain: string,
  source: SourceId,
  since: Day,
): Promise<Point[]> {
  const { rows } = await sql<Point>`select day, rating, change from rating_snapshot
    where domain = ${domain} and source = ${source} and day >= ${since}::date order by day desc`.execute(db);
  return rows;
}

export type NewSnapshot = Omit<Snapshot, 'version' | 'detail'> & {
  detail: SnapshotDetail;
  grades: Record<string, string>;
};

/** Writes the snapshot of a day; only the newest two days keep their detail. */
export async function saveSnapshot(
  db: OrgDb,
  orgId: string,
  domain: string,
  snapshot: NewSnapshot,
): Promise<void> {
  const json = (value: unknown) => sql`${value === null ? null : JSON.stringify(value)}::jsonb`;
  await sql`
    insert into rating_snapshot (org_id, domain, source, day, measured_at, written_at, rating, grades, change, detail)
    values (${orgId}, ${domain}, ${snapshot.source}, ${snapshot.day}, ${snapshot.measuredAt}, ${snapshot.writtenAt}, ${snapshot.rating},
      ${json(snapshot.grades)}, ${json(snapshot.change)}, ${json(snapshot.detail)})
    on conflict (org_id, domain, source, day) do update set measured_at = excluded.measured_at, written_at = excluded.written_at,
      version = rating_snapshot.version + 1, rating = excluded.rating, grades = excluded.grades, change = excluded.change, detail = excluded.detail`.execute(
    db,
  );
  await sql`
    update rating_snapshot set detail = null
    where domain = ${domain} and source = ${snapshot.source} and detail is not null and day < (
      select max(day) from rating_snapshot where domain = ${domain} and source = ${snapshot.source} and day < ${snapshot.day}::date)`.execute(
    db,
  );
}

/** Forgets snapshots of before a day. */
export const tidySnapshots = async (db: OrgDb, before: Day): Promise<void> => {
  await sql`delete from rating_snapshot where day < ${before}::date`.execute(db);
};
