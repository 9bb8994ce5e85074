import { expect, test } from 'vitest';
import { closeAs, daySeconds, goodPassword, openPlansWorld, poolTokens, tend } from '#app/testing/closing.ts';
import { testPortal } from '#app/testing/portal.ts';
import { eraseOrganization } from './erase.ts';

const run = { signal: new AbortController().signal };

async function closing() {
  const portal = await testPortal();
  const ada = await portal.member('ada@acme-widgets.com');
  await portal.base.providers.files.put(
    `organizations/${ada.orgId}/reports/a.pdf`,
    Buffer.from('%PDF'),
    'application/pdf',
  );
  await portal.base.providers.files.put(`exports/${ada.orgId}/b.zip`, Buffer.from('PK'), 'application/zip');
  await closeAs(portal, ada);
  await portal.runJobs();
  const record = () =>
    portal.base.global
      .selectFrom('erasure')
      .selectAll()
      .where('organizationId', '=', ada.orgId)
      .executeTakeFirst();
  const organizations = async () =>
    (
      await portal.base
        .forOrg(ada.orgId)
        .inOrg((db) => db.selectFrom('organization').select('orgId').execute())
    ).length;
  return { portal, ada, record, organizations };
}

test('after fourteen days the rows, files, sessions and accounts are gone, and a last mail says so', async () => {
  const { portal, ada, record, organizations } = await closing();
  portal.clock.advance(14 * daySeconds - 1);
  await tend(portal);
  expect([await record(), await organizations()]).toEqual([undefined, 1]);
  portal.clock.advance(1);
  await tend(portal);
  expect(await organizations()).toBe(0);
  expect(await record()).toMatchObject({
    sealedPeople: null,
    byStaff: false,
    filesErased: 2,
    accountsErased: 1,
  });
  expect(Number((await record())!.rowsErased)).toBeGreaterThan(5);
  expect(await portal.base.providers.files.list('')).toEqual([]);
  expect((await ada.get('/organization/closing')).status).toBe(401);
  expect(await portal.identity.findUser(ada.email)).toBe(null);
  await expect(poolTokens(portal, ada.email)).rejects.toThrow();
  // the last email is the only one that is left
  expect((await portal.mailbox.list({ to: ada.email })).map(({ subject }) => subject)).toEqual([
    'Your Cyber Safety account was erased',
  ]);
});

test('an erasure that is cut short anywhere goes on where it stopped, and ends once', async () => {
  const { portal, ada, record, organizations } = await closing();
  portal.clock.advance(14 * daySeconds);
  const { files, identity, mail } = portal.base.providers;
  const failing = <T extends object>(port: T, name: keyof T) => {
    const whole = port[name];
    port[name] = (async () => Promise.reject(new Error(`no ${String(name)}`))) as T[keyof T];
    return () => void (port[name] = whole);
  };
  const erase = () => eraseOrganization(portal.base, { orgId: ada.orgId, again: false }, run);
  for (const [repair, message] of [
    [failing(files, 'remove'), 'no remove'],
    [failing(identity, 'deleteUser'), 'no deleteUser'],
    [failing(mail, 'forget'), 'no forget'],
  ] as const) {
    await expect(erase()).rejects.toThrow(message === 'no remove' ? 'no remove' : /^no /);
    // nobody gets in, and the record says that it is under way
    expect(await record()).toMatchObject({ finishedAt: null, sealedPeople: expect.any(String) });
    expect(await organizations()).toBe(1);
    const browser = portal.browser();
    const tokens = await poolTokens(portal, ada.email).catch(() => null);
    if (tokens) await browser.post('/accounts/session', tokens);
    expect([401, 403]).toContain((await browser.get('/organization/closing')).status);
    repair();
  }
  await erase();
  await erase();
  expect(await record()).toMatchObject({ filesErased: 2, accountsErased: 1, sealedPeople: null });
  expect(await organizations()).toBe(0);
  await portal.runJobs();
  expect(await portal.mailbox.list({ to: ada.email })).toHaveLength(1);
});

