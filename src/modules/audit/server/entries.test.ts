import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testPortal, type TestPortal } from '#app/testing/portal.ts';
import type { Entry } from '../contract.ts';

type Person = Awaited<ReturnType<TestPortal['member']>>;

const list = async (person: Person, query = ''): Promise<Entry[]> => {
  const { status, body } = await person.get(`/audit/entries${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
};
const said = async (person: Person, query = '') => (await list(person, query)).map((entry) => entry.what);

/** Entries as triggers would write them, one a minute, back into the past. */
const fill = (portal: TestPortal, orgId: string, count: number) =>
  portal.database.inOrg(orgId, (db) =>
    sql`insert into audit_entry (org_id, at, actor_id, actor_email, act, subject, subject_name, old_value, new_value)
      select ${orgId}::uuid, '2026-03-01T00:00:00Z'::timestamptz - n * interval '1 minute', 'person-' || n % 20, 'p' || n % 20 || '@acme.com',
        'update', 'admin', 'p' || n % 50 || '@acme.com', jsonb_build_object('job_title', 'was ' || n), jsonb_build_object('job_title', 'is ' || n)
      from generate_series(1, ${count}::integer) n`.execute(db),
  );

test('administrators read who did what, when, from where, with old and new value', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  portal.clock.advance(60);
  await ada.post('/profile/editUser', { cognitoId: ada.cognitoId, userProfile: { jobTitle: 'CTO' } });
  const [newest, ...older] = await list(ada);
  expect(newest).toMatchObject({
    at: '2026-03-02T17:01:00.000Z',
    who: { kind: 'person', name: 'Ada Vance', email: ada.email, staff: '', staffName: '' },
    what: `Changed the job title of administrator ${ada.email}`,
    kind: 'people',
    changes: [{ label: 'Job title', before: 'Office manager', after: 'CTO' }],
    from: { address: '203.0.113.7', browser: 'lightMyRequest' },
  });
  expect(older.map((entry) => entry.what)).toEqual([
    `Added administrator ${ada.email}`,
    'Set up the organization Acme Widgets Inc.',
  ]);
});

test('what the portal did by itself, and what staff did on behalf of a person, is told apart', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  const change = (phone: string, actor?: object) =>
    portal.database.inOrg(
      ada.orgId,
      (db) => db.updateTable('organization').set({ phone }).execute(),
      actor ? { ...actor, at: new Date('2026-03-02T18:00:00Z') } : undefined,
    );
  await change('1');
  await change('2', { id: ada.cognitoId, email: ada.email, staff: 'Sam Support' });
  const [staff] = await list(ada, '?person=staff');
  expect(staff!.who).toEqual({
    kind: 'staff',
    name: 'Ada Vance',
    email: ada.email,
    staff: 'Sam Support',
    staffName: '',
  });
  await portal.staff('sam@support.example');
  await change('3', { staff: 'sam@support.example' });
  const [desk] = await list(ada, '?person=staff');
  expect(desk!.who).toEqual({
    kind: 'staff',
    name: '',
    email: '',
    staff: 'sam@support.example',
    staffName: expect.stringMatching(/^\w/),
  });
  const [portalOwn] = await list(ada, '?person=portal');
  expect(portalOwn).toMatchObject({
    who: { kind: 'portal', name: 'The portal' },
    from: { address: '', browser: '' },
  });
});

test('filters find by person, kind, day in Pacific time, and text, alone and together', async () => {
  const portal = await testPortal({ start: '2026-03-02T07:55:00Z' });
  const ada = await portal.member('ada@acme-widgets.com');
  portal.clock.set('2026-03-02T08:05:00Z');
  await ada.post('/accounts/invite_user', { email: 'bo@acme-widgets.com', firstName: 'Bo' });
  // Mar 1 in the evening, and Mar 2 just after midnight, in Pacific time
  expect(await said(ada, '?from=2026-03-02')).toEqual(['Invited bo@acme-widgets.com']);
  expect(await said(ada, '?to=2026-03-01')).toHaveLength(2);
  expect(await said(ada, '?from=2026-03-01&to=2026-03-02')).toHaveLength(3);
  expect(await said(ada, '?kind=people')).toHaveLength(2);
  expect(await said(ada, '?kind=people&text=bo@')).toEqual(['Invited bo@acme-widgets.com']);
  expect(await said(ada, '?text=INVITED')).toEqual(['Invited bo@acme-widgets.com']);
  expect(await said(ada, '?text=retail')).toEqual(['Set up the organization Acme Widgets Inc.']);
  expect(await said(ada, '?text=%25')).toEqual([]);
  expect(await said(ada, `?person=${ada.cognitoId}`)).toHaveLength(3);
  expect(await said(ada, '?person=nobody')).toEqual([]);
  // a form's empty field is no filter
  expect(await said(ada, '?person=&kind=&from=&to=&text=')).toHaveLength(3);
});

test.each([
  'from=2026-13-01',
  'from=0001-01-01',
  'to=yesterday',
  'kind=nothing',
  'before=abc',
  'before=99999999999999999999',
  'limit=0',
  'limit=5000',
])('%s is refused as invalid', async (query) => {
  const portal = await testPortal();
  const ada = await portal.member();
  expect((await ada.get(`/audit/entries?${query}`)).status).toBe(400);
});

test('pages follow one another without gap or repetition, also while entries are added', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  await fill(portal, ada.orgId, 120);
  const seen: string[] = [];
  let before: string | null = '';
  while (before !== null) {
    const { body } = (await ada.get(`/audit/entries?limit=50&before=${before}`)) as {
      body: { data: Entry[]; next: string | null };
    };
    seen.push(...body.data.map((entry) => entry.id));
    before = body.next;
    await ada.post('/profile/editUser', {
      cognitoId: ada.cognitoId,
      userProfile: { jobTitle: `Title ${seen.length}` },
    });
  }
  expect(seen).toHaveLength(122);
  expect(new Set(seen).size).toBe(122);
  expect((await ada.get('/audit/entries?before=987654321')).body).toEqual({
    success: true,
    data: [],
    next: null,
  });
});

test("another organisation's entries are never shown, not even as the place where a page begins", async () => {
  const portal = await testPortal();
  const ada = await portal.member('ada@acme-widgets.com', 'Acme Widgets Inc.');
  const eve = await portal.member('eve@elsewhere.com', 'Elsewhere');
  const theirs = await list(ada);
  expect((await list(eve)).map((entry) => entry.what).join()).not.toContain('acme');
  expect((await eve.get(`/audit/entries?before=${theirs[0]!.id}`)).body.data).toEqual([]);
  expect((await eve.get('/audit/people')).body.data).toEqual([
    { id: eve.cognitoId, name: 'Ada Vance', email: 'eve@elsewhere.com' },
  ]);
});

test('people of the log are named once, those who were removed too', async () => {
  const portal = await testPortal();
  const ada = await portal.member('ada@acme-widgets.com');
  await fill(portal, ada.orgId, 60);
  const people = (await ada.get('/audit/people')).body.data as { name: string; email: string }[];
  expect(people).toHaveLength(21);
  expect(people).toContainEqual({ id: ada.cognitoId, name: 'Ada Vance', email: 'ada@acme-widgets.com' });
  expect(people).toContainEqual({ id: 'person-3', name: 'p3@acme.com', email: 'p3@acme.com' });
});

test('of a hundred thousand entries a page, an old page and a search come quickly', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  await fill(portal, ada.orgId, 100_000);
  const took = async (query: string) => {
    const began = performance.now();
    expect((await list(ada, query)).length).toBeGreaterThan(0);
    return performance.now() - began;
  };
  await took('');
  const newest = await took('');
  const old = await took('?from=2025-12-25&to=2025-12-26');
  const person = await took('?person=person-7');
  const search = await took('?text=is%2099999');
  // generous: the machine may be busy; without the indexes these take many times as long
  expect({ newest, old, person, search: search / 10 }).toSatisfy((all: object) =>
    Object.values(all).every((ms: number) => ms < 300),
  );
}, 60_000);
