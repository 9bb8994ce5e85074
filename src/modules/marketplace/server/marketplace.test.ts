import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder, testPortal, type TestBrowser } from '#app/testing/portal.ts';
import { maturityElements } from '#modules/maturity/server/public.ts';
import type { Marketplace, Partner } from '../contract.ts';
import { readPartners } from './partners.ts';
import { marketplaceSummary } from './public.ts';

const shipped = path.resolve(import.meta.dirname, '../../../../config');
const publicUrl = 'http://localhost:4000';

/** A configuration of a test's own, with the list of partners changed. */
function configWith(change: (yaml: string) => string): string {
  const folder = path.join(temporaryFolder('config'), 'config');
  cpSync(shipped, folder, { recursive: true });
  const file = path.join(folder, 'marketplace.yaml');
  const [before, after] = [readFileSync(file, 'utf8'), change(readFileSync(file, 'utf8'))];
  expect(after).not.toBe(before);
  writeFileSync(file, after);
  return folder;
}

const look = async (person: Pick<TestBrowser, 'get'>): Promise<Marketplace> => {
  const { status, body } = await person.get('/marketplace/getJson');
  expect([status, body.success]).toEqual([200, true]);
  return body.data;
};
const partner = ({ partners }: Marketplace, id: string): Partner => partners.find((one) => one.id === id)!;

/** Answers every question of the maturity assessment so that elements come to the levels given, the others to 4. */
async function reach(person: Pick<TestBrowser, 'post'>, levels: Record<string, number>): Promise<void> {
  const answers = maturityElements().flatMap(({ id }) => {
    const level = levels[id] ?? 4;
    return [1, 2, 3, 4, 5]
      .filter((step) => step <= level + 1)
      .flatMap((step) =>
        ['key', 'coverage', 'evidence', 'upkeep'].map((kind) => ({
          questionId: `${id}-${step}-${kind}`,
          answer: step <= level ? 'yes' : 'no',
        })),
      );
  });
  const { status, body } = await person.post('/zimm/saveAssessment', { data: answers });
  expect(status, JSON.stringify(body)).toBe(200);
}

describe('the list', () => {
  test('shows the partners of the brand with the offers that hold, and what they come to', async () => {
    const portal = await testPortal();
    const ada = await portal.member();
    const data = await look(ada);
    expect(data.partners.map(({ id }) => id)).toEqual([
      'sample-vault',
      'example-mailguard',
      'demo-devicewatch',
      'specimen-backup',
      'mock-drills',
      'example-sitecare',
      'fictional-cover',
      'sample-lawdesk',
    ]);
    expect([data.maxPercent, data.disclosure.includes('{'), data.carousel.autoplaySeconds]).toEqual([
      66,
      false,
      5,
    ]);
    for (const { cta, logo } of data.partners) {
      expect(cta.url).toMatch(/^https:\/\/[a-z-]+\.example\//);
      const picture = await ada.send('GET', logo);
      expect([picture.statusCode, picture.headers['content-type']]).toEqual([
        200,
        'image/svg+xml; charset=utf-8',
      ]);
      expect(picture.headers['content-security-policy']).toContain('sandbox');
    }
    expect(await marketplaceSummary(portal.base.forOrg(ada.orgId))).toEqual({ maxPercent: 66, partners: 8 });
    await portal.database.inOrg(ada.orgId, (db) =>
      db.updateTable('organization').set({ channelId: 'harborline' }).execute(),
    );
    const other = await look(ada);
    expect(other.partners.map(({ id }) => id)).toEqual(
      data.partners.map(({ id }) => id).filter((id) => id !== 'fictional-cover'),
    );
    expect([
      other.categories.some(({ id }) => id === 'insurance'),
      other.disclosure === data.disclosure,
    ]).toEqual([false, false]);
    expect((await ada.post('/marketplace/owned', { partner: 'fictional-cover', owned: true })).status).toBe(
      404,
    );
  });

  test('has no offer any more on the day after its last, and neither has the headline', async () => {
    const portal = await testPortal({ start: '2027-07-01T06:59:00Z' });
    const ada = await portal.member();
    // the last minute of June 30 in Pacific time
    expect((await look(ada)).maxPercent).toBe(66);
    portal.clock.set('2027-07-01T07:01:00Z');
    const later = await look(ada);
    expect([later.maxPercent, partner(later, 'sample-vault').offer]).toEqual([null, null]);
    expect(partner(later, 'sample-vault').cta.url).toBe('https://vault.example/offer');
    expect(partner(later, 'fictional-cover').offer?.text).toBe('First half hour free');
  });

  test('is empty with an empty list, and says so to the dashboard', async () => {
    const CONFIG_DIR = configWith((yaml) =>
      `${yaml.slice(0, yaml.indexOf('\npartners:'))}\npartners: []\n`.replace(/slides: \[.*\]/, 'slides: []'),
    );
    const portal = await testPortal({ env: { CONFIG_DIR } });
    const ada = await portal.member();
    expect(await look(ada)).toMatchObject({
      maxPercent: null,
      partners: [],
      categories: [],
      recommended: [],
    });
    expect(await marketplaceSummary(portal.base.forOrg(ada.orgId))).toEqual({
      maxPercent: null,
      partners: 0,
    });
  });

  test('recommends by the weakest element and by open issues, to companies that a partner suits', async () => {
    const portal = await testPortal();
    const ada = await portal.member();
    expect((await look(ada)).recommended).toEqual([]);
    await reach(ada, { suppliers: 1, backup: 2 });
    const data = await look(ada);
    expect(data.recommended).toEqual(['sample-lawdesk', 'specimen-backup']);
    expect(partner(data, 'sample-lawdesk').because).toBe(
      'Because Supplier Security is at level 1 of 5, your weakest point',
    );
    await portal.database.inOrg(ada.orgId, (db) =>
      db.updateTable('organization').set({ numberOfEmployees: '0-10', industry: 'IT' }).execute(),
    );
    expect((await look(ada)).recommended).toEqual(['sample-lawdesk', 'specimen-backup']);
  });
});

describe('what a company has already', () => {
  test('moves down, is no longer recommended, and is written into the log; for one company alone', async () => {
    const portal = await testPortal();
    const ada = await portal.member();
    const eve = await portal.member('eve@other-company.com', 'Other Company');
    await reach(ada, { suppliers: 1 });
    const marked = await ada.post('/marketplace/owned', { partner: 'sample-lawdesk', owned: true });
    expect(marked.body.data).toMatchObject({ recommended: [] });
    await ada.post('/marketplace/owned', { partner: 'sample-vault', owned: true });
    await ada.post('/marketplace/owned', { partner: 'sample-vault', owned: true });
    const data = await look(ada);
    expect(data.partners.slice(-2).map(({ id, owned }) => [id, owned])).toEqual([
      ['sample-vault', true],
      ['sample-lawdesk', true],
    ]);
    expect(data.carousel.slides).not.toContain('sample-vault');
    expect((await look(eve)).partners.every(({ owned }) => !owned)).toBe(true);
    await ada.post('/marketplace/owned', { partner: 'sample-lawdesk', owned: false });
    expect((await look(ada)).recommended).toEqual(['sample-lawdesk']);
    const log = (await ada.get('/audit/entries')).body.data.map(({ what }: { what: string }) => what);
    expect(log.filter((what: string) => what.includes('marketplace'))).toEqual([
      'No longer marks Sample Lawdesk of the marketplace as in use',
      'Marked Sample Vault of the marketplace as in use',
      'Marked Sample Lawdesk of the marketplace as in use',
    ]);
    const nobody = await ada.post('/marketplace/owned', { partner: 'no-such', owned: true });
    expect([nobody.status, nobody.body.error.code]).toEqual([404, 'no-such-partner']);
  });
});

test('openings are counted for the day and name nobody; support and unknown partners count nothing', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  const eve = await portal.member('eve@other-company.com', 'Other Company');
  for (const who of [ada, eve, ada])
    expect((await who.post('/marketplace/opened', { partner: 'sample-vault' })).status).toBe(200);
  const sam = await portal.support(ada);
  await sam.post('/marketplace/opened', { partner: 'sample-vault' });
  await ada.post('/marketplace/opened', { partner: '../../etc' });
  const rows = await portal.database.global.selectFrom('marketplaceClick').selectAll().execute();
  expect(rows.map(({ day: _day, ...row }) => row)).toEqual([
    { brandId: 'cyber-safety', partnerId: 'sample-vault', clicks: 3 },
  ]);
  expect(Object.keys(rows[0]!).toSorted()).toEqual(['brandId', 'clicks', 'day', 'partnerId']);
});

