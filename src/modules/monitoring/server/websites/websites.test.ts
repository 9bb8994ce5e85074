import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openWorld, type Organization } from '../testing/world.ts';
import { addWebsite, checkUrl, listWebsites, removeWebsite, renameWebsite } from './websites.ts';

const shop = { targetName: 'Shop', targetUrl: 'https://shop.acme-widgets.com', urlConfirmed: true };
const refusal = (code: string) => expect.objectContaining({ name: 'Refusal', code });
const add = (organization: Organization, changes: object = {}) =>
  addWebsite(organization.ctx, { ...shop, ...changes });

describe('adding a website', () => {
  test('keeps its normal address, who confirmed and when, and counts against the plan', async () => {
    const world = await openWorld();
    const acme = await world.organization('plus');
    const added = await add(acme, {
      targetName: 'Shop',
      targetUrl: 'HTTPS://Shop.Acme-Widgets.com:443/?a=1',
    });
    expect(added).toMatchObject({
      targetName: 'Shop',
      targetUrl: 'https://shop.acme-widgets.com',
      remaining: 4,
    });
    const list = await listWebsites(acme.ctx);
    expect(list.targetList).toEqual([
      expect.objectContaining({
        targetId: added.targetId,
        zeguroTargetId: added.targetId,
        targetName: 'Shop',
        protocol: 'https://',
        scanProfile: 'safe',
        urlConfirmed: true,
        confirmedBy: acme.ctx.session.email,
        confirmedAt: '2026-03-02T17:00:00Z',
        standingConsent: null,
        isScanInProgress: false,
        lastScanDate: null,
        issues: { highs: 0, mediums: 0, lows: 0 },
      }),
    ]);
    expect(list).toMatchObject({
      numberOfTargets: { maximumAllowed: 5, remaining: 4 },
      frequencies: [
        { name: 'QUARTERLY', recurrence: 'q', allowed: true },
        { name: 'MONTHLY', allowed: true },
        { name: 'WEEKLY', allowed: true },
        { name: 'DAILY', recurrence: 'd', label: 'once a day', allowed: false },
      ],
      scanLevels: [
        { code: 'lightning', label: 'Lightning' },
        { code: 'safe', label: 'Safe' },
        { code: 'normal', label: 'Normal' },
      ],
      defaultScanLevel: 'safe',
      isHighestPlan: false,
    });
  });

  test('takes the documented body alone, and keeps the terms that the account accepted, by whom and when', async () => {
    const world = await openWorld();
    const acme = await world.organization('plus');
    world.clock.advance(3600);
    const { urlConfirmed: _none, ...documented } = shop;
    await addWebsite(acme.ctx, { ...documented, scanProfile: 'safe', recurrence: 'm' });
    const [kept] = (await listWebsites(acme.ctx)).targetList;
    expect(kept).toMatchObject({
      urlConfirmed: false,
      confirmedBy: acme.ctx.session.email,
      confirmedAt: '2026-03-02T18:00:00Z',
      standingConsent: { terms: expect.stringMatching(/terms/), acceptedAt: '2026-03-02T17:00:00Z' },
    });
  });

  test.each([
    [
      'a name that differs in case only',
      { targetName: ' SHOP ', targetUrl: 'https://other.acme-widgets.com' },
      'name-taken',
    ],
    [
      'the same site by another protocol',
      { targetName: 'Two', targetUrl: 'http://shop.acme-widgets.com/' },
      'url-in-use',
    ],
    [
      'a consent that is denied',
      { targetName: 'Two', targetUrl: 'https://two.acme-widgets.com', urlConfirmed: false },
      'consent-missing',
    ],
    ['an address that is none', { targetName: 'Two', targetUrl: 'shop' }, 'url-invalid'],
    ['no protocol', { targetName: 'Two', targetUrl: 'two.acme-widgets.com' }, 'url-invalid'],
    [
      'a level that the plan lacks',
      { targetName: 'Two', targetUrl: 'https://two.acme-widgets.com', scanProfile: 'full' },
      'level-not-available',
    ],
    [
      'a frequency that the plan lacks',
      { targetName: 'Two', targetUrl: 'https://two.acme-widgets.com', recurrence: 'd' },
      'frequency-not-in-plan',
    ],
  ])('is refused with %s', async (_what, changes, code) => {
    const world = await openWorld();
    const acme = await world.organization('plus');
    await add(acme);
    await expect(add(acme, changes)).rejects.toEqual(refusal(code));
    expect((await listWebsites(acme.ctx)).targetList).toHaveLength(1);
  });
});

describe('adding several websites', () => {
  test('never exceeds the limit, however many ask at the same moment', async () => {
    const world = await openWorld();
    const acme = await world.organization('essential');
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, (_, i) =>
        add(acme, { targetName: `Site ${i}`, targetUrl: `https://s${i}.acme-widgets.com` }),
      ),
    );
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(2);
    const refused = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason.code] : [],
    );
    expect(refused).toEqual(Array.from({ length: 6 }, () => 'limit-reached'));
    expect((await listWebsites(acme.ctx)).numberOfTargets).toEqual({ maximumAllowed: 2, remaining: 0 });
  });

  test('tells two requests for the same name and address apart', async () => {
    const world = await openWorld();
    const acme = await world.organization('plus');
    const outcomes = await Promise.allSettled([add(acme), add(acme), add(acme)]);
    expect(outcomes.map((outcome) => outcome.status).toSorted()).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
    ]);
  });

  test('is possible for the same name and address in another organisation', async () => {
    const world = await openWorld();
    const [acme, other] = [await world.organization(), await world.organization()];
    await add(acme);
    await expect(add(other)).resolves.toMatchObject({ targetName: 'Shop' });
  });
});

