import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openTestDatabase } from '#app/testing/portal.ts';
import { actorText, recordAct, type Actor } from './audit.ts';
import type { Database } from './database/database.ts';

const at = new Date('2026-03-02T17:00:00.123Z');
const ada: Actor = {
  id: 'ada',
  email: 'ada@acme.com',
  ip: '203.0.113.7',
  userAgent: 'Test/1',
  requestId: 'r-1',
  at,
};

async function world(actor: Actor | undefined = ada) {
  const { database } = await openTestDatabase();
  const orgId = randomUUID();
  await database.inOrg(
    orgId,
    (db) =>
      sql`insert into organization (org_id, company_name, number_of_employees, industry, channel_id, plan_id, subscription_status, sign_up_date, created_at, updated_at)
        values (${orgId}, 'Acme', '0-10', 'IT', 'direct', 'trial', 'INTRIAL', ${at}, ${at}, ${at})`.execute(
        db,
      ),
    actor,
  );
  return { database, orgId };
}
const entries = (database: Database, orgId: string) =>
  database.inOrg(orgId, (db) => db.selectFrom('auditEntry').selectAll().orderBy('id').execute());
const newest = async (database: Database, orgId: string) => (await entries(database, orgId)).at(-1)!;
const rename = (database: Database, orgId: string, name: string, actor?: Actor) =>
  database.inOrg(
    orgId,
    (db) => db.updateTable('organization').set({ companyName: name, updatedAt: at }).execute(),
    actor,
  );

describe('entries', () => {
  test('an entry of a person names them, their address, browser, request and moment', async () => {
    const { database, orgId } = await world();
    expect(await newest(database, orgId)).toMatchObject({
      actorId: 'ada',
      actorEmail: 'ada@acme.com',
      staff: null,
      ip: '203.0.113.7',
      userAgent: 'Test/1',
      requestId: 'r-1',
      at,
      act: 'insert',
      subject: 'organization',
      subjectName: 'Acme',
      oldValue: null,
      newValue: expect.objectContaining({ company_name: 'Acme', industry: 'IT' }),
    });
  });

  test('an entry of an update holds only the columns that changed, old and new', async () => {
    const { database, orgId } = await world();
    await rename(database, orgId, 'Acme Works', ada);
    expect(await newest(database, orgId)).toMatchObject({
      act: 'update',
      oldValue: { company_name: 'Acme' },
      newValue: { company_name: 'Acme Works' },
    });
  });

  test('an entry of the portal itself names no one', async () => {
    const { database, orgId } = await world();
    await rename(database, orgId, 'By a notice');
    expect(await newest(database, orgId)).toMatchObject({
      actorId: null,
      actorEmail: null,
      staff: null,
      ip: null,
    });
  });

  test('an entry of staff names them beside the person they act for', async () => {
    const { database, orgId } = await world();
    await rename(database, orgId, 'By staff', { ...ada, staff: 'Sam Support' });
    expect(await newest(database, orgId)).toMatchObject({ actorId: 'ada', staff: 'Sam Support' });
  });

  test('an entry never carries the actor of another transaction on the same connection', async () => {
    const { database, orgId } = await world();
    for (let turn = 0; turn < 10; turn++) {
      await rename(database, orgId, `Ada ${turn}`, ada);
      await rename(database, orgId, `Portal ${turn}`);
    }
    const actors = (await entries(database, orgId))
      .slice(1)
      .map((entry) => [entry.subjectName!.split(' ')[0], entry.actorId]);
    expect(actors.filter(([name, actor]) => (name === 'Ada') !== (actor === 'ada'))).toEqual([]);
  });

  test('an entry of a deletion holds the deleted values', async () => {
    const { database, orgId } = await world();
    await database.inOrg(orgId, (db) => db.deleteFrom('organization').execute(), ada);
    expect(await newest(database, orgId)).toMatchObject({
      act: 'delete',
      oldValue: { company_name: 'Acme' },
      newValue: null,
    });
  });
});

describe('changes without an entry', () => {
  test('a change that was rolled back leaves no entry', async () => {
    const { database, orgId } = await world();
    const failing = database.inOrg(
      orgId,
      async (db) => {
        await db.updateTable('organization').set({ companyName: 'Never' }).execute();
        throw new Error('no');
      },
      ada,
    );
    await expect(failing).rejects.toThrow('no');
    expect(await entries(database, orgId)).toHaveLength(1);
  });

  test('an update that changes nothing that counts leaves no entry', async () => {
    const { database, orgId } = await world();
    await database.inOrg(
      orgId,
      (db) => db.updateTable('organization').set({ welcomeEmailSent: true, updatedAt: new Date() }).execute(),
      ada,
    );
    expect(await entries(database, orgId)).toHaveLength(1);
  });

  test('work of the portal leaves no entry on a table that only people change', async () => {
    const { database, orgId } = await world();
    const add = (name: string) =>
      sql`insert into website (org_id, id, name, name_key, url, url_key, scan_profile, confirmed_by, confirmed_by_person, confirmed_at, created_at)
        values (${orgId}, ${randomUUID()}, ${name}, ${name}, ${name}, ${name}, 'safe', 'x', 'x', ${at}, ${at})`;
    await database.inOrg(orgId, (db) => add('own').execute(db));
    expect(await entries(database, orgId)).toHaveLength(1);
    await database.inOrg(orgId, (db) => add('hers').execute(db), ada);
    expect(await newest(database, orgId)).toMatchObject({ subject: 'website', subjectName: 'hers' });
  });
});

