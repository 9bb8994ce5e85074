import { describe, expect, test } from 'vitest';
import { monitoringContract } from '../../contract.ts';
import { listScanFindings } from '../issues/issues.ts';
import { askForProofs } from '../testing/ownership.ts';
import { startScan } from './scans.ts';
import { loadScanSettings, saveScanSettings } from './scanSettings.ts';
import { openShop } from '../testing/shop.ts';
import { openServer, openWorld } from '../testing/world.ts';
import { addWebsite } from '../websites/websites.ts';

const password = 'correct-horse-battery-9';
const form = {
  kind: 'form',
  url: '/login',
  user: 'scanner@acme-widgets.com',
  password,
  signedInText: 'Sign out',
};
const usual = { signIn: { kind: 'none' }, exclude: [], quietHours: [] };

async function openSettings() {
  const shop = await openShop();
  const { ctx, orgId, targetId, world } = shop;
  const person = world.base.forOrg(orgId, { id: ctx.session.cognitoId, email: ctx.session.email });
  const save = async (change: object) =>
    saveScanSettings(
      person,
      monitoringContract.saveScanSettings.body.parse({ targetId, ...usual, ...change }),
    );
  const load = () => loadScanSettings(ctx, { targetId });
  const scan = async () => {
    await startScan(ctx, { targetId });
    await shop.run();
    return shop.world.scanner.requests.at(-1)!;
  };
  const row = () =>
    ctx.inOrg((db) => db.selectFrom('websiteScanSetting').selectAll().executeTakeFirstOrThrow());
  return { ...shop, save, load, scan, row };
}

describe('the sign-in of scans', () => {
  test.each([
    [
      form,
      { kind: 'form', url: 'https://shop.acme-widgets.com/login', user: form.user, header: null },
      { ...form, url: 'https://shop.acme-widgets.com/login' },
    ],
    [
      { kind: 'bearer', token: ` ${password}\t`.trim() },
      { kind: 'bearer', url: null, user: null, header: null },
      { kind: 'bearer', token: password },
    ],
    [
      { kind: 'header', name: 'X-Api-Key', value: password },
      { kind: 'header', header: 'X-Api-Key', url: null, user: null },
      { kind: 'header', name: 'X-Api-Key', value: password },
    ],
    [
      { kind: 'cookie', cookie: `session=${password}` },
      { kind: 'cookie', header: null, url: null, user: null },
      { kind: 'cookie', cookie: `session=${password}` },
    ],
  ])(
    'reaches the scanner whole, and neither the browser, the database in clear nor the log: %j',
    async (signIn, shown, sent) => {
      const { save, load, scan, row, ctx } = await openSettings();
      const saved = await save({ signIn });
      expect(saved.signIn).toEqual({ ...shown, setAt: '2026-03-02T17:00:00Z', readable: true });
      expect(await load()).toEqual(saved);
      expect((await scan()).signIn).toEqual(sent);
      const entries = await ctx.inOrg((db) => db.selectFrom('auditEntry').selectAll().execute());
      const everything = JSON.stringify([saved, await load(), await row(), entries]);
      expect(everything).not.toContain(password);
      expect(entries.some(({ subject }) => subject === 'website_scan_setting')).toBe(true);
    },
  );

  test('stays when the rest is changed, is replaced by another one, and goes when it is taken away', async () => {
    const { save, scan, world } = await openSettings();
    await save({ signIn: form });
    expect(
      (await save({ signIn: { kind: 'keep' }, exclude: ['/admin/', '/page?action=delete', '?logout'] }))
        .signIn,
    ).toMatchObject({
      kind: 'form',
    });
    expect(await scan()).toMatchObject({
      signIn: { kind: 'form', password },
      exclude: ['/admin/', '/page?action=delete', '?logout'],
    });
    world.clock.advance(60);
    expect((await save({ signIn: { kind: 'bearer', token: 'other-token' } })).signIn).toMatchObject({
      kind: 'bearer',
      user: null,
      setAt: '2026-03-02T17:01:00Z',
    });
    expect((await save({})).signIn).toBeNull();
    expect(await scan()).not.toHaveProperty('signIn');
  });

  test('that is changed to another secret alone is written down, without the secret', async () => {
    const { save, ctx, world } = await openSettings();
    await save({ signIn: form });
    world.clock.advance(60);
    await save({ signIn: { ...form, password: `${password}-new` } });
    const entries = await ctx.inOrg((db) =>
      db
        .selectFrom('auditEntry')
        .selectAll()
        .where('subject', '=', 'website_scan_setting')
        .orderBy('id')
        .execute(),
    );
    expect(entries.map(({ act }) => act)).toEqual(['insert', 'update']);
    expect(Object.keys(entries[1]!.newValue as object)).toEqual(['sign_in_set_at']);
  });
});

