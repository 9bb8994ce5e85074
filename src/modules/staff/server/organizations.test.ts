import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { testPortal, type TestPortal } from '#app/testing/portal.ts';
import { addStaff, listStaff, removeStaff } from './members.ts';

/** An organisation straight into the tables: many are made. */
async function plant(
  portal: TestPortal,
  row: {
    name: string;
    channel?: string;
    plan?: string;
    day?: string;
    status?: string;
    ends?: string;
    admin?: string;
  },
) {
  const orgId = randomUUID();
  const at = new Date(row.day ?? '2026-01-01T12:00:00Z');
  await portal.base.forOrg(orgId).inOrg(async (db) => {
    await db
      .insertInto('organization')
      .values({
        orgId,
        companyName: row.name,
        numberOfEmployees: '11-20',
        industry: 'RETAIL',
        channelId: row.channel ?? 'direct',
        planId: row.plan ?? 'essential',
        subscriptionStatus: row.status ?? 'ACTIVE',
        expirationDate: row.ends ? new Date(row.ends) : null,
        signUpDate: at,
        createdAt: at,
        updatedAt: at,
      })
      .execute();
    if (row.admin)
      await db
        .insertInto('admin')
        .values({
          orgId,
          cognitoId: randomUUID(),
          email: row.admin,
          firstName: 'A',
          lastName: 'B',
          createdAt: at,
          updatedAt: at,
        })
        .execute();
  });
  return orgId;
}

/** A website with issues, and a rating of two days. */
async function giveStanding(portal: TestPortal, orgId: string, ratings: number[]) {
  const at = portal.clock.now();
  await portal.base.forOrg(orgId).inOrg(async (db) => {
    await sql`insert into finding_tally (org_id, website_id, severity, n) values
      (${orgId}, ${randomUUID()}, 'high', 3), (${orgId}, ${randomUUID()}, 'high', 2), (${orgId}, ${randomUUID()}, 'low', 7)`.execute(
      db,
    );
    await sql`insert into rating_run (org_id, domain, state, started_by, started_at, beat_at, finished_at) values
      (${orgId}, 'lamps.example', 'done', 'schedule', ${at}, ${at}, ${at})`.execute(db);
    for (const [i, rating] of ratings.entries())
      await sql`insert into rating_snapshot (org_id, domain, source, day, rating, grades, measured_at, written_at) values
        (${orgId}, 'lamps.example', ${portal.base.providers.ratings.source.id}, ${`2026-02-0${i + 1}`}, ${rating}, '{}', ${at}, ${at})`.execute(
        db,
      );
  });
}

const names = (answer: { body: any }) =>
  answer.body.data.organizations.map((one: { companyName: string }) => one.companyName);

