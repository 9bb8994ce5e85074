import { expect, test } from 'vitest';
import { readSummary } from '#platform/server/database/summaryPart.ts';
import { activePolicies, policiesPart } from '../public.ts';
import { policiesWorld } from '../testing/policies.ts';

const answer = ({ status, body }: { status: number; body: any }) => [status, body.error?.code ?? 'served'];
const own = { custom: true, name: 'Keys', customPolicy: '<p>Keys stay here.</p>' };

test('a draft that is sent waits for its approver for fourteen days, and saving it voids the request', async () => {
  const { portal, ada, save, load } = await policiesWorld();
  const { id } = (await save(ada, own)).body.data;
  expect(answer(await save(ada, { id, mode: 'sent' }))).toEqual([400, 'approver-missing']);
  const sent = (
    await save(ada, { id, mode: 'sent', approver: 'Bo Ray', approverEmail: 'bo@elsewhere-tools.com' })
  ).body.data;
  expect(sent).toMatchObject({
    status: 'Draft',
    mode: 'sent',
    approver: '',
    request: {
      approver: 'Bo Ray',
      email: 'bo@elsewhere-tools.com',
      sentBy: 'Ada Vance',
      sentAt: '2026-03-02T17:00:00.000Z',
      expiresAt: '2026-03-16T17:00:00.000Z',
      outcome: 'waiting',
    },
  });
  portal.clock.advance(14 * 86_400);
  const back = await portal.signIn('ada@acme-widgets.com');
  expect((await load(back, id)).data.request.outcome).toBe('expired');
  const saved = (await save(back, { id, customPolicy: '<p>Keys stay with us.</p>' })).body.data;
  expect(saved).toMatchObject({ mode: 'customize', request: { outcome: 'voided' } });
});

test('sending again leaves one request that waits, an administrator is named by name, approving answers it', async () => {
  const { portal, ada, cora, save } = await policiesWorld();
  const { id } = (await save(ada, own)).body.data;
  await save(ada, { id, mode: 'sent', approverEmail: 'bo@elsewhere-tools.com' });
  portal.clock.advance(5);
  const sent = (await save(ada, { id, mode: 'sent', approverEmail: 'CORA@acme-widgets.com' })).body.data;
  expect(sent.request).toMatchObject({ approver: 'Cora Bell', outcome: 'waiting' });
  const rows = await portal.database.inOrg(ada.orgId, (db) =>
    db.selectFrom('policyApprovalRequest').select(['outcome']).orderBy('sentAt').execute(),
  );
  expect(rows.map(({ outcome }) => outcome)).toEqual(['voided', 'waiting']);
  const approved = (await save(cora, { id, etag: sent.etag, status: 'Active' })).body.data;
  expect(approved).toMatchObject({
    status: 'Active',
    approver: 'Cora Bell',
    request: { outcome: 'approved' },
  });
  const next = (await save(ada, { id, mode: 'sent', approverEmail: 'cora@acme-widgets.com' })).body.data;
  expect((await save(ada, { id, etag: next.etag, status: 'Active' })).body.data.request.outcome).toBe(
    'voided',
  );
});

test('what cannot be approved cannot be sent', async () => {
  const { ada, save } = await policiesWorld();
  const approverEmail = 'bo@elsewhere-tools.com';
  expect(answer(await save(ada, { id: 'infosec', mode: 'sent', approverEmail }))).toEqual([
    400,
    'values-missing',
  ]);
  expect(answer(await save(ada, { ...own, customPolicy: '', mode: 'sent', approverEmail }))).toEqual([
    400,
    'text-missing',
  ]);
  expect((await ada.get('/policy/policyList')).body.data).toEqual([]);
});

test('one address is sent so many requests a day', async () => {
  const { portal, ada, save } = await policiesWorld();
  const { id } = (await save(ada, own)).body.data;
  const send = () => save(ada, { id, mode: 'sent', approverEmail: 'bo@elsewhere-tools.com' });
  let last = await send();
  for (let i = 0; i < 45 && last.status === 200; i++) last = await send();
  expect(answer(last)).toEqual([429, 'too-many-requests-sent']);
  expect(Number(last.headers['retry-after'])).toBeGreaterThan(80_000);
  portal.clock.advance(86_401);
  const back = await portal.signIn('ada@acme-widgets.com');
  expect((await save(back, { id, mode: 'sent', approverEmail: 'bo@elsewhere-tools.com' })).status).toBe(200);
});

test('what changed is told between versions, and against the newest template', async () => {
  const { ada, save, fillCompany } = await policiesWorld();
  await fillCompany();
  await save(ada, { id: 'backup', status: 'Active' });
  await save(ada, { id: 'backup', customValues: { rtoHours: 9 } });
  const compare = async (to: number | 'template') =>
    (await ada.post('/policy/policyCompare', { policyType: 'backup', from: 1, to })).body.data;
  const two = await compare(2);
  const changed = two.lines.filter(({ kind }: { kind: string }) => kind !== 'same');
  expect(changed.length).toBeGreaterThan(0);
  expect(changed.every(({ kind }: { kind: string }) => kind === 'changed')).toBe(true);
  expect(changed[0].parts).toEqual(
    expect.arrayContaining([
      { kind: 'removed', text: '24' },
      { kind: 'added', text: '9' },
    ]),
  );
  expect(await compare('template')).toMatchObject({ added: 0, removed: 0 });
  expect((await ada.post('/policy/policyCompare', { policyType: 'backup', from: 1, to: 7 })).status).toBe(
    404,
  );
});