test('a worker that stops in the middle leaves the rest to the next', async () => {
  const { portal, ada, record, organizations } = await closing();
  portal.clock.advance(14 * daySeconds);
  const stopping = new AbortController();
  stopping.abort(new Error('stopping'));
  await expect(eraseOrganization(portal.base, { orgId: ada.orgId, again: false }, stopping)).rejects.toThrow(
    'stopping',
  );
  expect(await record()).toMatchObject({ finishedAt: null });
  // the clock takes it up, although the closing itself is not there to be found any more
  await tend(portal);
  expect(await organizations()).toBe(0);
});

test('nothing is erased before its time, after it was taken back, or without a closing', async () => {
  const { portal, ada, record, organizations } = await closing();
  const other = await portal.member('mallory@elsewhere-tools.com', 'Elsewhere Tools');
  for (const orgId of [ada.orgId, other.orgId])
    await eraseOrganization(portal.base, { orgId, again: true }, run);
  await ada.post('/organization/keep');
  portal.clock.advance(20 * daySeconds);
  await eraseOrganization(portal.base, { orgId: ada.orgId, again: false }, run);
  expect([await record(), await organizations()]).toEqual([undefined, 1]);
  // the functions that see every organization refuse as well
  const { sql } = await import('kysely');
  for (const statement of [
    sql`select erase_rows(${other.orgId}, 'website', 10)`,
    sql`select erase_organization(${other.orgId})`,
  ])
    await expect(statement.execute(portal.base.global)).rejects.toThrow(
      'This organization is not being erased.',
    );
});

test('once the erasure has begun, nobody takes it back', async () => {
  const { portal, ada } = await closing();
  portal.clock.advance(14 * daySeconds);
  const browser = await portal.signIn(ada.email);
  portal.base.providers.files.remove = () => Promise.reject(new Error('no room'));
  await expect(eraseOrganization(portal.base, { orgId: ada.orgId, again: false }, run)).rejects.toThrow(
    'no room',
  );
  expect((await browser.post('/organization/keep')).status).toBe(401);
});

test('somebody who administers another organization by then keeps the account', async () => {
  const { portal, ada, record } = await closing();
  portal.clock.advance(14 * daySeconds);
  const { deleteUser } = portal.base.providers.identity;
  portal.base.providers.identity.deleteUser = () => Promise.reject(new Error('away'));
  await expect(eraseOrganization(portal.base, { orgId: ada.orgId, again: false }, run)).rejects.toThrow(
    'away',
  );
  portal.base.providers.identity.deleteUser = deleteUser;
  const again = await portal.member(ada.email, 'Second Start Ltd.');
  await tend(portal);
  expect(await record()).toMatchObject({ accountsErased: 0, sealedPeople: null });
  expect((await again.get('/organization/closing')).body.data.companyName).toBe('Second Start Ltd.');
  expect(await portal.identity.checkPassword(ada.email, goodPassword)).not.toBe(null);
});

test('a plan that still renews is ended at the provider before anything is erased; without the provider nothing is', async () => {
  const { portal, ada, billing, buy } = await openPlansWorld();
  const { subscription } = await buy('plus');
  await portal.runJobs();
  await closeAs(portal, ada);
  await portal.dropQueued();
  portal.clock.advance(14 * daySeconds);
  const { cancel } = billing;
  billing.cancel = () => Promise.reject(new Error('provider away'));
  await expect(eraseOrganization(portal.base, { orgId: ada.orgId, again: false }, run)).rejects.toThrow(
    'provider away',
  );
  expect(
    await portal.base
      .forOrg(ada.orgId)
      .inOrg((db) => db.selectFrom('billingSubscription').select('id').execute()),
  ).toHaveLength(1);
  billing.cancel = cancel;
  await tend(portal);
  expect((await billing.findSubscription(subscription.id))!.status).not.toBe('active');
  expect(
    await portal.base
      .forOrg(ada.orgId)
      .inOrg((db) => db.selectFrom('billingSubscription').select('id').execute()),
  ).toEqual([]);
});