describe('a sign-in that is kept', () => {
  test('that was sealed for one website opens nothing at another', async () => {
    const { save, ctx, orgId, row } = await openSettings();
    await save({ signIn: form });
    const other = await addWebsite(ctx, {
      targetName: 'Other',
      targetUrl: 'https://other.acme-widgets.com',
      urlConfirmed: true,
    });
    const { websiteId: _own, ...copied } = await row();
    await ctx.inOrg((db) =>
      db
        .insertInto('websiteScanSetting')
        .values({ ...copied, orgId, websiteId: other.targetId, quietHours: '[]' })
        .execute(),
    );
    expect((await loadScanSettings(ctx, { targetId: other.targetId })).signIn).toMatchObject({
      readable: false,
    });
  });

  test('that cannot be opened any more does not stop the scan, which says so', async () => {
    const { save, ctx, scan, scans } = await openSettings();
    await save({ signIn: form });
    await ctx.inOrg((db) => db.updateTable('websiteScanSetting').set({ signInSealed: 'AAAA' }).execute());
    expect(await scan()).not.toHaveProperty('signIn');
    const { coverage } = await listScanFindings(ctx, { scanId: (await scans()).scans[0]!.scanId, page: 1 });
    expect(coverage.skipped).toEqual([expect.stringContaining('The scan was not signed in')]);
  });

  test('is not shown to a website that nobody has proved', async () => {
    const { save, scan, world } = await openSettings();
    askForProofs(world);
    await save({ signIn: form, exclude: ['/admin/'] });
    expect(await scan()).toMatchObject({ level: 'lightning', exclude: ['/admin/'] });
    expect(world.scanner.requests[0]).not.toHaveProperty('signIn');
  });

  test.each([
    ['another website', 'https://evil.example/login'],
    ['a name that only begins alike', 'https://shop.acme-widgets.com.evil.example/'],
    ['a name below it', 'https://login.shop.acme-widgets.com/'],
    ['another port', 'https://shop.acme-widgets.com:8443/login'],
    ['no encryption', 'http://shop.acme-widgets.com/login'],
    ['a protocol-relative address', '//evil.example/login'],
    ['a script', 'javascript:alert(1)'],
    ['a name in the address', 'https://me@shop.acme-widgets.com/login'],
  ])('is never sent to %s', async (_what, url) => {
    const { save, load } = await openSettings();
    await expect(save({ signIn: { ...form, url } })).rejects.toMatchObject({ code: 'sign-in-elsewhere' });
    expect((await load()).signIn).toBeNull();
  });

  test('may be on the same website with www', async () => {
    const { save } = await openSettings();
    expect(
      (await save({ signIn: { ...form, url: 'https://www.shop.acme-widgets.com/login#top' } })).signIn?.url,
    ).toBe('https://www.shop.acme-widgets.com/login');
  });
});

describe('what is refused before anything is kept', () => {
  test.each<[string, object, RegExp]>([
    [
      'a header that the connection is made of',
      { signIn: { kind: 'header', name: 'Host', value: 'x' } },
      /cannot be set/,
    ],
    [
      'a header with a line break in its value',
      { signIn: { kind: 'header', name: 'X-A', value: 'a\r\nX-B: b' } },
      /one line/,
    ],
    [
      'a header with a break in its name',
      { signIn: { kind: 'header', name: 'X-A\nB', value: 'a' } },
      /name of a header/,
    ],
    ['a cookie without a name', { signIn: { kind: 'cookie', cookie: 'secret' } }, /name=value/],
    ['no password', { signIn: { ...form, password: '' } }, /enter the password/],
    ['a path without a slash', { exclude: ['admin'] }, /begin each line/],
    ['everything left out', { exclude: ['/'] }, /everything/],
    ['everything left out by a wildcard', { exclude: ['/*?*'] }, /everything/],
    ['51 paths', { exclude: Array.from({ length: 51 }, (_, i) => `/${i}`) }, /At most 50/],
    [
      '11 quiet times',
      { quietHours: Array.from({ length: 11 }, () => ({ days: [1], from: '01:00', to: '02:00' })) },
      /At most 10/,
    ],
    ['a time that is none', { quietHours: [{ days: [1], from: '24:00', to: '02:00' }] }, /valid time/],
    ['no day', { quietHours: [{ days: [], from: '01:00', to: '02:00' }] }, /at least one day/],
  ])('%s', async (_what, change, message) => {
    const world = await openWorld();
    const server = await openServer(world);
    const acme = await world.organization('premium');
    const { targetId } = await addWebsite(acme.ctx, {
      targetName: 'Shop',
      targetUrl: 'https://shop.acme-widgets.com',
      urlConfirmed: true,
    });
    const answer = await server.post(acme.cookie, 'saveScanSettings', { targetId, ...usual, ...change });
    expect(answer.statusCode).toBe(400);
    expect(JSON.stringify(answer.json().error.fields)).toMatch(message);
  });

  test('quiet hours that leave no time to scan', async () => {
    const { save } = await openSettings();
    const days = [1, 2, 3, 4, 5, 6, 7];
    await expect(save({ quietHours: [{ days, from: '00:00', to: '00:00' }] })).rejects.toMatchObject({
      code: 'always-quiet',
    });
    await expect(save({ quietHours: [{ days, from: '05:30', to: '05:00' }] })).rejects.toMatchObject({
      code: 'always-quiet',
    });
    await expect(save({ quietHours: [{ days, from: '06:00', to: '05:00' }] })).resolves.toBeDefined();
  });

  test('the website of another organisation, and one of nobody', async () => {
    const { world, targetId } = await openSettings();
    const server = await openServer(world);
    const other = await world.organization('premium');
    for (const [name, body] of [
      ['loadScanSettings', { targetId }],
      ['saveScanSettings', { targetId, ...usual }],
    ] as const) {
      const answer = await server.post(other.cookie, name, body);
      expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'no-such-website']);
    }
  });
});
