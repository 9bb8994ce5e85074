import { createHash, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { testPortal, type TestPortal } from '#app/testing/portal.ts';
import { readPdf } from '#platform/server/pdf/testing/readPdf.ts';
import { testRatings } from '#providers/ratings/testing/ratings.ts';
import type { Pack } from '../contract.ts';
import { fillCompany } from '../testing/evidence.ts';

type Member = Awaited<ReturnType<TestPortal['member']>>;

const make = async (who: Pick<Member, 'post'>, body: object = { audience: 'customer' }) => {
  const answer = await who.post('/evidence/makePack', body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data as Pack;
};
const fileOf = (who: Pick<Member, 'get'>, { id }: { id: string }, name = 'x.pdf') =>
  who.get(`/evidence/pack/${id}/${name}`);

test('one call makes a dated pack of everything, whose bytes stay the same and match their fingerprint', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  await fillCompany(portal, ada);
  const pack = await make(ada);
  expect(pack).toMatchObject({
    name: 'Acme Widgets Inc security evidence 2026-03-02.pdf',
    audience: 'customer',
    sections: ['policies', 'scans', 'training', 'rating', 'maturity'],
    madeBy: 'Ada Vance',
    documentId: expect.stringMatching(/^EP-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}$/),
  });
  const first = await fileOf(ada, pack);
  expect([first.status, first.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(first.headers['content-disposition']).toContain(
    'attachment; filename="Acme Widgets Inc security evidence 2026-03-02.pdf"',
  );
  expect(
    createHash('sha256')
      .update(first.body as Buffer)
      .digest('hex'),
  ).toBe(pack.fingerprint);
  expect((first.body as Buffer).length).toBe(pack.bytes);
  // what changes later changes no pack that was made
  portal.clock.advance(86_400);
  const later = await portal.signIn(ada.email);
  await later.post('/zimm/saveAssessment', { data: { questionId: 'leadership-1-key', answer: 'no' } });
  expect((await fileOf(later, pack)).body).toEqual(first.body);
  const { data } = (await later.get('/evidence/packs')).body;
  expect(data).toMatchObject({ total: 1, packs: [{ id: pack.id, fingerprint: pack.fingerprint }] });
});

test('it tells what may be told, and nothing that names a person or a weakness', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  await fillCompany(portal, ada);
  const pdf = await readPdf(
    (await fileOf(ada, await make(ada, { audience: 'insurer', addressee: 'Harbor Mutual & Sons' })))
      .body as Buffer,
  );
  for (const words of [
    'Controls, and since when',
    'prepared for Harbor Mutual & Sons',
    'Mar 2, 2026',
    'Website security scans',
    'https://shop.acme-widgets.com',
    'Artificial Intelligence',
    '1 of 2',
    '3 people take part',
    'The assessment is in progress',
    'not an attestation',
    'self-assessed',
    'EP-',
  ])
    expect(pdf.text.replaceAll(/\s+/g, ' ')).toContain(words);
  for (const secret of ['Tina Trainee', 'tina@', 'Reflected script', 'ada@', 'a note of mine', '203.0.113'])
    expect(pdf.text).not.toContain(secret);
  expect([pdf.tagged, pdf.lang, pdf.title]).toEqual([true, 'en-US', 'Security evidence: Acme Widgets Inc.']);
  expect(pdf.bookmarks.map(({ title }) => title)).toEqual([
    'Contents',
    'Cyber maturity',
    'Security training of the team',
    'Security policies in force',
    'Website security scans',
    'Security rating',
    'How this came about, and its limits',
  ]);
  expect(pdf.pages.every((text, index) => index === 0 || /EP-[0-9A-F-]{14}/.test(text))).toBe(true);
});

test('a company with nothing yet gets sentences, not blank tables', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  const pdf = await readPdf((await fileOf(ada, await make(ada, { audience: 'broker' }))).body as Buffer);
  for (const words of [
    'There is no rating yet',
    'No website has been added',
    'No security policy is in force yet',
    'No one on the team has been trained yet',
    'has not assessed its cyber maturity yet',
  ])
    expect(pdf.text).toContain(words);
  expect(pdf.roles.flat()).not.toContain('Table');
});

