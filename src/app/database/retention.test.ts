import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { applyRetention, keptSince, retentions } from './retention.ts';
import { testPortal, type TestPortal } from '../testing/portal.ts';

const day = 86_400_000;

test('each kind has a name of its own and a time that lies in the past', async () => {
  const { settings } = await testPortal();
  const now = new Date('2026-03-02T17:00:00Z');
  expect(new Set(retentions.map(({ kind }) => kind)).size).toBe(retentions.length);
  expect(retentions.filter((one) => keptSince(one, settings, now) > now)).toEqual([]);
  expect(retentions.filter(({ remove, by }) => (remove === null) !== (by !== undefined))).toEqual([]);
});

/** Scans, an issue, log entries and conversations of many ages. @returns the ids of the scans by their names */
async function plantOfOrganization(
  portal: TestPortal,
  ada: { orgId: string; email: string; cognitoId: string },
  aged: (days: number) => Date,
) {
  const website = { orgId: ada.orgId, websiteId: randomUUID() };
  const scans: Record<string, string> = {};
  await portal.base.forOrg(ada.orgId).inOrg(async (db) => {
    await db
      .insertInto('website')
      .values({
        orgId: ada.orgId,
        id: website.websiteId,
        name: 'Shop',
        nameKey: 'shop',
        url: 'https://shop.acme-widgets.com',
        urlKey: 'shop.acme-widgets.com',
        scanProfile: 'lightning',
        confirmedBy: ada.email,
        confirmedByPerson: ada.cognitoId,
        confirmedAt: aged(900),
        createdAt: aged(900),
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
          scanProfile: 'lightning',
          startedBy: 'schedule',
          startedAt: at,
          beatAt: at,
          status: 'completed',
          completedAt: at,
        })
        .execute();
    }
    // its details are those of an old scan
    const seen = {
      firstSeen: aged(800),
      lastSeen: aged(700),
      lastScanId: scans.told!,
      seenAtLevel: 'lightning',
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
        .insertInto('conciergeThread')
        .values({
          orgId: ada.orgId,
          id: randomUUID(),
          subject: `${state} ${days}`,
          state,
          openedBy: ada.cognitoId,
          openedByName: 'Ada',
          openedAt: aged(days),
          lastEntryAt: aged(days),
          lastFrom: 'customer',
          entries: 1,
        })
        .execute();
  });
  return scans;
}

/** What belongs to no organization, of two ages each. */
async function plantOfNobody({ base: { global } }: TestPortal, aged: (days: number) => Date) {
  for (const days of [31, 29])
    await global
      .insertInto('mailFailure')
      .values({ id: randomUUID(), at: aged(days), recipient: `${days}@x.example`, sender: 'x', reason: 'x' })
      .execute();
  for (const days of [1200, 1000])
    await global
      .insertInto('staffAct')
      .values({ at: aged(days), kind: 'log', staffName: 'Sam', what: `${days}` })
      .execute();
  for (const days of [61, 59])
    await global
      .insertInto('billingNotice')
      .values({ id: `${days}`, takenAt: aged(days) })
      .execute();
  for (const days of [1200, 1000])
    await global
      .insertInto('erasure')
      .values({
        organizationId: randomUUID(),
        askedAt: aged(days),
        byStaff: false,
        begunAt: aged(days),
        finishedAt: aged(days),
        rowsErased: days,
      })
      .execute();
}

test('what has had its time goes, and what has a day left stays', async () => {
  const portal = await testPortal({ env: { RETENTION_AUDIT_MONTHS: '24', RETENTION_SCAN_MONTHS: '12' } });
  const ada = await portal.member('ada@acme-widgets.com');
  const { global } = portal.base;
  const scope = portal.base.forOrg(ada.orgId);
  const now = portal.clock.now().getTime();
  const aged = (days: number) => new Date(now - days * day);
  const scans = await plantOfOrganization(portal, ada, aged);
  await plantOfNobody(portal, aged);
  await applyRetention(portal.base);

  const kept = await scope.inOrg(async (db) => ({
    scans: (await db.selectFrom('scan').select('id').orderBy('startedAt').execute()).map(({ id }) => id),
    log: (await db.selectFrom('auditEntry').select('subject').where('at', '<', aged(1)).execute()).map(
      ({ subject }) => subject,
    ),
    threads: (await db.selectFrom('conciergeThread').select('subject').orderBy('subject').execute()).map(
      ({ subject }) => subject,
    ),
  }));
  expect(kept).toEqual({
    scans: [scans.told, scans.recent],
    log: ['729'],
    threads: ['answered 1200', 'closed 1000'],
  });
  expect(
    (await global.selectFrom('mailFailure').select('recipient').execute()).map(({ recipient }) => recipient),
  ).toEqual(['29@x.example']);
  expect((await global.selectFrom('staffAct').select('what').execute()).map(({ what }) => what)).toEqual([
    '1000',
  ]);
  expect((await global.selectFrom('billingNotice').select('id').execute()).map(({ id }) => id)).toEqual([
    '59',
  ]);
  expect(
    (await global.selectFrom('erasure').select('rowsErased').execute()).map(({ rowsErased }) =>
      Number(rowsErased),
    ),
  ).toEqual([1000]);
});

test('no program removes entries of the last twelve months from a log, whatever it asks for', async () => {
  const portal = await testPortal();
  const ada = await portal.member('ada@acme-widgets.com');
  await portal.base.global
    .insertInto('staffAct')
    .values({ at: new Date(), kind: 'log', staffName: 'Sam', what: 'today' })
    .execute();
  const far = new Date('2999-01-01');
  const { rows } = await sql<{ n: number; acts: number }>`
    select delete_old_audit_entries(${ada.orgId}, ${far}, 1000) as n, delete_old_staff_acts(${far}, 1000) as acts`.execute(
    portal.base.global,
  );
  expect(rows).toEqual([{ n: 0, acts: 0 }]);
  await expect(portal.base.global.deleteFrom('staffAct').execute()).rejects.toThrow('permission denied');
});

test('what fails for one kind keeps no other from going, and the job says so', async () => {
  const portal = await testPortal();
  await portal.base.global
    .insertInto('clientError')
    .values({ at: new Date(portal.clock.now().getTime() - 31 * day), level: 'error', message: 'old' })
    .execute();
  portal.base.providers.identity.sweep = () => Promise.reject(new Error('away'));
  await expect(applyRetention(portal.base)).rejects.toThrow(
    'Not removed although its time is over: Codes, tokens, and lockouts of the built-in user pool.',
  );
  expect(await portal.base.global.selectFrom('clientError').select('message').execute()).toEqual([]);
});
