import { describe, expect, test } from 'vitest';
import { linksWorld, proveDomain, refusalOf } from '../testing/links.ts';

type Line = { id: string; asked: boolean; signed: number; people: number };
const linesOf = (policies: Line[]) =>
  policies.map(({ id, asked, signed, people }) => `${id} ${asked ? `${signed}/${people}` : 'not asked'}`);

describe('administrators', () => {
  test('see of each policy that holds how many have signed it, and of each person what waits', async () => {
    const { ada, approve, add, ask, sign, signingToken, signers, memberId, save } = await linksWorld();
    await approve('backup');
    await approve('infosec');
    await approve('passwords');
    await save(ada, { id: 'incident' });
    await add('Dee Fox', 'Gil Ode', 'Hal Roe');
    expect((await ask('backup', 'passwords')).body.data).toEqual({ mailed: 3 });
    const dees = await signingToken('dee.fox@acme-widgets.com');
    await sign(dees, 'backup');
    await sign(dees, 'passwords');
    await sign(await signingToken('gil.ode@acme-widgets.com'), 'backup', { name: 'Gil' });
    const { data } = (await ada.get('/policy/signOff')).body;
    expect([data.people, data.done]).toEqual([3, 1]);
    expect(linesOf(data.policies)).toEqual(['backup 2/3', 'infosec not asked', 'passwords 1/3']);
    const list = (await ada.get('/policy/policyList')).body.data;
    expect(list.map((one: { id: string; signOff: unknown }) => [one.id, one.signOff])).toEqual([
      ['backup', { signed: 2, asked: 3 }],
      ['incident', null],
      ['infosec', null],
      ['passwords', { signed: 1, asked: 3 }],
    ]);
    const { person, signed, waiting } = (await ada.get(`/policy/signer/${await memberId('Gil')}`)).body.data;
    expect(person).toMatchObject({
      name: 'Gil Ode',
      signed: 1,
      asked: 2,
      sentAt: '2026-03-02T17:00:00.000Z',
      lastSignedAt: '2026-03-02T17:00:00.000Z',
    });
    expect(signed).toEqual([
      {
        policyType: 'backup',
        policyName: 'Backup & Recovery',
        version: 1,
        name: 'Gil',
        email: 'gil.ode@acme-widgets.com',
        signedAt: '2026-03-02T17:00:00.000Z',
      },
    ]);
    expect(waiting).toEqual([{ policyType: 'passwords', policyName: 'Passwords & Sign-in', version: 1 }]);
    // a leaver counts no more
    await ada.post('/policy/removeSigner', { memberId: await memberId('Dee') });
    const after = (await ada.get('/policy/signOff')).body.data;
    expect([after.people, after.done, ...linesOf(after.policies)]).toEqual([
      2,
      0,
      'backup 1/2',
      'infosec not asked',
      'passwords 0/2',
    ]);
    expect((await signers()).people.map((one: { name: string }) => one.name)).toEqual(['Gil Ode', 'Hal Roe']);
    // what is asked no longer is no longer owed
    expect((await ask('backup')).body.data).toEqual({ mailed: 0 });
    expect((await ada.get('/policy/signOff')).body.data.done).toBe(1);
  });

  test('page, search, sort and filter the team', async () => {
    const { ada, approve, add, ask, sign, signingToken, signers } = await linksWorld();
    await approve('backup');
    await add('Bea Low', 'dan Ash', 'Cal 100% Sure', 'Ann Zed');
    await ask('backup');
    await sign(await signingToken('dan.ash@acme-widgets.com'), 'backup');
    await add('Eve New');
    const names = async (query: string) =>
      (await signers(query)).people.map((one: { name: string }) => one.name.split(' ')[0]).join(' ');
    expect(await names('')).toBe('Ann Bea Cal dan Eve');
    expect(await names('?sort=name&down=1')).toBe('Eve dan Cal Bea Ann');
    expect(await names('?sort=email&pageSize=2&page=2')).toBe('Cal dan');
    expect(await names('?sort=signed&down=1')).toBe('dan Ann Bea Cal Eve');
    expect(await names('?sort=sentAt')).toBe('Eve Ann Bea Cal dan');
    expect(await names('?only=done')).toBe('dan');
    expect(await names('?only=waiting')).toBe('Ann Bea Cal Eve');
    expect(await names('?search=ASH%40acme')).toBe('dan');
    expect(await names(`?search=${encodeURIComponent('100%')}`)).toBe('Cal');
    expect(await signers('?search=nobody')).toEqual({ people: [], total: 0 });
    expect(await signers('?page=9')).toEqual({ people: [], total: 5 });
    expect((await ada.get('/policy/signers?sort=name;drop')).status).toBe(400);
  });
});