test('an assessment in progress says how many of its 15 elements are finished, and gives no overall level', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  const told = async () => {
    const pack = await make(ada, { audience: 'insurer', sections: ['maturity'] });
    return (await readPdf((await fileOf(ada, pack)).body as Buffer)).text.replaceAll(/\s+/g, ' ');
  };
  // a first step that is missing ends its element at level 0
  const finish = async (...elements: string[]) => {
    const kinds = ['key', 'coverage', 'evidence', 'upkeep'];
    const answers = elements.flatMap((id) =>
      kinds.map((kind) => ({ questionId: `${id}-1-${kind}`, answer: 'no' })),
    );
    expect((await ada.post('/zimm/saveAssessment', { data: { answers } })).status).toBe(200);
  };
  await finish('leadership');
  expect(await told()).toContain('1 of 15 elements are finished; there is no overall level until all are.');
  await finish('awareness', 'backup');
  const later = await told();
  expect(later).toContain('3 of 15 elements are finished; there is no overall level until all are.');
  expect(later).not.toContain('Its result is level');
});

test('a rating says whose domain it is of, whether that was proved, and what was left out of it', async () => {
  const ratings = testRatings();
  const portal = await testPortal({ ratings });
  const ada = await portal.member();
  const company = { companyName: 'Acme Widgets Inc.', industry: 'RETAIL', numberOfEmployees: '11-20' };
  const saved = await ada.post('/profile/companyUpdate', {
    orgId: ada.orgId,
    companyUrl: 'giant.com',
    ...company,
  });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  const kind = 'host' as const;
  ratings.observe({
    assets: ['giant.com', 'old.giant.com'].map((asset) => ({ asset, kind, because: 'Seen.' })),
  });
  expect((await ada.post('/ratings/fastRatings', { url: 'giant.com', pdf: false })).status).toBe(200);
  await portal.runJobs();
  const told = async () => {
    const pack = await make(ada, { audience: 'insurer', sections: ['rating'] });
    return (await readPdf((await fileOf(ada, pack)).body as Buffer)).text.replaceAll(/\s+/g, ' ');
  };
  const plain = await told();
  expect(plain).toContain('It has not verified that it owns the domain.');
  expect(plain).not.toContain('not count');
  expect((await ada.post('/ratings/notOurs', { asset: 'old.giant.com', reason: 'Sold.' })).status).toBe(200);
  const { value } = (await ada.get('/ratings/ownership')).body.data.dns;
  ratings.proofs.set('giant.com', { by: 'dns', token: value.replace('portal-verification=', '') });
  expect((await ada.post('/ratings/checkOwnership', {})).body.data.verified).toBe(true);
  const proved = await told();
  expect(proved).toContain('The company has verified that it owns giant.com.');
  expect(proved).toContain('1 address seen with the domain does not count');
});

test('only what was chosen is in it, and only of what the plan holds', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  const pack = await make(ada, { audience: 'customer', sections: ['scans', 'policies', 'scans'] });
  expect(pack.sections).toEqual(['policies', 'scans']);
  const { text } = await readPdf((await fileOf(ada, pack)).body as Buffer);
  expect(text).not.toMatch(/cyber maturity|training|Security rating/i);
  await portal.base
    .forOrg(ada.orgId)
    .inOrg((db) =>
      db.updateTable('organization').set({ planId: 'free', subscriptionStatus: 'ACTIVE' }).execute(),
    );
  const { offered } = (await ada.get('/evidence/packs')).body.data;
  expect(offered).not.toContain('policies');
  const refused = await ada.post('/evidence/makePack', { audience: 'customer', sections: ['policies'] });
  expect([refused.status, refused.body.error.code]).toEqual([409, 'nothing-chosen']);
});

