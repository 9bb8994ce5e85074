import { sql } from 'kysely';
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { policiesWorld } from './testing/policies.ts';

test('a template that was never saved is opened with its defaults, and kept from the first save on', async () => {
  const { ada, save, load, list } = await policiesWorld();
  const untouched = (await load(ada, 'passwords')).data;
  expect(untouched).toMatchObject({
    name: 'Passwords & Sign-in',
    version: 1,
    status: 'Draft',
    saved: false,
    etag: null,
    custom: false,
  });
  expect(untouched.template.defaults).toMatchObject({
    minLengthNoMfa: 15,
    companyName: 'Acme Widgets Inc.',
    reviewMonths: 12,
  });
  expect(untouched.text).toContain('Acme Widgets Inc.');
  expect(untouched.missing).toContain('Owner of the policies');
  const saved = await save(ada, {
    id: 'passwords',
    customValues: { minLengthNoMfa: 20, nonsense: 'x' },
    status: 'Draft',
  });
  expect(saved.body.data).toMatchObject({
    version: 1,
    status: 'Draft',
    mode: 'customize',
    saved: true,
    savedBy: 'Ada Vance',
  });
  expect(saved.body.data.customValues).toEqual({ minLengthNoMfa: 20 });
  expect(saved.body.data.text).toContain('at least 20 characters');
  expect(await list()).toEqual(['passwords v1 Draft']);
});

test('a policy goes through the table of versions: draft, approved, next draft, approved, re-approved, draft deleted', async () => {
  const { ada, save, load, list, fillCompany } = await policiesWorld();
  await fillCompany();
  await save(ada, { id: 'backup' });
  expect((await save(ada, { id: 'backup', status: 'Active' })).body.data).toMatchObject({
    version: 1,
    status: 'Active',
    inForce: true,
    mode: null,
  });
  expect((await save(ada, { id: 'backup', customValues: { rtoHours: 8 } })).body.data).toMatchObject({
    version: 2,
    status: 'Draft',
  });
  expect(await list()).toEqual(['backup v1 Active', 'backup v2 Draft']);
  const again = await save(ada, { id: 'backup', version: 1, status: 'Active' });
  expect([again.status, again.body.error.code]).toEqual([409, 'draft-open']);
  expect((await save(ada, { id: 'backup', status: 'Active', note: 'Faster' })).body.data).toMatchObject({
    version: 2,
    status: 'Active',
    note: 'Faster',
  });
  expect((await save(ada, { id: 'backup', version: 2, status: 'Active' })).body.data).toMatchObject({
    version: 3,
    inForce: true,
  });
  await save(ada, { id: 'backup', customValues: { rtoHours: 4 } });
  const refused = await ada.get('/policy/policyDelete/backup;3');
  expect([refused.status, refused.body.error.code]).toEqual([409, 'only-drafts']);
  expect((await ada.get('/policy/policyDelete/backup;4')).status).toBe(200);
  expect(await list()).toEqual(['backup v3 Active']);
  const history = (await ada.post('/policy/policyHistory', { policyType: 'backup' })).body.data;
  expect(
    history.map((one: { version: number; inForce: boolean; file: string }) => [
      one.version,
      one.inForce,
      one.file,
    ]),
  ).toEqual([
    [3, true, 'Acme_Backup_Recovery_v3.pdf'],
    [2, false, 'Acme_Backup_Recovery_v2.pdf'],
    [1, false, 'Acme_Backup_Recovery_v1.pdf'],
  ]);
  expect((await load(ada, 'backup', 1)).data.customValues).toEqual({});
});

test('deleting the only draft takes the template back to how it was, and a custom policy away', async () => {
  const { ada, save, load, list } = await policiesWorld();
  await save(ada, { id: 'infosec' });
  const own = (await save(ada, { custom: true, name: 'Clean kitchen', customPolicy: '<p>Wash up.</p>' })).body
    .data;
  expect(own.id).toMatch(/^clean-kitchen-[0-9a-f]{8}$/);
  expect((await ada.get('/policy/policyDelete/infosec;1')).status).toBe(200);
  expect((await ada.get(`/policy/policyDelete/${own.id};1`)).status).toBe(200);
  expect(await list()).toEqual([]);
  expect((await load(ada, 'infosec')).data).toMatchObject({ saved: false });
  expect((await ada.post('/policy/policyLoad', { policyType: own.id })).status).toBe(404);
  expect((await ada.get('/policy/policyDelete/infosec;1')).body.error.code).toBe('no-such-policy');
});