describe('an address that may not be scanned', () => {
  test.each([
    ['https://www.google.com', true],
    ['https://maps.google.com', true],
    ['https://github.com', true],
    ['https://portal.cyber-safety-portal.com', false],
    ['http://db.internal', false],
    ['http://printer.local', false],
    ['http://localhost:9999', false],
  ])('%s is restricted without asking the scanner', async (url, inAlexaTopSites) => {
    const world = await openWorld();
    const { ctx } = await world.organization();
    expect(await checkUrl(ctx, { url })).toMatchObject({
      usedInTargets: false,
      inAlexaTopSites,
      restricted: true,
      reason: expect.any(String),
    });
    await expect(addWebsite(ctx, { ...shop, targetUrl: url })).rejects.toEqual(refusal('url-restricted'));
  });

  test.each([
    'https://acme.github.io',
    'https://acme.wordpress.com',
    'https://notgoogle.com',
    'https://google.com.acme-widgets.com',
  ])('%s is nobody well-known', async (url) => {
    const world = await openWorld();
    const { ctx } = await world.organization();
    expect(await checkUrl(ctx, { url })).toEqual({
      usedInTargets: false,
      inAlexaTopSites: false,
      restricted: false,
      reason: null,
      url,
    });
  });

  test('is refused again at the end of the wizard, without telling what the name leads to', async () => {
    const world = await openWorld();
    const { ctx } = await world.organization();
    world.scanner.forbid({
      allowed: false,
      code: 'restricted',
      reason: 'db.acme-widgets.com leads to 10.0.0.5',
    });
    const checked = await checkUrl(ctx, { url: shop.targetUrl });
    expect(checked).toMatchObject({ restricted: true, inAlexaTopSites: false });
    expect(checked.reason).not.toContain('10.0.0.5');
    await expect(addWebsite(ctx, shop)).rejects.toEqual(refusal('url-restricted'));
  });

  test('that the DNS does not know is a typing error, not a restriction', async () => {
    const world = await openWorld();
    const { ctx } = await world.organization();
    world.scanner.forbid({ allowed: false, code: 'unresolved', reason: 'The name has no address.' });
    await expect(checkUrl(ctx, { url: shop.targetUrl })).rejects.toEqual(refusal('url-invalid'));
  });

  test('is open when the operator lists it, but never the portal itself', async () => {
    const world = await openWorld({
      env: { SCAN_ALLOW_PRIVATE: '127.0.0.1:8080,shop.test:443', PUBLIC_URL: 'http://localhost:4000' },
    });
    const { ctx } = await world.organization();
    expect((await checkUrl(ctx, { url: 'http://127.0.0.1:8080' })).restricted).toBe(false);
    expect((await checkUrl(ctx, { url: 'https://shop.test' })).restricted).toBe(false);
    expect((await checkUrl(ctx, { url: 'http://127.0.0.1:4000' })).restricted).toBe(true);
    expect((await checkUrl(ctx, { url: 'http://shield.localhost:4000' })).restricted).toBe(true);
  });

  test('already used is told, in this organisation only', async () => {
    const world = await openWorld();
    const [acme, other] = [await world.organization(), await world.organization()];
    await add(acme);
    expect((await checkUrl(acme.ctx, { url: 'https://shop.acme-widgets.com/' })).usedInTargets).toBe(true);
    expect((await checkUrl(other.ctx, { url: 'https://shop.acme-widgets.com/' })).usedInTargets).toBe(false);
  });
});

describe('a website that exists', () => {
  test('can be renamed, also in case only, and not to the name of another', async () => {
    const world = await openWorld();
    const acme = await world.organization();
    const { targetId } = await add(acme);
    await add(acme, { targetName: 'Blog', targetUrl: 'https://blog.acme-widgets.com' });
    await renameWebsite(acme.ctx, { zeguroTargetId: targetId, appName: 'SHOP' });
    await expect(renameWebsite(acme.ctx, { zeguroTargetId: targetId, appName: 'blog' })).rejects.toEqual(
      refusal('name-taken'),
    );
    expect((await listWebsites(acme.ctx)).targetList.map((target) => target.targetName)).toEqual([
      'Blog',
      'SHOP',
    ]);
  });

  test('can be removed and its place used again', async () => {
    const world = await openWorld();
    const acme = await world.organization('free');
    const { targetId } = await add(acme);
    await expect(add(acme, { targetName: 'Two' })).rejects.toEqual(refusal('limit-reached'));
    await removeWebsite(acme.ctx, { targetId });
    await expect(removeWebsite(acme.ctx, { targetId })).rejects.toEqual(refusal('no-such-website'));
    await expect(add(acme)).resolves.toMatchObject({ remaining: 0 });
  });

  test('is like a missing one to everybody else', async () => {
    const world = await openWorld();
    const [acme, other] = [await world.organization(), await world.organization()];
    const { targetId } = await add(acme);
    for (const id of [targetId, randomUUID()]) {
      await expect(renameWebsite(other.ctx, { zeguroTargetId: id, appName: 'Mine' })).rejects.toEqual(
        refusal('no-such-website'),
      );
      await expect(removeWebsite(other.ctx, { targetId: id })).rejects.toEqual(refusal('no-such-website'));
    }
    expect((await listWebsites(acme.ctx)).targetList).toHaveLength(1);
  });
});
