import { expect, test } from 'vitest';
import { readPdf } from '#platform/server/pdf/testing/readPdf.ts';
import { companyGiven, policiesWorld } from '../testing/policies.ts';

const ownText = '<h1>Keys</h1><p>Keys stay <b>here</b>.</p>';

async function downloadsWorld() {
  const world = await policiesWorld();
  const { portal, ada, save } = world;
  expect((await world.fillCompany()).status).toBe(200);
  const own = (
    await save(ada, { custom: true, name: 'Keys & locks', customPolicy: ownText, status: 'Active' })
  ).body.data;
  const file = async (who: Pick<typeof ada, 'get'>, id: string, version: number, name = 'anything.pdf') =>
    who.get(`/policy/policyDownload/${id};${version}/${name}`);
  const acts = () =>
    portal.database.inOrg(ada.orgId, (db) =>
      db
        .selectFrom('auditEntry')
        .select(['act', 'actorEmail', 'newValue'])
        .where('act', '=', 'policies-downloaded')
        .execute(),
    );
  return { ...world, own, file, acts };
}

test('a version is a PDF under the name of the rule, opened in its window and kept by no cache', async () => {
  const { ada, save, load, file } = await downloadsWorld();
  expect((await save(ada, { id: 'backup', status: 'Active' })).status).toBe(200);
  const answer = await file(ada, 'backup', 1, 'whatever%20the%20address%20says.pdf');
  expect(answer.status).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'private, no-store',
  });
  expect(answer.headers['content-disposition']).toMatch(/^inline; filename="Acme_Backup_Recovery_v1\.pdf"/);
  const pdf = await readPdf(answer.body as Buffer);
  const { data, storageList } = await load(ada, 'backup', 1);
  expect(storageList[0].file).toBe('Acme_Backup_Recovery_v1.pdf');
  for (const part of [
    data.textHash,
    'Ada Vance',
    'ada@acme-widgets.com',
    'Acme Widgets Inc.',
    companyGiven.policyOwner,
  ])
    expect(pdf.text.replaceAll(/\s+/g, ' ')).toContain(part);
});

test('a draft, and a template that nobody saved yet, come as drafts', async () => {
  const { ada, save, file } = await downloadsWorld();
  await save(ada, { id: 'backup', customValues: { rtoHours: 7 } });
  for (const id of ['backup', 'infosec']) {
    const answer = await file(ada, id, 1);
    expect(answer.status).toBe(200);
    expect((await readPdf(answer.body as Buffer)).pages.every((page) => page.includes('DRAFT'))).toBe(true);
  }
});

test('an approved version stays what it was, whatever the company says later; the next one says that it replaced it', async () => {
  const { ada, save, file } = await downloadsWorld();
  await save(ada, { id: 'backup', status: 'Active' });
  await ada.post('/policy/saveCompanyValues', {
    values: { ...companyGiven, policyOwner: 'Someone else entirely' },
  });
  await save(ada, { id: 'backup', status: 'Active', version: 1 });
  const [first, second] = await Promise.all(
    [1, 2].map(async (version) => readPdf((await file(ada, 'backup', version)).body as Buffer)),
  );
  expect(first!.text).toContain('Replaced by a newer version');
  expect(first!.text).not.toContain('Someone else entirely');
  expect(second!.text).toContain('In force');
});