test('an inactive module answers nothing', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  portal.clock.advance(40 * 86_400);
  const late = await portal.signIn(ada.email);
  const answer = await late.get('/marketplace/getJson');
  expect([answer.status, answer.body.error.code]).toEqual([403, 'module-inactive']);
});

describe('what an operator writes', () => {
  const read = (change: (yaml: string) => string) => () =>
    readPartners({ configDir: configWith(change), publicUrl });
  test.each<[string, (yaml: string) => string, RegExp]>([
    [
      'an address without https',
      (y) => y.replace('https://vault.example/offer', 'http://vault.example/offer'),
      /cta\.url must be a web address that begins with https/,
    ],
    [
      'a script as address',
      (y) => y.replace('https://vault.example/offer', 'javascript:alert(1)'),
      /cta\.url must be a web address/,
    ],
    ['a percent above 100', (y) => y.replace('value: 66', 'value: 166'), /offer\.value must be at most 100/],
    [
      'an offer without a value',
      (y) => y.replace('      value: 66\n', ''),
      /offer\.value .*is needed for percent/,
    ],
    [
      'an unknown need',
      (y) => y.replace('solves: [identity, workforce]', 'solves: [identty]'),
      /solves\[0\] names the need 'identty'/,
    ],
    [
      'an unknown category',
      (y) => y.replace('category: passwords', 'category: password'),
      /category names the category 'password'/,
    ],
    [
      'the same id twice',
      (y) => y.replace('id: example-mailguard\n', 'id: sample-vault\n').replace('example-mailguard, ', ''),
      /'sample-vault' is there twice/,
    ],
    [
      'a slip of the pen',
      (y) => y.replace('tagline:', 'tag-line:'),
      /unknown name 'tag-line'|tagline is missing/,
    ],
    [
      'an unknown brand',
      (y) => y.replace('brands: [cyber-safety]', 'brands: [cyber]'),
      /names the brand 'cyber'/,
    ],
  ])('is refused with one sentence: %s', (_name, change, message) => expect(read(change)).toThrow(message));

  test('a picture that could run a script is refused', () => {
    const configDir = configWith((yaml) => `${yaml}\n`);
    writeFileSync(
      path.join(configDir, 'marketplace/sample-vault.svg'),
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><script>alert(1)</script></svg>',
    );
    expect(() => readPartners({ configDir, publicUrl })).toThrow(/sample-vault\.svg: has a <script> element/);
  });
});