describe('administrators who add people', () => {
  test('are told what became of each person they add', async () => {
    const { ada, portal } = await linksWorld();
    const people = [
      { name: ' Dee  Fox ', email: ' Dee@Acme-Widgets.com ' },
      { name: 'Again', email: 'dee@acme-widgets.COM' },
      { name: '', email: 'x@acme-widgets.com' },
      { name: 'Bad', email: 'bad@' },
      { name: 'Header', email: 'a@b.example\r\nBcc: c@d.example' },
    ];
    const fates = (await ada.post('/policy/addSigners', { people })).body.data;
    expect(fates.map((one: { fate: string }) => one.fate)).toEqual([
      'added',
      'already-there',
      'name-missing',
      'bad-address',
      'bad-address',
    ]);
    expect(fates[0]).toEqual({ name: 'Dee Fox', email: 'Dee@Acme-Widgets.com', fate: 'added' });
    expect((await ada.post('/policy/addSigners', { people: people.slice(0, 1) })).body.data[0].fate).toBe(
      'already-there',
    );
    // of two that add the same person at the same moment, one does
    const twice = await Promise.all(
      [1, 2].map(() =>
        ada.post('/policy/addSigners', { people: [{ name: 'Gil', email: 'gil@acme-widgets.com' }] }),
      ),
    );
    expect(twice.map(({ body }) => body.data[0].fate).toSorted()).toEqual(['added', 'already-there']);
    const what = (await ada.get('/audit/entries?kind=people')).body.data.map(
      (one: { what: string }) => one.what,
    );
    expect(what).toContain('Added Dee Fox to the team');
    await portal.runJobs();
    expect(await portal.mailbox.list({ to: 'gil@acme-widgets.com' })).toEqual([]);
  });

  test('have at most a thousand people in the team, and lists of so many stay quick', async () => {
    const { ada, approve, ask, portal, signers } = await linksWorld();
    await proveDomain(portal, ada.orgId);
    await approve('backup');
    await approve('infosec');
    const people = (from: number, count: number) =>
      Array.from({ length: count }, (_, i) => ({
        name: `Person ${from + i}`,
        email: `p${from + i}@acme-widgets.com`,
      }));
    for (const from of [0, 500])
      expect((await ada.post('/policy/addSigners', { people: people(from, 500) })).status).toBe(200);
    expect(refusalOf(await ada.post('/policy/addSigners', { people: people(1000, 1) }))).toEqual([
      403,
      'too-many-people',
    ]);
    expect((await ask('backup', 'infosec')).body.data).toEqual({ mailed: 1000 });
    await portal.database.inOrg(ada.orgId, async (db) => {
      const members = await db.selectFrom('teamMember').select(['id', 'name', 'email']).execute();
      await db
        .insertInto('policySignature')
        .values(
          members.slice(0, 900).map((one) => ({
            orgId: ada.orgId,
            memberId: one.id,
            policyId: 'backup',
            policyName: 'Backup',
            version: 1,
            textHash: 'a'.repeat(64),
            typedName: one.name,
            personName: one.name,
            personEmail: one.email,
            signedAt: portal.clock.now(),
            ip: '203.0.113.1',
            userAgent: '',
          })),
        )
        .execute();
    });
    const began = performance.now();
    expect(await signers('?sort=signed&down=1&pageSize=100&page=10')).toMatchObject({ total: 1000 });
    expect((await ada.get('/policy/signOff')).body.data.policies[0]).toMatchObject({
      signed: 900,
      people: 1000,
    });
    expect((await ada.get('/policy/policyList')).status).toBe(200);
    // three calls with few statements each; one statement for each person would take many times as long
    expect(performance.now() - began).toBeLessThan(3000);
    expect((await ada.post('/policy/remindSigners')).body.data).toEqual({ mailed: 0, skipped: 1000 });
  });
});