describe('the list of organisations', () => {
  test('says how each stands: the newest rating with its day, and open issues of high severity', async () => {
    const portal = await testPortal();
    await giveStanding(portal, await plant(portal, { name: 'Lamps' }), [610, 655]);
    await plant(portal, { name: 'Mugs' });
    const sam = await portal.staff();
    const { organizations } = (await sam.get('/staff/organizations')).body.data;
    const standing = organizations.map((one: any) => [
      one.companyName,
      one.rating,
      one.ratedOn,
      one.openHighs,
    ]);
    expect(standing).toEqual([
      ['Lamps', 655, '2026-02-02', 5],
      ['Mugs', null, null, 0],
    ]);
  });

  test('is narrowed to a brand, which opens none that the member does not see', async () => {
    const portal = await testPortal();
    await plant(portal, { name: 'Lamps' });
    await plant(portal, { name: 'Nets', channel: 'brokers' });
    await plant(portal, { name: 'Ropes', channel: 'harborline' });
    const sam = await portal.staff();
    expect(names(await sam.get('/staff/organizations?brandId=harborline'))).toEqual(['Ropes']);
    expect(names(await sam.get('/staff/organizations?brandId=cyber-safety'))).toEqual(['Lamps', 'Nets']);
    expect(names(await sam.get('/staff/organizations?brandId=nothing'))).toEqual([]);
    expect((await sam.get('/staff/profile')).body.data.brands.map((one: any) => one.brandId)).toEqual([
      'cyber-safety',
      'harborline',
    ]);
    const lena = await portal.staff('lena@insurer.example', { brandId: 'harborline' });
    expect(names(await lena.get('/staff/organizations?brandId=cyber-safety'))).toEqual([]);
    expect(names(await lena.get('/staff/organizations'))).toEqual(['Ropes']);
    expect((await lena.get('/staff/profile')).body.data.brands).toEqual([
      { brandId: 'harborline', name: 'Harborline' },
    ]);
  });

  test('tells what staff choose by, and nothing more', async () => {
    const portal = await testPortal();
    await plant(portal, {
      name: 'Lamps',
      plan: 'plus',
      day: '2026-02-01T12:00:00Z',
      admin: 'lee@lamps.example',
    });
    await plant(portal, { name: 'Mugs', status: 'INTRIAL', plan: 'trial', ends: '2026-03-10T12:00:00Z' });
    await plant(portal, { name: 'Nets', status: 'INTRIAL', plan: 'trial', ends: '2026-02-10T12:00:00Z' });
    const sam = await portal.staff();
    const { organizations, total, pages } = (await sam.get('/staff/organizations')).body.data;
    expect([total, pages]).toEqual([3, 1]);
    expect(organizations[0]).toEqual({
      orgId: expect.any(String),
      companyName: 'Lamps',
      brand: expect.any(String),
      channelId: 'direct',
      planName: 'Plus',
      status: 'active',
      trialDaysLeft: null,
      signUpDate: '2026-02-01T12:00:00.000Z',
      administrators: 1,
      lastActivity: null,
      rating: null,
      ratedOn: null,
      openHighs: 0,
    });
    expect(organizations.slice(1)).toMatchObject([
      { status: 'trial', trialDaysLeft: 8, administrators: 0 },
      { status: 'trial-expired', trialDaysLeft: 0 },
    ]);
  });

  test('knows when an administrator was last active; staff who act for one do not count', async () => {
    const portal = await testPortal();
    const ada = await portal.member();
    const sam = await portal.staff();
    portal.clock.advance(100);
    await ada.get('/profile/getUserList');
    const seen = portal.clock.now().toISOString();
    portal.clock.advance(600);
    const read = async () => (await sam.get('/staff/organizations')).body.data.organizations[0].lastActivity;
    expect(await read()).toBe(seen);
    const kim = await portal.support(ada);
    portal.clock.advance(100);
    await kim.get('/profile/getUserList');
    expect(await read()).toBe(seen);
  });
});

describe('a page of the list of organisations', () => {
  test('is searched by company, website and administrator, whatever the case and whatever is typed', async () => {
    const portal = await testPortal();
    await plant(portal, { name: '100% Lamps_' });
    await plant(portal, { name: 'Mugs', admin: 'lee@lamps.example' });
    await plant(portal, { name: 'Nets' });
    const sam = await portal.staff();
    const search = async (text: string) =>
      names(await sam.get(`/staff/organizations?search=${encodeURIComponent(text)}`));
    expect(await search('LAMPS')).toEqual(['100% Lamps_', 'Mugs']);
    expect(await search('%')).toEqual(['100% Lamps_']);
    expect(await search('_')).toEqual(['100% Lamps_']);
    expect(await search("' or true --")).toEqual([]);
  });

  test.each([
    ['name', 'ascending', ['Alpha', 'beta', 'Gamma']],
    ['name', 'descending', ['Gamma', 'beta', 'Alpha']],
    ['sign-up', 'ascending', ['Gamma', 'Alpha', 'beta']],
    ['sign-up', 'descending', ['beta', 'Alpha', 'Gamma']],
    ['plan', 'ascending', ['beta', 'Gamma', 'Alpha']],
    ['plan', 'descending', ['Alpha', 'Gamma', 'beta']],
  ])('is sorted by %s, %s', async (sort, direction, expected) => {
    const portal = await testPortal();
    await plant(portal, { name: 'beta', plan: 'free', day: '2026-02-03T00:00:00Z' });
    await plant(portal, { name: 'Alpha', plan: 'premium', day: '2026-02-02T00:00:00Z' });
    await plant(portal, { name: 'Gamma', plan: 'plus', day: '2026-02-01T00:00:00Z' });
    const sam = await portal.staff();
    expect(names(await sam.get(`/staff/organizations?sort=${sort}&direction=${direction}`))).toEqual(
      expected,
    );
  });

  test('comes in pages that hold each organisation once; past the end is the first', async () => {
    const portal = await testPortal();
    for (let i = 0; i < 53; i++) await plant(portal, { name: `Company ${String(i).padStart(2, '0')}` });
    const sam = await portal.staff();
    const pages = await Promise.all(
      [1, 2, 3].map((page) => sam.get(`/staff/organizations?sort=plan&page=${page}`)),
    );
    expect(pages.map((page) => names(page).length)).toEqual([25, 25, 3]);
    expect(new Set(pages.flatMap(names)).size).toBe(53);
    expect((await sam.get('/staff/organizations?page=9')).body.data).toMatchObject({
      page: 1,
      pages: 3,
      total: 53,
    });
  });

  test('of a brand holds the organisations of its channels alone', async () => {
    const portal = await testPortal();
    await plant(portal, { name: 'Ours', channel: 'harborline' });
    await plant(portal, { name: 'Theirs', channel: 'direct' });
    await plant(portal, { name: 'Of a channel that is gone', channel: 'closed-down' });
    const [lena, sam] = [
      await portal.staff('lena@insurer.example', { brandId: 'harborline' }),
      await portal.staff(),
    ];
    expect(names(await lena.get('/staff/organizations'))).toEqual(['Ours']);
    expect(names(await lena.get('/staff/organizations?search=theirs'))).toEqual([]);
    expect(names(await sam.get('/staff/organizations'))).toHaveLength(3);
  });

  test('of one organisation names its administrators', async () => {
    const portal = await testPortal();
    const ada = await portal.member('ada@acme-widgets.com');
    const sam = await portal.staff();
    const { data } = (await sam.get(`/staff/organizations/${ada.orgId}`)).body;
    expect(data.organization.companyName).toBe('Acme Widgets Inc.');
    expect(data.administrators).toMatchObject([
      { cognitoId: ada.cognitoId, firstName: 'Ada', email: 'ada@acme-widgets.com' },
    ]);
    expect((await sam.get('/staff/organizations/not-an-id')).status).toBe(400);
  });
});

