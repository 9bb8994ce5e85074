import { describe, expect, test } from 'vitest';
import { testPortal, type TestBrowser, type TestPortal } from '#app/testing/portal.ts';
import { brandOf, channelOf, saveBrand, saveChannel } from '../../testing/catalog.ts';

const square =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><path fill="#112233" d="M0 0h40v40H0z"/></svg>';
const wide =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40"><path fill="#112233" d="M0 0h120v40H0z"/></svg>';

const acts = (portal: TestPortal) =>
  portal.database.global.selectFrom('staffAct').selectAll().orderBy('id').execute();
const shown = async (portal: TestPortal, host = 'localhost') =>
  (await portal.browser({ host }).get('/config')).body.brand;

describe('a brand edited at the desk', () => {
  test('is what every page shows from then on, is written down, and goes back to the file', async () => {
    const portal = await testPortal();
    const sam = await portal.staff('sam@support.example');
    const before = await shown(portal);
    const drawings = { brandLogo: wide, brandLogoDark: '', brandMark: square };
    expect(
      (await saveBrand(sam, 'cyber-safety', { brandNameShort: 'Acme', accent: '#AA0044' }, { drawings }))
        .body,
    ).toEqual({
      success: true,
    });
    const now = await shown(portal);
    expect(now).toMatchObject({
      brandNameShort: 'Acme',
      accent: '#aa0044',
      brandLogoSize: { width: 120, height: 40 },
      helpCenter: before.helpCenter,
    });
    expect(now.brandLogoDark).toBe(now.brandLogo);
    const logo = await portal.browser().send('GET', now.brandLogo);
    expect([logo.body, logo.headers['cache-control']]).toEqual([wide, 'public, max-age=31536000, immutable']);
    const [act] = await acts(portal);
    expect(act).toMatchObject({
      staffEmail: 'sam@support.example',
      ip: '203.0.113.7',
      kind: 'brand',
      subjectId: 'cyber-safety',
    });
    expect([act!.oldValue, act!.newValue]).toMatchObject([
      { 'colours.accent': before.accent },
      { 'colours.accent': '#aa0044', brandNameShort: 'Acme' },
    ]);
    const desk = await brandOf(sam, 'cyber-safety');
    expect(desk).toMatchObject({
      version: 1,
      isEdited: true,
      isOwn: false,
      edited: { by: 'sam@support.example' },
    });
    expect((await sam.post('/staff/brands/revert', { brandId: 'cyber-safety', version: 1 })).status).toBe(
      200,
    );
    expect(await shown(portal)).toEqual(before);
    const { isEdited, history } = await brandOf(sam, 'cyber-safety');
    expect([isEdited, history.map((one: { isFile: boolean }) => one.isFile)]).toEqual([false, [true, false]]);
  });

  test('is refused on the field in the words of an operator, and keeps what holds', async () => {
    const portal = await testPortal();
    const sam = await portal.staff();
    const { body, status } = await saveBrand(sam, 'cyber-safety', {
      accent: 'teal',
      helpCenter: 'javascript:alert(1)',
    });
    expect([status, body.error.code, body.error.fields]).toEqual([
      422,
      'cannot-be-used',
      [
        { field: 'helpCenter', message: 'Must be a web address such as https://example.com/page.' },
        { field: 'colours.accent', message: "Must be a colour such as '#0f766e' (in quotes)." },
      ],
    ]);
    const taken = await saveBrand(sam, 'cyber-safety', { hosts: ['shield.localhost'] });
    expect(taken.body.error.fields).toEqual([
      { field: 'hosts', message: "'shield.localhost' is there twice: a host leads to one brand." },
    ]);
    const tall = await saveBrand(sam, 'cyber-safety', {}, { drawings: { brandMark: wide } });
    expect(tall.body.error.fields).toEqual([{ field: 'brandMark', message: 'Must be square.' }]);
    expect(await acts(portal)).toEqual([]);
  });

  test('takes no logo that could do anything but be looked at', async () => {
    const portal = await testPortal();
    const sam = await portal.staff();
    const drawn = (inside: string) =>
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inside}</svg>`;
    const bad: [string, RegExp][] = [
      [drawn('<script>alert(1)</script>'), /has a <script> element/i],
      [drawn('<path onload="x()" d="M0 0"/>'), /could run a script/],
      [drawn('<path fill="url(https://evil.test/x)" d="M0 0"/>'), /outside itself/],
      [drawn('<path style="fill:u\\72l(https://evil.test/x)" d="M0 0"/>'), /outside itself/],
      [drawn('<?xml-stylesheet href="https://evil.test/x.css"?>'), /not plain SVG/],
      ['<!DOCTYPE svg [<!ENTITY a "b">]><svg viewBox="0 0 9 9"/>', /not plain SVG/],
      [drawn(`${'<g>'.repeat(5000)}${'</g>'.repeat(5000)}`), /not plain SVG/],
      [drawn(`<desc>${'x'.repeat(70_000)}</desc>`), /larger than 64 kB/],
    ];
    for (const [svg, message] of bad) {
      expect((await sam.post('/staff/drawing', { svg })).body.error.fields[0].message).toMatch(message);
      const saved = await saveBrand(sam, 'cyber-safety', {}, { drawings: { brandLogo: svg } });
      expect(saved.body.error.fields).toMatchObject([
        { field: 'brandLogo', message: expect.stringMatching(message) },
      ]);
    }
    expect(await portal.database.global.selectFrom('catalogPicture').selectAll().execute()).toEqual([]);
  });
});

describe('a brand edited by two at the desk', () => {
  test('is saved once by two who looked at the same version, at the same moment too', async () => {
    const portal = await testPortal();
    const [sam, kim] = [await portal.staff('sam@support.example'), await portal.staff('kim@support.example')];
    const { fields } = await brandOf(sam, 'cyber-safety');
    const as = (who: TestBrowser, name: string) =>
      who.post('/staff/brands/save', {
        brandId: 'cyber-safety',
        version: 0,
        fields: { ...fields, brandNameShort: name },
      });
    const answers = await Promise.all([as(sam, 'Sam'), as(kim, 'Kim')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)!.body.error.code).toBe('stale');
    expect(await acts(portal)).toHaveLength(1);
  });
});

describe('a new brand', () => {
  const made = async (who: TestBrowser, brandId = 'acme', more: object = {}) => {
    const { fields } = await brandOf(who, 'harborline');
    const own = {
      ...fields,
      brandNameLong: 'Acme Mutual',
      brandNameShort: 'Acme',
      webDomain: 'acme.localhost',
      hosts: [],
    };
    return who.post('/staff/brands/create', {
      brandId,
      fields: own,
      drawings: { brandLogo: wide, brandMark: square },
      ...more,
    });
  };

  test('shows at its host and signs people up through a first channel', async () => {
    const portal = await testPortal();
    const sam = await portal.staff();
    expect((await made(sam)).status).toBe(200);
    const config = (await portal.browser({ host: 'acme.localhost' }).get('/config')).body;
    expect([config.brand.brandNameLong, config.signUp]).toMatchObject([
      'Acme Mutual',
      { channelId: 'acme', planId: 'trial', trialDays: 30 },
    ]);
    expect((await acts(portal)).map(({ what }) => what)).toEqual([
      'Created the brand acme',
      'Created the channel acme',
    ]);
    expect((await made(sam)).body.error.code).toBe('taken');
    expect(
      (await made(sam, 'Bad Id')).body.error.fields.map((one: { field: string }) => one.field),
    ).toContain('brandId');
    expect((await made(sam, 'other', { drawings: {} })).body.error.fields).toHaveLength(2);
  });

  test('is not for staff of one brand to make', async () => {
    const portal = await testPortal();
    const lena = await portal.staff('lena@insurer.example', { brandId: 'harborline' });
    expect((await made(lena)).body.error.code).toBe('every-brand-only');
  });
});

describe('staff of one brand', () => {
  test('see and edit their own, and of another only what is not there', async () => {
    const portal = await testPortal();
    const lena = await portal.staff('lena@insurer.example', { brandId: 'harborline' });
    const ids = async (path: string, key: string) => {
      const { data } = (await lena.get(path)).body;
      return (data.rows ?? data).map((row: Record<string, string>) => row[key]);
    };
    expect(await ids('/staff/brands', 'brandId')).toEqual(['harborline']);
    expect(await ids('/staff/channels', 'channelId')).toEqual(['harborline']);
    expect(await ids('/staff/subscriptionIds', 'id')).toEqual(['HARBOR', 'HARBOR-2025']);
    expect((await lena.get('/staff/catalog')).body.data).toMatchObject({
      everyBrand: false,
      brands: [{ brandId: 'harborline' }],
    });
    const { fields } = await brandOf(lena, 'harborline');
    const channel = (await channelOf(lena, 'harborline')).fields;
    const theirs: [string, object, string][] = [
      ['/staff/brands/save', { brandId: 'cyber-safety', version: 0, fields }, 'no-such-brand'],
      ['/staff/brands/revert', { brandId: 'cyber-safety', version: 0 }, 'no-such-brand'],
      ['/staff/channels/save', { channelId: 'direct', version: 0, fields: channel }, 'no-such-channel'],
      [
        '/staff/channels/save',
        { channelId: 'harborline', version: 0, fields: { ...channel, brandId: 'cyber-safety' } },
        'no-such-brand',
      ],
      [
        '/staff/channels/create',
        { channelId: 'mine', fields: { ...channel, brandId: 'cyber-safety' } },
        'no-such-brand',
      ],
      ['/staff/channels/revert', { channelId: 'direct', version: 0 }, 'no-such-channel'],
      ['/staff/subscriptionIds/create', { id: 'MINE', channelId: 'direct' }, 'no-such-channel'],
      ['/staff/subscriptionIds/save', { id: 'START', version: 0, plan: '', validUntil: '' }, 'no-such-id'],
      ['/staff/subscriptionIds/end', { id: 'START', version: 0 }, 'no-such-id'],
      ['/staff/subscriptionIds/revert', { id: 'START', version: 0 }, 'no-such-id'],
    ];
    for (const [path, body, code] of theirs)
      expect((await lena.post(path, body)).body.error.code, path).toBe(code);
    for (const id of ['brands/cyber-safety', 'channels/direct'])
      expect((await lena.get(`/staff/${id}`)).status).toBe(404);
    expect((await saveBrand(lena, 'harborline', { hosts: ['localhost'] })).body.error.code).toBe(
      'every-brand-only',
    );
    expect((await saveBrand(lena, 'harborline', { webDomain: 'localhost' })).body.error.code).toBe(
      'every-brand-only',
    );
    expect((await saveBrand(lena, 'harborline', { brandNameShort: 'Harbor' })).status).toBe(200);
    expect((await acts(portal)).map(({ subjectId: id }) => id)).toEqual(['harborline']);
  });
});

describe('channels', () => {
  test('are edited and made; one that becomes the default takes the place of the other', async () => {
    const portal = await testPortal();
    const sam = await portal.staff();
    expect((await saveChannel(sam, 'direct', { trialDays: 14, discountTitle: 'Fall offer' })).status).toBe(
      200,
    );
    expect((await portal.browser().get('/config')).body.signUp).toMatchObject({
      trialDays: 14,
      uiRules: { channelDiscountTitle: 'Fall offer' },
    });
    const { fields } = await channelOf(sam, 'direct');
    expect(
      (
        await sam.post('/staff/channels/create', {
          channelId: 'partners',
          fields: { ...fields, trialEnabled: false, defaultPlan: 'free' },
        })
      ).status,
    ).toBe(200);
    expect((await portal.browser().get('/config')).body.signUp).toMatchObject({
      channelId: 'partners',
      trialEnabled: false,
      planId: 'free',
    });
    expect((await channelOf(sam, 'direct')).fields.defaultForBrand).toBe(false);
    expect(
      (await saveChannel(sam, 'partners', { defaultForBrand: false })).body.error.fields[0].message,
    ).toMatch(/no channel has defaultForBrand/i);
    const wrong = { eligiblePlans: [{ plan: 'gold', planDiscountMessage: '', coupons: [] }] };
    expect((await saveChannel(sam, 'partners', wrong)).body.error.fields).toEqual([
      {
        field: 'eligiblePlans[0]',
        message:
          "Names the plan 'gold', which does not exist; there are trial, free, essential, plus, premium.",
      },
    ]);
    expect((await saveChannel(sam, 'partners', { trialDays: 500 })).body.error.fields).toEqual([
      { field: 'trial.days', message: 'Must be at most 366.' },
    ]);
  });
});
