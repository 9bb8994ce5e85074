import { expect, test } from 'vitest';
import { policiesWorld } from './testing/policies.ts';

const answer = ({ status, body }: { status: number; body: any }) => [status, body.error?.code ?? 'saved'];

test('a stale etag is refused, naming who saved and when; the newest one is served', async () => {
  const { ada, cora, save, portal } = await policiesWorld();
  const first = (await save(ada, { id: 'passwords' })).body.data;
  portal.clock.advance(60);
  const hers = (await save(cora, { id: 'passwords', etag: first.etag, customValues: { minLengthNoMfa: 16 } }))
    .body.data;
  const stale = await save(ada, { id: 'passwords', etag: first.etag, customValues: { minLengthNoMfa: 30 } });
  expect(answer(stale)).toEqual([409, 'changed-meanwhile']);
  expect(stale.body.error).toMatchObject({ by: 'Cora Bell', at: '2026-03-02T17:01:00.000Z' });
  expect(
    answer(await save(ada, { id: 'passwords', etag: hers.etag, customValues: { minLengthNoMfa: 30 } })),
  ).toEqual([200, 'saved']);
});

test('without an etag one overwrites only an own last save', async () => {
  const { ada, cora, save } = await policiesWorld();
  await save(ada, { id: 'passwords' });
  expect(answer(await save(ada, { id: 'passwords' }))).toEqual([200, 'saved']);
  expect(answer(await save(cora, { id: 'passwords' }))).toEqual([409, 'changed-meanwhile']);
  expect(answer(await save(cora, { id: 'passwords', status: 'Active' }))).toEqual([409, 'changed-meanwhile']);
});

test('of two administrators who save the same draft at the same moment one is told', async () => {
  const { ada, cora, save } = await policiesWorld();
  const { etag } = (await save(ada, { id: 'backup' })).body.data;
  const answers = await Promise.all(
    [ada, cora, ada, cora].map((who, i) =>
      save(who, { id: 'backup', etag, customValues: { rtoHours: i + 1 } }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  const fresh = await Promise.all([save(ada, { id: 'infosec' }), save(cora, { id: 'infosec' })]);
  expect(fresh.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test('of two approvals at the same moment one holds, whatever was open', async () => {
  const { ada, cora, save, list } = await policiesWorld();
  const own = (await save(ada, { custom: true, name: 'Keys', customPolicy: '<p>Keys stay here.</p>' })).body
    .data;
  const answers = await Promise.all(
    [ada, cora].map((who) => save(who, { id: own.id, etag: own.etag, status: 'Active' })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await list()).toEqual([`${own.id} v1 Active`]);
});

test('a version that somebody replaced meanwhile cannot be saved over, with its number or its etag', async () => {
  const { ada, cora, save } = await policiesWorld();
  const own = (await save(ada, { custom: true, name: 'Keys', customPolicy: '<p>One</p>', status: 'Active' }))
    .body.data;
  const second = (
    await save(cora, { id: own.id, etag: own.etag, customPolicy: '<p>Two</p>', status: 'Active' })
  ).body.data;
  expect(second.version).toBe(2);
  expect(answer(await save(ada, { id: own.id, etag: own.etag, customPolicy: '<p>Three</p>' }))).toEqual([
    409,
    'changed-meanwhile',
  ]);
  expect(
    answer(await save(ada, { id: own.id, version: 1, customPolicy: '<p>Three</p>', status: 'Active' })),
  ).toEqual([409, 'changed-meanwhile']);
  expect(answer(await save(ada, { id: own.id, version: 2, customPolicy: '<p>Three</p>' }))).toEqual([
    200,
    'saved',
  ]);
});

test('a draft that somebody deleted is not silently made again', async () => {
  const { ada, cora, save } = await policiesWorld();
  const own = (await save(ada, { custom: true, name: 'Keys', customPolicy: '<p>One</p>' })).body.data;
  expect((await cora.get(`/policy/policyDelete/${own.id};1`)).status).toBe(200);
  expect(answer(await save(ada, { id: own.id, etag: own.etag, customPolicy: '<p>Two</p>' }))).toEqual([
    404,
    'no-such-policy',
  ]);
});

test('names of custom policies are told apart whatever their case and spacing, also at the same moment', async () => {
  const { ada, cora, save } = await policiesWorld();
  const make = (who: typeof ada | typeof cora, name: string) =>
    save(who, { custom: true, name, customPolicy: '<p>Text</p>' });
  expect(answer(await make(ada, 'Clean  Kitchen'))).toEqual([200, 'saved']);
  expect(answer(await make(cora, ' clean kitchen'))).toEqual([409, 'name-taken']);
  expect(answer(await make(cora, 'PASSWORDS & sign-in'))).toEqual([409, 'name-taken']);
  expect(answer(await make(cora, '   '))).toEqual([400, 'name-missing']);
  const twins = await Promise.all([make(ada, 'Twin'), make(cora, 'TWIN')]);
  expect(twins.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test('company values: a stale etag and an unseen save of somebody else are refused, bad ones named', async () => {
  const { ada, cora, load } = await policiesWorld();
  const save = (who: typeof ada | typeof cora, values: object, etag?: string) =>
    who.post('/policy/saveCompanyValues', { values, etag });
  expect(answer(await save(ada, { policyOwner: 'Ada Vance', reviewMonths: 6 }))).toEqual([200, 'saved']);
  expect(answer(await save(cora, { policyOwner: 'Cora Bell' }))).toEqual([409, 'changed-meanwhile']);
  const { etag, given } = (await cora.get('/policy/companyValues')).body.data;
  expect(given).toEqual({ policyOwner: 'Ada Vance', reviewMonths: 6 });
  expect(answer(await save(cora, { policyOwner: 'Cora Bell' }, etag))).toEqual([200, 'saved']);
  expect(answer(await save(ada, { policyOwner: 'Ada Vance' }, etag))).toEqual([409, 'changed-meanwhile']);
  const { etag: newest } = (await cora.get('/policy/companyValues')).body.data;
  const bad = await save(
    ada,
    { reviewMonths: 0, securityContactEmail: 'nobody', effectiveDate: '2026-02-30', other: 'x' },
    newest,
  );
  expect(answer(bad)).toEqual([400, 'values-invalid']);
  expect(bad.body.error.fields.map((one: { field: string }) => one.field)).toEqual([
    'values.effectiveDate',
    'values.securityContactEmail',
    'values.reviewMonths',
  ]);
  expect((await load(ada, 'infosec')).data.text).toContain('Cora Bell');
});
