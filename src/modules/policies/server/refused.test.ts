import { expect, test } from 'vitest';
import { policiesWorld } from './testing/policies.ts';

const answer = ({ status, body }: { status: number; body: any }) => [status, body.error?.code ?? 'served'];
const own = { custom: true, name: 'Keys', customPolicy: '<p>Keys stay here.</p>' };

test('another organisation sees and changes nothing, and is answered as of nothing', async () => {
  const { portal, ada, save, list } = await policiesWorld();
  const { id, etag } = (await save(ada, own)).body.data;
  await save(ada, { id: 'passwords', customValues: { minLengthNoMfa: 33 } });
  await ada.post('/policy/saveCompanyValues', { values: { policyOwner: 'Ada Vance' } });
  const eve = await portal.member('eve@elsewhere-tools.com', 'Elsewhere Tools');
  expect(await list(eve)).toEqual([]);
  for (const [path, body] of [
    ['/policy/policyLoad', { policyType: id }],
    ['/policy/policyLoad', { policyType: id, version: 1 }],
    ['/policy/policyHistory', { policyType: id }],
    ['/policy/policyCompare', { policyType: id, from: 1, to: 1 }],
    ['/policy/policySave', { policy: { id, etag, customPolicy: '<p>x</p>' } }],
    ['/policy/policySave', { policy: { id, status: 'Active' } }],
    ['/policy/takeNewTemplate', { policyType: 'passwords' }],
  ] as const)
    expect([path, ...answer(await eve.post(path, body))]).toEqual([path, 404, 'no-such-policy']);
  expect(answer(await eve.get(`/policy/policyDelete/${id};1`))).toEqual([404, 'no-such-policy']);
  expect((await eve.get('/policy/companyValues')).body.data.given).toEqual({});
  expect((await eve.post('/policy/policyLoad', { policyType: 'passwords' })).body.data.customValues).toEqual(
    {},
  );
  // the same id is theirs to use, and stays apart
  expect(answer(await save(eve, { ...own, id, name: 'Keys', customPolicy: '<p>Theirs</p>' }))).toEqual([
    200,
    'served',
  ]);
  expect((await ada.post('/policy/policyLoad', { policyType: id })).body.data.text).toBe(
    '<p>Keys stay here.</p>',
  );
});

test('staff in a support session help with drafts, under their name, and neither approve nor send', async () => {
  const { portal, ada, save } = await policiesWorld();
  const { id } = (await save(ada, own)).body.data;
  const sam = await portal.support(ada);
  expect(answer(await save(sam, { id, customPolicy: '<p>Better</p>' }))).toEqual([409, 'changed-meanwhile']);
  const { etag } = (await sam.post('/policy/policyLoad', { policyType: id })).body.data;
  const saved = await save(sam, { id, etag, customPolicy: '<p>Better</p>' });
  expect(saved.body.data).toMatchObject({ status: 'Draft', savedBy: 'Sam Rivera (support) for Ada Vance' });
  for (const policy of [
    { id, status: 'Active' },
    { id, mode: 'sent', approverEmail: 'bo@acme-widgets.com' },
    { id: 'passwords', status: 'Active' },
  ])
    expect(answer(await save(sam, { ...policy, etag: saved.body.data.etag }))).toEqual([
      403,
      'not-in-support-session',
    ]);
  expect((await sam.get('/policy/approvers')).body.data.filter((one: { you: boolean }) => one.you)).toEqual(
    [],
  );
  // what staff saved is not an administrator's own last save
  expect(answer(await save(ada, { id, customPolicy: '<p>Mine</p>' }))).toEqual([409, 'changed-meanwhile']);
});

test('a plan without the module has no policies', async () => {
  const { portal, ada, save } = await policiesWorld();
  await save(ada, own);
  portal.clock.set('2027-03-02T17:00:00Z');
  const again = await portal.signIn('ada@acme-widgets.com');
  expect(answer(await again.get('/policy/policyList'))).toEqual([403, 'module-inactive']);
});

