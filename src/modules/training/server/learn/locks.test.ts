import { sql } from 'kysely';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { OrgDb } from '#platform/server/database/database.ts';
import { courseOf } from '../testing/learnWorld.ts';
import { packageWorld } from '../packages/testing/packageWorld.ts';
import { lockTrainee } from '../progress/progress.store.ts';
import { trainingWorld } from '../testing/trainingWorld.ts';

/** Until somebody else of this database waits for a lock. */
async function untilSomebodyWaits(db: OrgDb): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      db,
    );
    if (rows.length > 0) return;
    await pause(10);
  }
}

const begin = (db: OrgDb, memberId: string, course: string) =>
  db
    .updateTable('enrolment')
    .set({ status: 'inProgress' })
    .where('memberId', '=', memberId)
    .where('courseId', '=', course)
    .execute();

test('somebody who learns while many are archived keeps nobody waiting for ever', async () => {
  const { ada, scope, add } = await trainingWorld({ plan: 'plus' });
  const ids = await add(['Ann', 'Bob']);
  const [first, second] = ids as [string, string];
  let archived: ReturnType<typeof ada.post> | undefined;
  await scope.inOrg(async (db) => {
    await lockTrainee(db, second);
    archived = ada.post('/training/editTrainee', {
      trainees: [first, second].map((id) => ({ id, archived: true })),
    });
    await untilSomebodyWaits(db);
    await begin(db, second, courseOf(1).id);
  });
  expect((await archived!).status).toBe(200);
});

test('nor does somebody who learns while their course is taken away from everybody', async () => {
  const { ada, scope, give, cy } = await packageWorld();
  const course = await give();
  let removed: ReturnType<typeof ada.post> | undefined;
  await scope.inOrg(async (db) => {
    await lockTrainee(db, cy);
    removed = ada.post('/training/removePackage', { course });
    await untilSomebodyWaits(db);
    await begin(db, cy, course);
  });
  expect((await removed!).status).toBe(200);
});