test('approving freezes text, values, template, approver and fingerprint; the company changing its mind leaves them', async () => {
  const { ada, save, load, fillCompany, portal } = await policiesWorld();
  await fillCompany();
  const approved = (await save(ada, { id: 'backup', status: 'Active', customValues: { rtoHours: 9 } })).body
    .data;
  expect(approved).toMatchObject({
    approver: 'Ada Vance',
    approverEmail: 'ada@acme-widgets.com',
    approvalDate: '2026-03-02T17:00:00.000Z',
    reviewDate: '2027-03-02T17:00:00.000Z',
    missing: [],
  });
  expect(approved.textHash).toBe(createHash('sha256').update(approved.text).digest('hex'));
  await ada.post('/policy/saveCompanyValues', {
    values: { policyOwner: 'Someone Else', companyName: 'Renamed', reviewMonths: 3 },
  });
  const { data: later } = await load(ada, 'backup', 1);
  // the next draft is filled from what the company says now; this version is not
  const { defaults, basis, ...template } = later.template;
  expect({ ...later, template }).toEqual({ ...approved, template: expect.objectContaining(template) });
  expect([defaults.policyOwner, basis === approved.template.basis]).toEqual(['Someone Else', false]);
  const { rows } = await portal.database.inOrg(ada.orgId, (db) =>
    sql<{ approverIp: string }>`select approver_ip from policy_version`.execute(db),
  );
  expect(rows[0]!.approverIp).toBe('203.0.113.7');
});

test('what is required and empty holds up approval, by name, but not saving', async () => {
  const { ada, save, fillCompany } = await policiesWorld();
  expect((await save(ada, { id: 'infosec' })).status).toBe(200);
  const refused = await save(ada, { id: 'infosec', status: 'Active' });
  expect([refused.status, refused.body.error.code]).toEqual([400, 'values-missing']);
  expect(refused.body.error.missing).toEqual(
    expect.arrayContaining(['Owner of the policies', 'Security contact']),
  );
  await fillCompany();
  expect((await save(ada, { id: 'infosec', status: 'Active' })).body.error?.missing ?? []).not.toContain(
    'Security contact',
  );
  const empty = await save(ada, {
    custom: true,
    name: 'Nothing',
    customPolicy: '<p> </p>',
    status: 'Active',
  });
  expect([empty.status, empty.body.error.code]).toEqual([400, 'text-missing']);
});

test('the database itself refuses to change or delete an approved version', async () => {
  const { ada, save, portal } = await policiesWorld();
  const { id } = (
    await save(ada, { custom: true, name: 'Keys', customPolicy: '<p>Keys stay here.</p>', status: 'Active' })
  ).body.data;
  for (const statement of [
    sql`update policy_version set body_html = 'x'`,
    sql`update policy_version set approver = 'Mallory'`,
    sql`update policy_version set status = 'Draft', mode = 'customize'`,
    sql`update policy_version set approval_date = approval_date - interval '1 year'`,
    sql`delete from policy_version`,
  ])
    await expect(portal.database.inOrg(ada.orgId, (db) => statement.execute(db))).rejects.toThrow(
      'An approved version of a policy',
    );
  await portal.database.inOrg(ada.orgId, (db) =>
    sql`update policy_version set in_force = false, superseded_at = now()`.execute(db),
  );
  for (const statement of [
    sql`update policy_version set in_force = true`,
    sql`update policy_version set superseded_at = null`,
  ])
    await expect(portal.database.inOrg(ada.orgId, (db) => statement.execute(db))).rejects.toThrow(
      'An approved version of a policy',
    );
  expect((await ada.post('/policy/policyLoad', { policyType: id, version: 1 })).body.data.text).toBe(
    '<p>Keys stay here.</p>',
  );
});

test('an organisation is taken back to having no policies, approved ones included', async () => {
  const { ada, save, list, fillCompany } = await policiesWorld();
  await fillCompany();
  await save(ada, { id: 'backup', status: 'Active' });
  await save(ada, { id: 'infosec' });
  expect((await ada.post('/reset/policies', { orgId: ada.orgId })).status).toBe(200);
  expect(await list()).toEqual([]);
  expect((await ada.get('/policy/companyValues')).body.data).toMatchObject({ given: {}, etag: null });
});