test('an approved version keeps its company name after a rename', async () => {
  const { portal, ada, own, save, load, file } = await downloadsWorld();
  await save(ada, { id: 'backup', status: 'Active' });
  const whole = async (id: string) => {
    const answer = await file(ada, id, 1);
    const { text, title, xmp, subject } = await readPdf(answer.body as Buffer);
    return {
      text,
      title,
      xmp,
      subject,
      name: answer.headers['content-disposition'],
      bytes: answer.body as Buffer,
    };
  };
  const before = { backup: await whole('backup'), own: await whole(own.id) };
  await portal.database.inOrg(ada.orgId, (db) =>
    db.updateTable('organization').set({ companyName: 'Zenith Gadgets LLC' }).execute(),
  );
  await save(ada, { id: 'backup', customValues: { rtoHours: 7 } });
  for (const [id, was] of [
    ['backup', before.backup],
    [own.id, before.own],
  ] as const) {
    const now = await whole(id);
    expect(now).toEqual(was);
    expect(now.text).toContain('Acme Widgets Inc.');
    expect(now.subject).toBe('Security policy of Acme Widgets Inc., version 1, in force');
    expect(now.text + now.xmp).not.toContain('Zenith');
    expect(now.name).toMatch(/^inline; filename="Acme_/);
  }
  const { storageList } = await load(ada, 'backup');
  expect(storageList.map((one: { file: string }) => one.file)).toEqual([
    'Zenith_Backup_Recovery_v2.pdf',
    'Acme_Backup_Recovery_v1.pdf',
  ]);
  const draft = await readPdf((await file(ada, 'backup', 2)).body as Buffer);
  expect(draft.text).toContain('Zenith Gadgets LLC');
  const pack = await readPdf((await ada.get('/policy/policyPack/x.pdf')).body as Buffer);
  expect(pack.title).toBe('Security policies of Zenith Gadgets LLC');
  expect(pack.text.match(/Approved when the company was named Acme Widgets Inc\./g)).toHaveLength(2);
});

test('a policy of another company, of another version or of nobody answers alike', async () => {
  const { portal, ada, own, file } = await downloadsWorld();
  const mallory = await portal.member('mallory@elsewhere-tools.com', 'Elsewhere Tools');
  const answers = await Promise.all([
    file(mallory, own.id, 1),
    file(ada, own.id, 2),
    file(ada, 'no-such-thing', 1),
    file(ada, 'infosec', 9),
  ]);
  expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual(
    answers.map(() => [404, 'no-such-policy']),
  );
  const theirs = await file(mallory, 'backup', 1);
  expect((await readPdf(theirs.body as Buffer)).text).not.toContain('Acme');
});

test('the pack holds what is in force and nothing else, in the order of the list, and is written down', async () => {
  const { ada, cora, save, acts } = await downloadsWorld();
  for (const id of ['suppliers', 'backup'])
    expect((await save(ada, { id, status: 'Active' })).status).toBe(200);
  expect((await save(ada, { id: 'backup', customValues: { rtoHours: 97 } })).body.data.text).toMatch(
    /\b97\b/,
  );
  await save(ada, { id: 'infosec' });
  const answer = await cora.get('/policy/policyPack/Security_policies.pdf');
  expect(answer.status).toBe(200);
  expect(answer.headers['content-disposition']).toMatch(/^inline; filename="Acme_Policies_2026_03_02\.pdf"/);
  const pdf = await readPdf(answer.body as Buffer);
  expect(pdf.bookmarks.map(({ title }) => title)).toEqual([
    'Contents',
    'Backup & Recovery',
    'Supplier Security',
    'Keys & locks',
  ]);
  expect(pdf.text).not.toContain('DRAFT');
  expect(pdf.text).not.toMatch(/\b97\b/);
  expect(pdf.marked.join(' ')).toContain('Keys stay');
  expect(await acts()).toEqual([
    { act: 'policies-downloaded', actorEmail: cora.email, newValue: { policies: 3 } },
  ]);
});

test('there is no pack before anything is in force, nor one of another company', async () => {
  const { portal, acts } = await downloadsWorld();
  const mallory = await portal.member('mallory@elsewhere-tools.com', 'Elsewhere Tools');
  const answer = await mallory.get('/policy/policyPack/x.pdf');
  expect([answer.status, answer.body.error.code]).toEqual([404, 'nothing-in-force']);
  expect(await acts()).toEqual([]);
});

test('packs are made so often and no more', async () => {
  const { ada } = await downloadsWorld();
  const statuses: number[] = [];
  for (let time = 0; time < 14; time++) statuses.push((await ada.get('/policy/policyPack/x.pdf')).status);
  expect([statuses[0], statuses.at(-1)]).toEqual([200, 429]);
});