test('a newer template is offered, and taking it opens the next draft with the values kept', async () => {
  const { portal, ada, save, load, fillCompany } = await policiesWorld();
  await fillCompany();
  await save(ada, { id: 'backup', customValues: { rtoHours: 9 } });
  // as if the draft had been opened before the text was last edited
  const older = { templateVersion: 0, blocks: [{ kind: 'paragraph', spans: [{ text: 'Older text.' }] }] };
  await portal.database.inOrg(ada.orgId, (db) =>
    db
      .updateTable('policyVersion')
      .set((e) => ({
        templateVersion: 0,
        template: e.fn('jsonb_set', [
          'template',
          e.val('{blocks}'),
          e.cast(e.val(JSON.stringify(older.blocks)), 'jsonb'),
        ]),
      }))
      .execute(),
  );
  const approved = (await save(ada, { id: 'backup', status: 'Active' })).body.data;
  expect(approved).toMatchObject({ text: '<p>Older text.</p>', newerTemplate: true });
  const list = (await ada.get('/policy/policyList')).body.data;
  expect(list).toMatchObject([{ id: 'backup', newerTemplate: true }]);
  const taken = (await ada.post('/policy/takeNewTemplate', { policyType: 'backup', etag: approved.etag }))
    .body.data;
  expect(taken).toMatchObject({
    version: 2,
    status: 'Draft',
    newerTemplate: false,
    customValues: { rtoHours: 9 },
  });
  expect(taken.text).toContain('in hours: 9');
  expect(
    answer(await ada.post('/policy/takeNewTemplate', { policyType: 'backup', etag: approved.etag })),
  ).toEqual([409, 'draft-open']);
  expect((await load(ada, 'backup', 1)).data.text).toBe('<p>Older text.</p>');
});

test('the dashboard counts drafts, what holds, templates never activated, reviews that are due and drafts returned', async () => {
  const { portal, ada, save, fillCompany } = await policiesWorld();
  const scope = portal.base.forOrg(ada.orgId);
  expect(await readSummary(scope, policiesPart)).toMatchObject({
    draft: 0,
    active: 0,
    inactive: 18,
    lastUpdated: null,
    reviewDue: 0,
    returned: 0,
  });
  expect((await readSummary(scope, policiesPart)).missingStarter.map(({ id }) => id)).toEqual([
    'infosec',
    'acceptable-use',
    'passwords',
    'backup',
    'incident',
  ]);
  await fillCompany();
  await save(ada, { id: 'backup', status: 'Active' });
  await save(ada, { id: 'passwords' });
  portal.clock.advance(60);
  const { id } = (await save(ada, { ...own, mode: 'sent', approverEmail: 'bo@elsewhere-tools.com' })).body
    .data;
  await portal.database.inOrg(ada.orgId, (db) =>
    db
      .updateTable('policyApprovalRequest')
      .set({ outcome: 'returned', comment: 'Which keys?', answeredAt: portal.clock.now() })
      .execute(),
  );
  expect(await readSummary(scope, policiesPart)).toMatchObject({
    draft: 2,
    revisions: 0,
    active: 1,
    // 18 templates: one in effect, one of the two drafts is of another
    inactive: 16,
    lastUpdated: '2026-03-02T17:01:00.000Z',
    missingStarter: [{ id: 'infosec' }, { id: 'acceptable-use' }, { id: 'incident' }],
    returned: 1,
  });
  expect(await activePolicies(scope)).toEqual([
    { id: 'backup', name: 'Backup & Recovery', version: 1, approvalDate: '2026-03-02T17:00:00.000Z' },
  ]);
  // a policy in effect that is being edited stays one policy
  await save(ada, { id: 'backup' });
  expect(await readSummary(scope, policiesPart)).toMatchObject({
    draft: 2,
    revisions: 1,
    active: 1,
    inactive: 16,
  });
  const line = (await ada.get('/policy/policyList')).body.data.find((one: { id: string }) => one.id === id);
  expect(line).toMatchObject({ returned: true, review: 'none' });
  portal.clock.set('2027-03-02T17:00:00Z');
  expect((await readSummary(scope, policiesPart)).reviewDue).toBe(1);
});

test('an approval on paper is written down under the name given, and by whom', async () => {
  const { ada, save } = await policiesWorld();
  const approved = (await save(ada, { ...own, status: 'Active', approver: ' Dana  Reyes ' })).body.data;
  expect(approved).toMatchObject({ approver: 'Dana Reyes', approverEmail: '', savedBy: 'Ada Vance' });
});