test('secrets never come into an entry', async () => {
  const { database, orgId } = await world();
  await database.inOrg(
    orgId,
    (db) =>
      sql`insert into admin_invite (org_id, id, link_hash, email, status, invited_by, created_at, expires_at)
        values (${orgId}, ${randomUUID()}, 'hash-of-the-secret', 'bo@acme.com', 'sent', 'ada', ${at}, ${at})`.execute(
        db,
      ),
    ada,
  );
  await database.inOrg(
    orgId,
    (db) => db.updateTable('adminInvite').set({ linkHash: 'another-hash' }).execute(),
    ada,
  );
  const kept = JSON.stringify(await entries(database, orgId));
  expect(kept).toContain('bo@acme.com');
  expect(kept).not.toMatch(/hash/);
});

test.each([
  ['changed', sql`update audit_entry set act = 'nothing'`],
  ['deleted', sql`delete from audit_entry`],
  ['emptied', sql`truncate audit_entry`],
  ['cut off from its trigger', sql`alter table organization disable trigger record_change`],
  ['left out for a while', sql`set session_replication_role = replica`],
])('the log cannot be %s by the application', async (_how, statement) => {
  const { database, orgId } = await world();
  await expect(database.inOrg(orgId, (db) => statement.execute(db))).rejects.toThrow(
    /permission denied|must be owner/,
  );
  expect(await entries(database, orgId)).toHaveLength(1);
});

test("no entry is written into, or read from, another organisation's log", async () => {
  const { database, orgId } = await world();
  const other = randomUUID();
  expect(await entries(database, other)).toEqual([]);
  const forged = database.inOrg(other, (db) =>
    sql`insert into audit_entry (org_id, at, act, subject) values (${orgId}, now(), 'forged', 'x')`.execute(
      db,
    ),
  );
  await expect(forged).rejects.toThrow(/row-level security/);
});

test.each([
  ['quotes', `'"; drop table audit_entry; --`],
  ['what ends a JSON text', '"}, "id": "mallory", "x": {"'],
  ['control characters', 'a\0b\r\nc\u001b[31m\u0085'],
  ['half a character pair', 'x\ud800y\udc00'],
  ['backslashes', '\\u0000 \\\\ \\'],
  ['an essay', 'a'.repeat(100_000)],
])(
  'a browser that names itself with %s is written down as text and forges nothing',
  async (_what, userAgent) => {
    const { database, orgId } = await world({ ...ada, userAgent });
    const entry = await newest(database, orgId);
    expect(entry.actorId).toBe('ada');
    expect(entry.userAgent!.length).toBeLessThanOrEqual(400);
    expect(entry.userAgent).not.toMatch(/\p{Cc}/u);
  },
);

test('an actor travels as text of known parts only', () => {
  expect(JSON.parse(actorText(ada))).toEqual({ ...ada, at: at.toISOString() });
  expect(JSON.parse(actorText({ at, email: 'x@y.z\n' }))).toEqual({ at: at.toISOString(), email: 'x@y.z ' });
  // PostgreSQL takes no half of a character pair, which the cut must not leave
  expect(JSON.parse(actorText({ at, userAgent: `${'x'.repeat(399)}😀` })).userAgent.isWellFormed()).toBe(
    true,
  );
});

test('an act that changes no row is written with its transaction, or not at all', async () => {
  const { database, orgId } = await world();
  const act = {
    act: 'list-exported',
    subject: 'list',
    subjectId: '7',
    subjectName: 'The list',
    after: { rows: 3 },
  };
  await database.inOrg(orgId, (db) => recordAct(db, act), ada);
  expect(await newest(database, orgId)).toMatchObject({
    actorId: 'ada',
    at,
    act: 'list-exported',
    subject: 'list',
    subjectId: '7',
    subjectName: 'The list',
    newValue: { rows: 3 },
  });
  const failing = database.inOrg(orgId, async (db) => {
    await recordAct(db, act);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await entries(database, orgId)).toHaveLength(2);
});