test('everything signed, leavers too, and everything that waits goes into a CSV that no spreadsheet takes for formulas', async () => {
  const { ada, approve, ask, sign, signingToken, memberId, portal } = await linksWorld();
  await approve('backup');
  await approve('infosec');
  const people = [
    { name: '=HYPERLINK("https://evil.example","x")', email: 'dee@acme-widgets.com' },
    { name: '@SUM(1), "quoted"', email: 'gil@acme-widgets.com' },
  ];
  await ada.post('/policy/addSigners', { people });
  await ask('backup', 'infosec');
  const dee = await signingToken('dee@acme-widgets.com');
  await sign(dee, 'backup', { name: '+1+cmd|x' });
  await ada.post('/policy/removeSigner', { memberId: await memberId('HYPER') });
  const file = await ada.get('/policy/exportSignatures');
  expect(file.headers['content-disposition']).toContain('Acme Widgets Inc. signatures 2026-03-02.csv');
  const text = file.body.toString('utf8') as string;
  expect(text.charCodeAt(0)).toBe(0xfeff);
  const lines = text.slice(1).trim().split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines[1]).toMatch(
    /^Backup & Recovery,1,Signed,"'=HYPERLINK\(""https:\/\/evil\.example"",""x""\)",dee@acme-widgets\.com,'\+1\+cmd\|x,/,
  );
  expect(lines[1]).toMatch(
    /"Mar 2, 2026, 9:00 AM PST",2026-03-02T17:00:00.000Z,"Mar 2, 2026, 9:00 AM PST",198\.51\.100\.9,.*,[0-9a-f]{64}$/,
  );
  for (const [i, policy] of ['Backup & Recovery', 'Information Security Policy'].entries())
    expect(lines[i + 2]).toBe(`${policy},1,Waiting,"'@SUM(1), ""quoted""",gil@acme-widgets.com,,,,,,,`);
  const one = (await ada.get('/policy/exportSignatures?policyType=infosec')).body.toString('utf8') as string;
  expect(one).not.toContain('Backup');
  const what = (await ada.get('/audit/entries?kind=policies')).body.data.map(
    (entry: { what: string }) => entry.what,
  );
  expect(what[0]).toBe('Exported the signatures');
  await portal.runJobs();
  for (const to of ['dee@acme-widgets.com', 'gil@acme-widgets.com'])
    for (const { id } of await portal.mailbox.list({ to })) {
      const mail = (await portal.mailbox.read(id))!;
      expect(mail.html).not.toContain('https://evil.example');
    }
});

test('an organisation whose plan has no signatures is shown none, and its list of policies says so', async () => {
  const { portal, ada, approve, add, ask } = await linksWorld();
  await approve('backup');
  await add('Dee Fox');
  await ask('backup');
  await portal.database.inOrg(ada.orgId, (db) =>
    db
      .updateTable('organization')
      .set({ planId: 'essential', subscriptionStatus: 'ACTIVE', expirationDate: null })
      .execute(),
  );
  const list = (await ada.get('/policy/policyList')).body;
  expect([list.signOffInPlan, list.data[0].signOff]).toEqual([false, null]);
  await portal.runJobs();
  const before = (await portal.mailbox.list({ to: 'dee.fox@acme-widgets.com' })).length;
  await approve('backup', { customValues: { rtoHours: 2 }, material: true });
  await portal.runJobs();
  expect(await portal.mailbox.list({ to: 'dee.fox@acme-widgets.com' })).toHaveLength(before);
});
