import type { OrgDb } from '#platform/server/database/database.ts';

/** A scan's website, when an earlier scan was completed, who started this one, and when the next is due. */
export const selectAbout = async (db: OrgDb, scanId: string, websiteId: string) =>
  (await db
    .selectFrom('website as w')
    .where('w.id', '=', websiteId)
    .select(({ selectFrom }) => [
      'w.name',
      'w.url',
      selectFrom('scan as c')
        .select(({ fn }) => fn.max('c.completedAt').as('at'))
        .where('c.websiteId', '=', websiteId)
        .where('c.status', '=', 'completed')
        .where('c.id', '<>', scanId)
        .as('before'),
      selectFrom('scan as c').select('c.startedBy').where('c.id', '=', scanId).as('startedBy'),
      selectFrom('websiteSchedule as h').select('h.nextScan').where('h.websiteId', '=', websiteId).as('next'),
    ])
    .executeTakeFirst()) ?? null;
