import { describe, expect, test } from 'vitest';
import { linksWorld, refusalOf } from './testing/links.ts';

const bo = 'bo@elsewhere-tools.com';
const dee = 'dee.fox@acme-widgets.com';
const invisible = '\u200b\u2060\u3164';

async function asked(name = 'Dee Fox') {
  const world = await linksWorld();
  await world.approve('backup');
  await world.add(name);
  await world.ask('backup');
  return { ...world, token: await world.signingToken(dee) };
}

describe('a name that is typed', () => {
  test('by an approver without an account cannot be invisible', async () => {
    const { send, approvalToken, anyone, load, ada } = await linksWorld();
    await send();
    const token = await approvalToken();
    const { policy } = (await anyone.post('/policy/approvalLink/open', { token })).body.data;
    const answer = (name: string) =>
      anyone.post('/policy/approvalLink/answer', {
        token,
        decision: 'approve',
        name,
        textHash: policy.textHash,
      });
    for (const name of [invisible, '\u202e\u202e', '—', '. . .'])
      expect(refusalOf(await answer(name))).toEqual([400, 'invalid']);
    expect((await answer('\u202eBo\u200b Lind\u202c')).status).toBe(200);
    expect((await load(ada, 'backup')).data.approver).toBe('Bo\u200b Lind');
  });

  test('by a person who signs cannot be invisible, and turns nothing around that stands beside it', async () => {
    const { ada, sign, token, memberId } = await asked();
    for (const name of [invisible, '\u202e\u202e', '...'])
      expect(refusalOf(await sign(token, 'backup', { name }))).toEqual([400, 'invalid']);
    expect((await sign(token, 'backup', { name: '\u202eDee\r\nFox\u2066' })).status).toBe(200);
    expect((await ada.get(`/policy/signer/${await memberId('Dee')}`)).body.data.signed[0].name).toBe(
      'Dee Fox',
    );
  });

  test('for a policy is the same as one that differs in what nobody sees', async () => {
    const { ada, save } = await linksWorld();
    const own = { custom: true, customPolicy: '<p>Keys stay here.</p>' };
    expect((await save(ada, { ...own, name: 'Keys' })).status).toBe(200);
    expect(refusalOf(await save(ada, { ...own, name: 'K\u200bey\u00ads\u2060' }))).toEqual([
      409,
      'name-taken',
    ]);
    expect(refusalOf(await save(ada, { ...own, name: 'Passwords\u200b & Sign-in' }))).toEqual([
      409,
      'name-taken',
    ]);
    expect(refusalOf(await save(ada, { ...own, name: invisible }))).toEqual([400, 'name-missing']);
  });
});

test('a policy of an organisation whose trial has ended is approved by no link', async () => {
  const { portal, ada, anyone, send, approvalToken } = await linksWorld();
  await send();
  const token = await approvalToken();
  const open = () => anyone.post('/policy/approvalLink/open', { token });
  const { textHash } = (await open()).body.data.policy;
  await portal.database.inOrg(ada.orgId, (db) =>
    db.updateTable('organization').set({ expirationDate: portal.clock.now() }).execute(),
  );
  expect((await open()).status).toBe(200);
  portal.clock.advance(86_400);
  for (const answer of [
    await open(),
    await anyone.post('/policy/approvalLink/answer', {
      token,
      decision: 'approve',
      name: 'Bo Lind',
      textHash,
    }),
    await anyone.get(`/policy/approvalLink/pdf/${token}`),
  ])
    expect(refusalOf(answer)).toEqual([410, 'link-expired']);
});

test('signatures are exported whatever the company is called', async () => {
  const { portal, ada } = await asked();
  const name = `${'a'.repeat(79)}\u{1f600}`;
  await portal.database.inOrg(ada.orgId, (db) =>
    db.updateTable('organization').set({ companyName: name }).execute(),
  );
  expect((await ada.get('/policy/exportSignatures')).status).toBe(200);
});

test('mails to strangers are counted by mailbox, whatever is added to its address', async () => {
  const { send, portal, ada, ask, approve } = await linksWorld();
  for (let i = 0; i < 5; i++)
    expect((await send({ approverEmail: `bo+${i}@elsewhere-tools.com` })).status).toBe(200);
  expect(refusalOf(await send({ approverEmail: bo }))).toEqual([429, 'too-many-requests-sent']);
  await approve('backup');
  const people = Array.from({ length: 30 }, (_, i) => ({
    name: `P ${i}`,
    email: `dee+${i}@elsewhere-tools.com`,
  }));
  await ada.post('/policy/addSigners', { people });
  await ask('backup');
  await portal.runJobs();
  const lists = await Promise.all(people.map(({ email }) => portal.mailbox.list({ to: email })));
  expect(lists.flat()).toHaveLength(5);
});

test('values under the names of what objects are made of are nothing', async () => {
  const { ada, load } = await linksWorld();
  const token = (await ada.send('GET', '/api/getCSRFToken')).json<{ CSRFToken: string }>().CSRFToken;
  const send = (body: string) =>
    ada.send('POST', '/api/policy/policySave', body, {
      'x-csrf-token': token,
      'content-type': 'application/json',
    });
  const evil = await send(
    '{"policy":{"id":"backup","customValues":{"__proto__":{"rtoHours":9},"rtoHours":4}}}',
  );
  expect([200, 400]).toContain(evil.statusCode);
  const twice = await send(
    '{"policy":{"id":"backup","customValues":{"rtoHours":4,"rtoHours":5,"constructor":"x","hasOwnProperty":1}}}',
  );
  expect(twice.statusCode).toBe(200);
  expect((await load(ada, 'backup')).data.customValues).toEqual({ rtoHours: 5 });
  const deep = await send(`{"policy":{"id":"backup"},"env":${'['.repeat(200_000)}${']'.repeat(200_000)}}`);
  expect(deep.statusCode).toBeLessThan(500);
  expect(({} as Record<string, unknown>).rtoHours).toBeUndefined();
});

test('what was approved by a link is not replaced by whoever still saw a draft', async () => {
  const { ada, cora, save, list, send, approvalToken, anyone } = await linksWorld();
  const { etag, version } = (await send()).body.data;
  const token = await approvalToken();
  const { textHash } = (await anyone.post('/policy/approvalLink/open', { token })).body.data.policy;
  const answer = { token, decision: 'approve', name: 'Bo Lind', textHash };
  expect((await anyone.post('/policy/approvalLink/answer', answer)).status).toBe(200);
  for (const policy of [{ status: 'Active' }, { status: 'Active', version }, {}])
    for (const who of [ada, cora])
      expect(
        refusalOf(await save(who, { id: 'backup', etag, customValues: { rtoHours: 20 }, ...policy })),
      ).toEqual([409, 'changed-meanwhile']);
  const refused = await save(ada, { id: 'backup', etag });
  expect(refused.body.error).toMatchObject({ by: 'Bo Lind', at: '2026-03-02T17:00:00.000Z' });
  expect(await list()).toEqual(['backup v1 Active']);
});