test('names of any length and of any script stay within their lines', async () => {
  const portal = await testPortal();
  const name = 'Überlandwerke & Söhne <b>株式会社</b> / ..\\ "Ltd" '.repeat(4).slice(0, 200);
  const ada = await portal.member(undefined, name);
  const scope = portal.base.forOrg(ada.orgId);
  const long = 'W'.repeat(255);
  await scope.inOrg(async (db) => {
    await db
      .insertInto('website')
      .values({
        orgId: ada.orgId,
        id: randomUUID(),
        name: long,
        nameKey: long,
        url: `https://${'w'.repeat(200)}.com`,
        urlKey: long,
        scanProfile: 'safe',
        confirmedBy: 'a',
        confirmedByPerson: 'a',
        confirmedAt: portal.clock.now(),
        createdAt: portal.clock.now(),
      })
      .execute();
  });
  const pack = await make(ada, { audience: 'customer', addressee: 'M'.repeat(120) });
  expect(pack.name).not.toMatch(/[<>:"/\\|?*\p{Cc}]/u);
  expect(pack.name.length).toBeLessThan(150);
  const answer = await fileOf(ada, pack);
  const pdf = await readPdf(answer.body as Buffer);
  expect(pdf.rightmost).toBeLessThanOrEqual(612 - 50);
  expect(answer.status).toBe(200);
});

test('packs of another organisation are not there, and neither is anything else under an id', async () => {
  const portal = await testPortal();
  const [ada, eve] = [await portal.member(), await portal.member()];
  const pack = await make(ada);
  const answers = [
    await fileOf(eve, pack),
    await fileOf(ada, { id: randomUUID() }),
    await fileOf(ada, { id: '..%2F..%2Fplan' }),
    await fileOf(ada, { id: "x' or true --" }),
  ];
  expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual(
    answers.map(() => [404, 'no-such-pack']),
  );
  expect((await eve.get('/evidence/packs')).body.data.packs).toEqual([]);
});

test.each([
  ['no reader', {}],
  ['a reader that there is not', { audience: 'friend' }],
  ['no part', { audience: 'customer', sections: [] }],
  ['a part that there is not', { audience: 'customer', sections: ['secrets'] }],
  ['a name without end', { audience: 'customer', addressee: 'M'.repeat(121) }],
])('refused: %s', async (_name, body) => {
  const portal = await testPortal();
  const ada = await portal.member();
  expect((await ada.post('/evidence/makePack', body)).status).toBe(400);
});

test('making and taking a pack is written down; staff make none', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  const pack = await make(ada);
  await fileOf(ada, pack);
  const said = (await ada.get('/audit/entries')).body.data.map(({ what }: { what: string }) => what);
  expect(said).toContain(`Made the evidence pack ${pack.name}`);
  expect(said).toContain(`Downloaded the evidence pack ${pack.name}`);
  const sam = await portal.support(ada);
  expect((await sam.post('/evidence/makePack', { audience: 'customer' })).body.error.code).toBe(
    'not-in-support-session',
  );
});

test('an hour has its limit, and a pack that found no room leaves nothing behind and does not count', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  const { files } = portal.base.providers;
  const put = files.put;
  files.put = () => Promise.reject(new Error('disk full'));
  const refused = await ada.post('/evidence/makePack', { audience: 'customer', sections: ['scans'] });
  expect([refused.status, refused.body.error.code]).toEqual([503, 'no-room']);
  files.put = put;
  expect((await ada.get('/evidence/packs')).body.data.total).toBe(0);
  const used = portal.database.global
    .selectFrom('rateWindow')
    .select('used')
    .where('key', '=', `evidence:${ada.orgId}`);
  expect(await used.executeTakeFirst()).toEqual({ used: 0 });
  await portal.database.global
    .updateTable('rateWindow')
    .set({ used: 30 })
    .where('key', '=', `evidence:${ada.orgId}`)
    .execute();
  const late = await ada.post('/evidence/makePack', { audience: 'customer', sections: ['scans'] });
  expect([late.status, late.body.error.code]).toEqual([429, 'too-many-packs']);
});