describe('an operator', () => {
  test('adds somebody with an account made now, whose temporary password works once and only to choose another', async () => {
    const { base, identity } = await testPortal();
    const { temporaryPassword } = await addStaff(base, {
      email: ' Sam@Support.example ',
      name: 'Sam Rivera',
      brandId: null,
    });
    expect(temporaryPassword).toMatch(/^[A-Za-z0-9]{5}(-[A-Za-z0-9]{5}){3}$/);
    const signIn = {
      AuthFlow: 'USER_PASSWORD_AUTH',
      ClientId: identity.clientId,
      AuthParameters: { USERNAME: 'sam@support.example', PASSWORD: temporaryPassword },
    };
    expect(await identity.handle('InitiateAuth', signIn, { ip: '203.0.113.7' })).toMatchObject({
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
    });
    expect(await listStaff(base)).toMatchObject([
      { email: 'sam@support.example', name: 'Sam Rivera', brandId: null },
    ]);
  });

  test('adds somebody who has an account: it keeps its password, and sessions from before end', async () => {
    const portal = await testPortal();
    const kim = await portal.signIn('kim@support.example');
    expect(
      (await addStaff(portal.base, { email: 'kim@support.example', name: 'Kim', brandId: 'harborline' }))
        .temporaryPassword,
    ).toBeNull();
    expect((await kim.post('/accounts/check')).body.authenticated).toBe(false);
    expect((await (await portal.signIn('kim@support.example')).post('/accounts/check')).body.isStaff).toBe(
      true,
    );
  });

  test.each([
    [{ email: 'nobody', name: 'Sam', brandId: null }, /not an e-mail address/],
    [{ email: 'sam@support.example', name: '  ', brandId: null }, /Give a name/],
    [
      { email: 'sam@support.example', name: 'Sam', brandId: 'nowhere' },
      /There is no brand 'nowhere'; there are/,
    ],
    [{ email: 'kim@support.example', name: 'Kim', brandId: null }, /member of staff already/],
  ])('cannot add %j', async (asked, said) => {
    const { base } = await testPortal();
    await addStaff(base, { email: 'kim@support.example', name: 'Kim', brandId: null });
    await expect(addStaff(base, asked)).rejects.toThrow(said);
  });

  test('removes nobody who is not there', async () => {
    const { base } = await testPortal();
    await expect(removeStaff(base, 'sam@support.example')).rejects.toThrow(
      'sam@support.example is no member of staff.',
    );
  });
});
