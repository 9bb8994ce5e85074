import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { applyRetention, keptSince, retentions } from './retention.ts';
import { testPortal } from './testing.ts';

const day = 86_400_000;

test('each kind has a name of its own and a time that lies in the past', async () => {
  const { settings } = await testPortal();
  const now = new Date('2026-03-02T17:00:00Z');
  expect(new Set(retentions.map(({ kind }) => kind)).size).toBe(retentions.length);
  expect(retentions.filter((one) => keptSince(one, settings, now) > now)).toEqual([]);
  expect(retentions.filter(({ remove, by }) => (remove === null) !== (by !== undefined))).toEqual([]);
});

test('what has had its time goes, and what has a day left stays', async () => {
  const portal = await testPortal({ env: { RETENTION_AUDIT_MONTHS: '24', RETENTION_SCAN_MONTHS: '12' } });
  const ada = await portal.member('ada@acme-widgets.com');
  const { global } = portal.base;
  const scope = portal.base.forOrg(ada.orgId);
  const now = portal.clock.now().getTime();
  const aged = (days: number) => new Date(now - days * day);
  const website = { org_id: ada.orgId, website_id: randomUUID() };
  const scans: Record<string, string> = {};
  await scope.inOrg(async (db) => {
    await db
      .insertInto('website')
      .values({
        org_id: ada.orgId,
        id: website.website_id,
        name: 'Shop',
        name_key: 'shop',
        url: 'https://shop.acme-widgets.com',
        url_key: 'shop.acme-widgets.com',
        scan_profile: 'lightning',
        confirmed_by: ada.email,
        confirmed_by_person: ada.cognitoId,
        confirmed_at: aged(900),
        created_at: aged(900),
      })
      .execute();
    for (const [name, days] of [
      ['first', 800],
      ['told', 700],
      ['second', 600],
      ['recent', 30],
    ] as const) {
      scans[name] = randomUUID();
      const at = aged(days);
      await db
        .insertInto('scan')
        .values({
          ...website,
          id: scans[name],
          scan_profile: 'lightning',
          started_by: 'schedule',
          started_at: at,
          beat_at: at,
          status: 'completed',
          completed_at: at,
        })
        .execute();
    }
    // its details are those of an old scan
    const seen = {
      first_seen: aged(800),
      last_seen: aged(700),
      last_scan_id: scans.told!,
      seen_at_level: 'lightning',
      state: 'open',
    };
    await db
      .insertInto('finding')
      .values({ ...website, ...seen, id: 'x', rule: 'xss', title: 'Reflected script', severity: 'high' })
      .execute();
    for (const days of [800, 729])
      await sql`insert into audit_entry (org_id, at, act, subject) values (${ada.orgId}, ${aged(days)}, 'signed-in', ${`${days}`})`.execute(
        db,
      );
    for (const [state, days] of [
      ['closed', 1200],
      ['closed', 1000],
      ['answered', 1200],
    ] as const)
      await db
        .insertInto('concierge_thread')
        .values({
          org_id: ada.orgId,
          id: randomUUID(),
          subject: `${state} ${days}`,
          state,
          opened_by: ada.cognitoId,
          opened_by_name: 'Ada',
          opened_at: aged(days),
          last_entry_at: aged(days),
          last_from: 'customer',
          entries: 1,
        })
        .execute();
  });
  for (const days of [31, 29])
    await global
      .insertInto('mail_failure')
      .values({ id: randomUUID(), at: aged(days), recipient: `${days}@x.example`, sender: 'x', reason: 'x' })
      .execute();
  for (const days of [1200, 1000])
    await global
      .insertInto('staff_act')
      .values({ at: aged(days), kind: 'log', staff_name: 'Sam', what: `${days}` })
      .execute();
  for (const days of [61, 59])
    await global
      .insertInto('billing_notice')
      .values({ id: `${days}`, taken_at: aged(days) })
      .execute();
  for (const days of [1200, 1000])
    await global
      .insertInto('erasure')
      .values({
        organization_id: randomUUID(),
        asked_at: aged(days),
        by_staff: false,
        begun_at: aged(days),
        finished_at: aged(days),
        rows_erased: days,
      })
      .execute();

  await applyRetention(portal.base);

  const kept = await scope.inOrg(async (db) => ({
    scans: (await db.selectFrom('scan').select('id').orderBy('started_at').execute()).map(({ id }) => id),
    log: (await db.selectFrom('audit_entry').select('subject').where('at', '<', aged(1)).execute()).map(
      ({ subject }) => subject,
    ),
    threads: (await db.selectFrom('concierge_thread').select('subject').orderBy('subject').execute()).map(
      ({ subject }) => subject,
    ),
  }));
  expect(kept).toEqual({
    scans: [scans.told, scans.recent],
    log: ['729'],
    threads: ['answered 1200', 'closed 1000'],
  });
  expect(
    (await global.selectFrom('mail_failure').select('recipient').execute()).map(({ recipient }) => recipient),
  ).toEqual(['29@x.example']);
  expect((await global.selectFrom('staff_act').select('what').execute()).map(({ what }) => what)).toEqual([
    '1000',
  ]);
  expect((await global.selectFrom('billing_notice').select('id').execute()).map(({ id }) => id)).toEqual([
    '59',
  ]);
  expect(
    (await global.selectFrom('erasure').select('rows_erased').execute()).map(({ rows_erased }) =>
      Number(rows_erased),
    ),
  ).toEqual([1000]);
});

test('no program removes entries of the last twelve months from a log, whatever it asks for', async () => {
  const portal = await testPortal();
  const ada = await portal.member('ada@acme-widgets.com');
  await portal.base.global
    .insertInto('staff_act')
    .values({ at: new Date(), kind: 'log', staff_name: 'Sam', what: 'today' })
    .execute();
  const far = new Date('2999-01-01');
  const { rows } = await sql<{ n: number; acts: number }>`
    select delete_old_audit_entries(${ada.orgId}, ${far}, 1000) as n, delete_old_staff_acts(${far}, 1000) as acts`.execute(
    portal.base.global,
  );
  expect(rows).toEqual([{ n: 0, acts: 0 }]);
  await expect(portal.base.global.deleteFrom('staff_act').execute()).rejects.toThrow('permission denied');
});

test('what fails for one kind keeps no other from going, and the job says so', async () => {
  const portal = await testPortal();
  await portal.base.global
    .insertInto('client_error')
    .values({ at: new Date(portal.clock.now().getTime() - 31 * day), level: 'error', message: 'old' })
    .execute();
  portal.base.providers.identity.sweep = () => Promise.reject(new Error('away'));
  await expect(applyRetention(portal.base)).rejects.toThrow(
    'Not removed although its time is over: Codes, tokens, and lockouts of the built-in user pool.',
  );
  expect(await portal.base.global.selectFrom('client_error').select('message').execute()).toEqual([]);
});
