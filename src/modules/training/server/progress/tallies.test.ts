import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { yearlyCatalog } from '../courses/catalog.ts';
import { newPerson, trainingWorld, type TrainingWorld } from '../testing/trainingWorld.ts';

/** Everything that is kept by trigger, and the same counted from the records. */
const counts = ({ scope }: TrainingWorld) =>
  scope.inOrg(async (db) => {
    const { rows } = await sql<{ kept: unknown; fresh: unknown }>`
      select (select coalesce(jsonb_agg(to_jsonb(t) - 'org_id' order by course_id, unlock_on, due_on, status), '[]') from enrolment_tally t) as kept,
        (select coalesce(jsonb_agg(to_jsonb(f) order by course_id, unlock_on, due_on, status), '[]') from (
          select course_id, unlock_on, due_on, status, count(*) as n from enrolment e join trainee t using (org_id, member_id)
          where e.assigned and t.archived_at is null group by 1, 2, 3, 4) f) as fresh
      union all
      select (select coalesce(jsonb_agg(jsonb_build_array(member_id, courses, finished, next_unlock, next_due) order by member_id), '[]') from trainee),
        (select coalesce(jsonb_agg(jsonb_build_array(t.member_id, c.courses, c.finished, c.next_unlock, c.next_due) order by t.member_id), '[]')
          from trainee t cross join lateral (
            select count(*) as courses, count(*) filter (where status = 'finished') as finished,
              min(unlock_on) filter (where status <> 'finished') as next_unlock, min(due_on) filter (where status <> 'finished') as next_due
            from enrolment e where e.member_id = t.member_id and e.assigned and t.archived_at is null) c)`.execute(
      db,
    );
    return rows;
  });

const courses = yearlyCatalog().map(({ id }) => id);
const who = fc.integer({ min: 0, max: 5 });
const course = fc.constantFrom(...courses);
const step = fc.oneof(
  fc.record({ act: fc.constant('add' as const), who, month: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ act: fc.constant('archive' as const), who, archived: fc.boolean() }),
  fc.record({
    act: fc.constant('courses' as const),
    who: fc.option(who),
    add: fc.uniqueArray(course, { maxLength: 3 }),
    remove: fc.uniqueArray(course, { maxLength: 3 }),
  }),
  fc.record({ act: fc.constant('finish' as const), who, course }),
  fc.record({ act: fc.constant('delete' as const), who }),
  fc.record({
    act: fc.constant('settings' as const),
    own: fc.boolean(),
    month: fc.integer({ min: 1, max: 12 }),
  }),
  fc.record({ act: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 3 }) }),
);
const monthText = (month: number) => `2026-${String(month).padStart(2, '0')}-01`;

test('whatever was added, edited, archived, given, taken, finished and deleted, what is kept equals a fresh count', async () => {
  const world = await trainingWorld({ plan: 'plus' });
  const { portal, ada, scope, finish } = world;
  const idOf = async (number: number) =>
    (
      await scope.inOrg((db) =>
        db
          .selectFrom('teamMember as m')
          .innerJoin('trainee as t', 't.memberId', 'm.id')
          .select('m.id')
          .where('m.emailKey', '=', `p${number}@acme-widgets.com`)
          .executeTakeFirst(),
      )
    )?.id;
  let admin: Pick<typeof ada, 'post'> = ada;
  const must = async (path: string, body: object): Promise<void> => {
    const answer = await admin.post(path, body);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (steps) => {
      for (const one of steps) {
        const id = 'who' in one && one.who !== null ? await idOf(one.who) : undefined;
        if (one.act === 'add')
          await must('/training/saveTrainees', {
            trainees: [newPerson(`P${one.who}`, { startMonth: monthText(one.month) })],
          });
        else if (one.act === 'archive' && id)
          await must('/training/editTrainee', { trainees: [{ id, archived: one.archived }] });
        else if (one.act === 'courses' && (id || one.who === null))
          await must('/training/editTraineesCourses', {
            trainees: id ? [id] : 'all',
            add: one.add,
            remove: one.remove,
          });
        else if (one.act === 'finish' && id) await finish(id, one.course);
        else if (one.act === 'delete' && id) await must('/training/deleteTrainee', { trainee: id });
        else if (one.act === 'settings') {
          const settings = {
            calendar: one.own ? 'own' : 'together',
            startMonth: monthText(one.month),
            passMark: null,
            remind: true,
            digest: true,
          };
          await must('/training/saveTrainingSettings', settings);
        } else if (one.act === 'wait') {
          portal.clock.advance(one.days * 86_400);
          admin = await portal.signIn('ada@acme-widgets.com');
        }
        for (const { kept, fresh } of await counts(world)) expect(kept).toEqual(fresh);
      }
    }),
    { numRuns: 12 },
  );
}, 120_000);

test('courses of one person that change at the same moment are all counted', async () => {
  const world = await trainingWorld({ plan: 'plus' });
  const ids = await world.add(['Ann', 'Bo', 'Cy']);
  for (let round = 0; round < 4; round++)
    await Promise.all(
      ids.flatMap((id) => [
        world.finish(id, courses[round * 3]!),
        world.finish(id, courses[round * 3 + 1]!),
        world.finish(id, courses[round * 3 + 2]!),
      ]),
    );
  expect(
    (await world.load()).trainees.map(
      ({ finished, standing }: { finished: number; standing: string }) => `${finished} ${standing}`,
    ),
  ).toEqual(Array(3).fill('12 finished'));
  for (const { kept, fresh } of await counts(world)) expect(kept).toEqual(fresh);
});

test('drift is set right by updateWithSync, also by two at once', async () => {
  const world = await trainingWorld({ plan: 'plus' });
  const [ann] = await world.add(['Ann', 'Bo']);
  await world.scope.inOrg(async (db) => {
    await sql`update enrolment_tally set n = n + 7 where course_id = ${courses[0]!}`.execute(db);
    await sql`delete from enrolment_tally where course_id = ${courses[1]!}`.execute(db);
    await sql`insert into enrolment_tally select org_id, 'gone', unlock_on, due_on, status, 5 from enrolment_tally limit 1`.execute(
      db,
    );
    await sql`update trainee set courses = 3, next_due = '2020-01-01' where member_id = ${ann!}`.execute(db);
  });
  expect((await world.load()).trainees.map(({ standing }: { standing: string }) => standing)).toContain(
    'overdue',
  );
  await Promise.all([world.load({ updateWithSync: true }), world.load({ updateWithSync: true })]);
  for (const { kept, fresh } of await counts(world)) expect(kept).toEqual(fresh);
  expect(
    (await world.load()).traineesData.courses.map(({ enrolled }: { enrolled: number }) => enrolled),
  ).toEqual(Array(12).fill(2));
});

test('is counted anew six times a minute at most; whoever asks more often reads what is kept', async () => {
  const world = await trainingWorld({ plan: 'plus' });
  await world.add(['Ann']);
  const enrolled = async (body: object) =>
    (await world.load(body)).traineesData.courses[0].enrolled as number;
  const drift = () =>
    world.scope.inOrg((db) =>
      sql`update enrolment_tally set n = n + 7 where course_id = ${courses[0]!}`.execute(db),
    );
  for (let i = 0; i < 6; i++) {
    await drift();
    expect(await enrolled({ updateWithSync: true })).toBe(1);
  }
  await drift();
  expect(await enrolled({ updateWithSync: true })).toBe(8);
  world.portal.clock.advance(61);
  expect(await enrolled({ updateWithSync: true })).toBe(1);
});