test('markup as a value, a name, a note or an approver stays text', async () => {
  const { ada, save, load, fillCompany } = await policiesWorld();
  const typed = '<script>alert(1)</script>{{policyOwner}}<img src=x onerror=alert(2)>';
  await fillCompany();
  await ada.post('/policy/saveCompanyValues', {
    values: {
      policyOwner: typed,
      securityContactName: '**bold** [x](y)',
      securityContactEmail: 'it@acme-widgets.com',
    },
  });
  const { data } = await load(ada, 'backup');
  expect(data.text).not.toMatch(/<script|<img|<a /);
  expect(data.text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;{{policyOwner}}');
  expect(data.text).toContain('**bold** [x](y)');
  const approved = (await save(ada, { id: 'backup', status: 'Active', note: typed, approver: typed })).body
    .data;
  expect(approved).toMatchObject({ note: typed, approver: typed, status: 'Active' });
  expect(
    approved.text
      .match(/<(\w+)/g)
      ?.filter((tag: string) => !['<h1', '<h2', '<p', '<ul', '<li', '<strong'].includes(tag)),
  ).toEqual([]);
  const custom = (
    await save(ada, {
      custom: true,
      name: typed.slice(0, 100),
      customPolicy: `${typed}<p onclick=x>kept</p>`,
    })
  ).body.data;
  expect(custom.customPolicy).toBe('<p>{{policyOwner}}</p><p>kept</p>');
  expect(custom.name).toBe(typed.slice(0, 100));
  const strange = await save(ada, {
    id: 'backup',
    etag: approved.etag,
    customValues: { rtoHours: 4, __proto__: { polluted: 1 }, constructor: 'x', toString: 'x' },
  });
  expect(strange.body.data.customValues).toEqual({ rtoHours: 4 });
});

test('values that do not fit their fields are refused, each by its name', async () => {
  const { ada, save } = await policiesWorld();
  const refused = await save(ada, {
    id: 'passwords',
    customValues: { minLengthNoMfa: 3, securityContactEmail: 'nobody', mfaScope: 'all', reviewMonths: 1.5 },
  });
  expect(refused.status).toBe(400);
  const named = await save(ada, {
    id: 'passwords',
    customValues: { minLengthNoMfa: 3, securityContactEmail: 'nobody', mfaScope: 'all' },
  });
  expect(answer(named)).toEqual([400, 'values-invalid']);
  expect(named.body.error.fields.map((one: { field: string }) => one.field).toSorted()).toEqual([
    'policy.customValues.mfaScope',
    'policy.customValues.minLengthNoMfa',
    'policy.customValues.securityContactEmail',
  ]);
  expect((await ada.post('/policy/policyLoad', { policyType: 'passwords' })).body.data.saved).toBe(false);
});

test('what is larger than anybody writes is refused', async () => {
  const { ada, save } = await policiesWorld();
  expect(answer(await save(ada, { ...own, customPolicy: 'x'.repeat(400_001) }))).toEqual([400, 'invalid']);
  expect(answer(await save(ada, { ...own, customPolicy: '€'.repeat(390_000) }))).toEqual([413, 'too-large']);
  expect(answer(await save(ada, { ...own, customPolicy: '<ul><li>'.repeat(40_000) }))).toEqual([
    400,
    'values-invalid',
  ]);
  expect(answer(await save(ada, { ...own, customPolicy: '<p>a</p>'.repeat(40_000) }))).toEqual([
    400,
    'values-invalid',
  ]);
  const wide = `<table><tr>${'<td>a'.repeat(12)}</tr>${'<tr><td>a</tr>'.repeat(1500)}</table>`;
  expect(answer(await save(ada, { ...own, customPolicy: wide }))).toEqual([400, 'values-invalid']);
  expect(answer(await save(ada, { ...own, name: 'x'.repeat(121) }))).toEqual([400, 'invalid']);
  expect(
    answer(await save(ada, { id: 'passwords', customValues: { passwordManagerName: 'x'.repeat(4001) } })),
  ).toEqual([400, 'invalid']);
  expect(answer(await save(ada, { ...own, customPolicy: `<p>${'long words '.repeat(30_000)}</p>` }))).toEqual(
    [200, 'served'],
  );
  expect(answer(await save(ada, { id: '../../etc', status: 'Active' }))).toEqual([400, 'invalid']);
  expect(answer(await save(ada, { id: 'no-such-thing' }))).toEqual([404, 'no-such-policy']);
});

test('an organisation has two hundred policies at most, also where two are made at once', async () => {
  const { portal, ada, cora, save } = await policiesWorld();
  await portal.database.inOrg(ada.orgId, (db) =>
    db
      .insertInto('policy')
      .values(
        Array.from({ length: 199 }, (_, i) => ({
          orgId: ada.orgId,
          id: `p${i}`,
          custom: true,
          createdAt: portal.clock.now(),
        })),
      )
      .execute(),
  );
  const answers = await Promise.all([save(ada, own), save(cora, { ...own, name: 'Other' })]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
  expect(answer(await save(ada, { id: 'passwords' }))).toEqual([403, 'too-many-policies']);
});
