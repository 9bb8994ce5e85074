import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testPortal, type TestPortal } from '#app/testing/portal.ts';
import { addFindings, addPeople, addWebsite } from '../testing/rows.ts';

type Member = Awaited<ReturnType<TestPortal['member']>>;

const rowsOf = async <Row>(portal: TestPortal, { orgId }: Member, query: string) =>
  (await portal.base.forOrg(orgId).inOrg((db) => sql<Row>`${sql.raw(query)}`.execute(db))).rows;
const run = (portal: TestPortal, who: Member, ...statements: string[]) =>
  portal.base.forOrg(who.orgId).inOrg(async (db) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  });

/** What is kept, beside what a count comes to: both must always be the same. */
const findings = async (portal: TestPortal, who: Member) => {
  const kept = await rowsOf<{ severity: string; n: number }>(
    portal,
    who,
    'select website_id, severity, n from finding_tally order by 1, 2',
  );
  const counted = await rowsOf(
    portal,
    who,
    `select website_id, severity, count(*)::int as n from finding where state = 'open' group by 1, 2 order by 1, 2`,
  );
  expect(kept).toEqual(counted);
  return Object.fromEntries(kept.map(({ severity, n }) => [severity, n]));
};
const people = async (portal: TestPortal, who: Member) => {
  const [kept] = await rowsOf<{ trainees: number; untrained: number }>(
    portal,
    who,
    'select trainees, untrained from people_tally',
  );
  const [counted] = await rowsOf(
    portal,
    who,
    `select (select count(*)::int from trainee where archived_at is null) as trainees,
      (select count(*)::int from team_member where left_at is null and not trains) as untrained`,
  );
  expect(kept ?? { trainees: 0, untrained: 0 }).toEqual(counted);
  return kept;
};

test('open issues are counted whatever becomes of them', async () => {
  const portal = await testPortal();
  const [ada, eve] = [await portal.member(), await portal.member()];
  const scope = (who: Member) => portal.base.forOrg(who.orgId);
  const at = portal.clock.now();
  const website = await addWebsite(scope(ada), { name: 'Shop', at });
  await addFindings(scope(eve), await addWebsite(scope(eve), { name: 'Other', at }), { high: 7 }, at);
  await addFindings(scope(ada), website, { high: 2, medium: 3, low: 4 }, at);
  expect(await findings(portal, ada)).toEqual({ high: 2, medium: 3, low: 4 });
  await run(
    portal,
    ada,
    `update finding set state = 'fixed', fixed_at = last_seen where id in ('high-1', 'low-1', 'low-2')`,
    // seen again, as a scan writes it: added or changed in one statement
    `insert into finding (org_id, website_id, id, rule, title, severity, state, first_seen, last_seen, last_scan_id, seen_at_level)
      select org_id, website_id, case n when 1 then 'low-1' else 'fresh' end, rule, title, 'high', 'open', first_seen, last_seen, last_scan_id, seen_at_level
      from finding, generate_series(1, 2) n where id = 'medium-1'
      on conflict (org_id, website_id, id) do update set severity = excluded.severity, state = 'open', fixed_at = null`,
  );
  expect(await findings(portal, ada)).toEqual({ high: 3, medium: 3, low: 2 });
  await run(portal, ada, `delete from finding where id = 'medium-2'`);
  expect(await findings(portal, ada)).toEqual({ high: 3, medium: 2, low: 2 });
  await run(portal, ada, 'delete from website');
  expect(await findings(portal, ada)).toEqual({});
  expect(await findings(portal, eve)).toEqual({ high: 7 });
  await run(portal, eve, 'delete from organization');
  expect(await findings(portal, eve)).toEqual({});
});

test('people are counted whatever becomes of them', async () => {
  const portal = await testPortal();
  const [ada, eve] = [await portal.member(), await portal.member()];
  await addPeople(portal.base.forOrg(ada.orgId), { trained: 5, untrained: 3, at: portal.clock.now() });
  await addPeople(portal.base.forOrg(eve.orgId), { trained: 1, untrained: 1, at: portal.clock.now() });
  expect(await people(portal, ada)).toEqual({ trainees: 5, untrained: 3 });
  await run(
    portal,
    ada,
    `update trainee set archived_at = added_at where member_id in (select member_id from trainee limit 2)`,
    `update team_member set left_at = created_at where id in (select id from team_member where not trains limit 1)`,
    `update team_member set trains = false where id in (select member_id from trainee where archived_at is not null)`,
  );
  expect(await people(portal, ada)).toEqual({ trainees: 3, untrained: 4 });
  await run(
    portal,
    ada,
    `delete from team_member where id in (select member_id from trainee where archived_at is null limit 1)`,
  );
  expect(await people(portal, ada)).toEqual({ trainees: 2, untrained: 4 });
  await run(portal, ada, 'delete from organization');
  expect([await people(portal, ada), await people(portal, eve)]).toEqual([
    undefined,
    { trainees: 1, untrained: 1 },
  ]);
});

test('when somebody last learned is known to the day, and nobody waits for the other to say it', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  await addPeople(portal.base.forOrg(ada.orgId), {
    trained: 2,
    untrained: 0,
    at: new Date('2026-03-02T07:30:00Z'),
  });
  const last = async () =>
    (await rowsOf<{ at: Date }>(portal, ada, 'select last_at as at from people_tally'))[0]!.at.toISOString();
  const seen = (at: string, only = 'true') =>
    run(portal, ada, `update trainee set last_seen_at = '${at}' where ${only}`);
  await seen('2026-03-02T07:33:00Z');
  // 23:33 of the first of March in California, as before
  expect(await last()).toBe('2026-03-02T07:30:00.000Z');
  await seen('2026-03-02T07:36:00Z');
  expect(await last()).toBe('2026-03-02T07:36:00.000Z');
  await seen('2026-03-02T08:00:30Z');
  expect(await last()).toBe('2026-03-02T08:00:30.000Z');
  await seen('2026-03-02T07:00:00Z');
  expect(await last()).toBe('2026-03-02T08:00:30.000Z');
  // while somebody holds the count, a learner is not kept waiting
  const scope = portal.base.forOrg(ada.orgId);
  const held = Promise.withResolvers<void>();
  const holding = Promise.withResolvers<void>();
  const holder = scope.inOrg(async (db) => {
    await sql`update people_tally set untrained = untrained`.execute(db);
    holding.resolve();
    await held.promise;
  });
  await holding.promise;
  await seen('2026-03-05T08:00:00Z');
  expect(await last()).toBe('2026-03-02T08:00:30.000Z');
  held.resolve();
  await holder;
  await seen('2026-03-05T08:00:01Z');
  expect(await last()).toBe('2026-03-05T08:00:01.000Z');
});
