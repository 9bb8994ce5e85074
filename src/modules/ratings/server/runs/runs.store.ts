import { percentOf } from '#platform/percent.ts';
import { sql, type Selectable } from 'kysely';
import type { OrgDb, Tables } from '#platform/server/database/database.ts';
import type { RateProgress } from '#providers/ratings/port.ts';

export type RunRow = Selectable<Tables['ratingRun']>;

export const isAtWork = ({ state }: Pick<RunRow, 'state'>): boolean =>
  state === 'waiting' || state === 'running';

/** The newest measurement of a domain, or null. */
export async function selectRun(db: OrgDb, domain: string): Promise<RunRow | null> {
  return (
    (await db.selectFrom('ratingRun').selectAll().where('domain', '=', domain).executeTakeFirst()) ?? null
  );
}

/** The same, held until the transaction ends. */
export async function lockRun(db: OrgDb, domain: string): Promise<RunRow | null> {
  return (
    (await db
      .selectFrom('ratingRun')
      .selectAll()
      .where('domain', '=', domain)
      .forUpdate()
      .executeTakeFirst()) ?? null
  );
}

/** Begins a measurement of a domain that has none at work; false when one is. */
export async function insertRun(
  db: OrgDb,
  {
    orgId,
    domain,
    startedBy,
    now,
  }: { orgId: string; domain: string; startedBy: 'schedule' | 'administrator'; now: Date },
): Promise<boolean> {
  const fresh = {
    state: 'waiting',
    startedBy,
    startedAt: now,
    begunAt: null,
    finishedAt: null,
    tries: 0,
    beatAt: now,
    percent: 0,
    activity: 'Waiting for a free place',
    failureCode: null,
    failure: null,
  };
  const row = await db
    .insertInto('ratingRun')
    .values({ orgId, domain, ...fresh })
    .onConflict((conflict) =>
      conflict
        .columns(['orgId', 'domain'])
        .doUpdateSet(fresh)
        .where('ratingRun.state', 'in', ['done', 'failed']),
    )
    .returning('domain')
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes a measurement in hand; null when none is at work. */
export async function beginRun(db: OrgDb, domain: string, now: Date): Promise<RunRow | null> {
  const row = await db
    .updateTable('ratingRun')
    .set({
      state: 'running',
      tries: sql`tries + 1`,
      begunAt: now,
      beatAt: now,
      percent: 0,
      activity: 'Starting',
    })
    .where('domain', '=', domain)
    .where('state', 'in', ['waiting', 'running'])
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

/** Notes that a worker is at work, with news where there is some; false when the measurement is over. */
export async function saveBeat(
  db: OrgDb,
  domain: string,
  now: Date,
  progress: RateProgress | null,
): Promise<boolean> {
  const news = progress && {
    percent: percentOf(progress.percent, 100),
    activity: progress.activity.slice(0, 300).toWellFormed(),
  };
  const row = await db
    .updateTable('ratingRun')
    .set({ beatAt: now, ...news })
    .where('domain', '=', domain)
    .where('state', '=', 'running')
    .returning('domain')
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends a measurement that is at work; false when it was over. */
export async function endRun(
  db: OrgDb,
  domain: string,
  now: Date,
  failure: { code: string; text: string } | null,
): Promise<boolean> {
  const row = await db
    .updateTable('ratingRun')
    .set({
      state: failure ? 'failed' : 'done',
      finishedAt: now,
      percent: failure ? sql`percent` : 100,
      activity: '',
      failureCode: failure?.code ?? null,
      failure: failure?.text ?? null,
    })
    .where('domain', '=', domain)
    .where('state', 'in', ['waiting', 'running'])
    .returning('domain')
    .executeTakeFirst();
  return row !== undefined;
}

export type SettingRow = { dkimSelectors: string[]; nextAt: Date | null };

export async function selectSetting(db: OrgDb): Promise<SettingRow> {
  const row = await db.selectFrom('ratingSetting').select(['dkimSelectors', 'nextAt']).executeTakeFirst();
  return { dkimSelectors: row?.dkimSelectors ?? [], nextAt: row?.nextAt ?? null };
}

export async function saveSelectors(db: OrgDb, orgId: string, selectors: string[]): Promise<void> {
  await db
    .insertInto('ratingSetting')
    .values({ orgId, dkimSelectors: selectors })
    .onConflict((conflict) => conflict.column('orgId').doUpdateSet({ dkimSelectors: selectors }))
    .execute();
}

export async function saveNextAt(db: OrgDb, orgId: string, nextAt: Date): Promise<void> {
  await db
    .insertInto('ratingSetting')
    .values({ orgId, nextAt })
    .onConflict((conflict) => conflict.column('orgId').doUpdateSet({ nextAt }))
    .execute();
}

export type Company = { name: string; url: string; industry: string };

/** What the organisation says of itself. */
export async function selectCompany(db: OrgDb): Promise<Company> {
  return db
    .selectFrom('organization')
    .select(['companyName as name', 'companyUrl as url', 'industry'])
    .executeTakeFirstOrThrow();
}

/** Notes that a measurement is taken care of. */
export async function renewBeat(db: OrgDb, domain: string, now: Date): Promise<void> {
  await db.updateTable('ratingRun').set({ beatAt: now }).where('domain', '=', domain).execute();
}
