import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { testPortal, type TestPortal } from '#app/testing/portal.ts';
import { readPdf } from '#platform/server/pdf/testing/readPdf.ts';
import type { Pack } from '../contract.ts';

type Member = Awaited<ReturnType<TestPortal['member']>>;

const make = async (who: Pick<Member, 'post'>, body: object) =>
  (await who.post('/evidence/makePack', body)).body.data as Pack;
const fileOf = (who: Pick<Member, 'get'>, { id }: { id: string }) => who.get(`/evidence/pack/${id}/x.pdf`);
const check = (who: Pick<Member, 'post'>, code: string) => who.post('/evidence/checkPack', { code });
async function checkWorld() {
  const portal = await testPortal();
  const ada = await portal.member();
  const eve = await portal.member('eve@elsewhere-tools.com', 'Elsewhere Tools');
  const pack = await make(ada, { audience: 'insurer', addressee: 'Harbor Mutual', sections: ['scans'] });
  return { portal, ada, eve, pack, stranger: portal.browser({ ip: '198.51.100.9' }) };
}

test('anyone with its code sees which file was made, when and by whom, and nothing of what it says', async () => {
  const { ada, pack, stranger } = await checkWorld();
  expect(pack.code).toMatch(/^([2-9A-HJ-NP-Z]{4}-){3}[2-9A-HJ-NP-Z]{4}$/);
  const { status, body } = await check(stranger, ` ${pack.code!.toLowerCase().replaceAll('-', ' ')} `);
  expect([status, body.data]).toEqual([
    200,
    {
      code: pack.code,
      documentId: pack.documentId,
      company: 'Acme Widgets Inc.',
      madeAt: pack.madeAt,
      pages: pack.pages,
      bytes: pack.bytes,
      fingerprint: pack.fingerprint,
      withdrawnAt: null,
    },
  ]);
  const file = (await fileOf(ada, pack)).body as Buffer;
  expect(createHash('sha256').update(file).digest('hex')).toBe(body.data.fingerprint);
  const { links, alts, text } = await readPdf(file);
  const address = `http://localhost:4000/evidence-check/${pack.code}`;
  expect(links).toContain(address);
  expect(alts.filter((alt) => alt.includes(address))).toHaveLength(2);
  expect(text.replaceAll(/\s+/g, ' ')).toContain('says whether Acme Widgets Inc. has withdrawn the document');
  expect(text).not.toContain('can tell you what it is');
});

test('it keeps the name that it was issued under', async () => {
  const { portal, ada, pack, stranger } = await checkWorld();
  await portal.database.inOrg(ada.orgId, (db) =>
    db.updateTable('organization').set({ companyName: 'Zenith LLC' }).execute(),
  );
  expect((await check(stranger, pack.code!)).body.data.company).toBe('Acme Widgets Inc.');
});

test('a withdrawn pack says so, once and in the log; another company and staff cannot withdraw it', async () => {
  const { portal, ada, eve, pack, stranger } = await checkWorld();
  const withdraw = (who: Pick<Member, 'post'>) => who.post('/evidence/withdrawPack', { id: pack.id });
  expect([
    (await withdraw(eve)).body.error.code,
    (await check(stranger, pack.code!)).body.data.withdrawnAt,
  ]).toEqual(['no-such-pack', null]);
  expect((await withdraw(await portal.support(ada))).body.error.code).toBe('not-in-support-session');
  const at = portal.clock.now().toISOString();
  expect((await withdraw(ada)).body.data.withdrawnAt).toBe(at);
  portal.clock.advance(60);
  expect((await withdraw(ada)).body.data.withdrawnAt).toBe(at);
  expect((await check(stranger, pack.code!)).body.data.withdrawnAt).toBe(at);
  const said = (await ada.get('/audit/entries')).body.data.map(({ what }: { what: string }) => what);
  expect(said.filter((what: string) => what.includes('Withdrew'))).toEqual([
    `Withdrew the evidence pack ${pack.name}`,
  ]);
  expect(said.filter((what: string) => what.startsWith('Changed the'))).toEqual([]);
  // the bytes are those that were made
  expect((await fileOf(ada, pack)).status).toBe(200);
});

test('a code that was never given out, or is none, is answered alike, and guessing is slowed down', async () => {
  const { portal, pack } = await checkWorld();
  const guesser = portal.browser({ ip: '198.51.100.10' });
  const codes = [
    '2222-2222-2222-2222',
    pack.id,
    pack.documentId,
    "' or true --",
    `${pack.code!.slice(0, -1)}%`,
  ];
  for (const code of codes)
    expect([code, (await check(guesser, code)).body.error.code]).toEqual([code, 'no-such-pack']);
  const statuses: number[] = [];
  for (let time = 0; time < 32; time += 1)
    statuses.push((await check(guesser, '2222-2222-2222-2222')).status);
  expect(statuses.at(-1)).toBe(429);
});
