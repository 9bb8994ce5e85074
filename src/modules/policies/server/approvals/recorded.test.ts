import { describe, expect, test } from 'vitest';
import { readPdf } from '#platform/server/pdf/testing/readPdf.ts';
import { linksWorld, refusalOf } from '../testing/links.ts';
import { companyGiven } from '../testing/policies.ts';

const flat = (text: string) => text.replaceAll(/\s+/g, ' ');

describe('who wrote an approval down', () => {
  test('stands beside the name that was given, wherever the approval is shown', async () => {
    const { ada, save, load, list, add, ask, signingToken, read, anyone } = await linksWorld();
    const given = {
      id: 'backup',
      status: 'Active',
      approver: 'Cora Bell',
      approverEmail: 'cora@acme-widgets.com',
    };
    const approved = (await save(ada, given)).body.data;
    const both = { approver: 'Cora Bell', recordedBy: 'Ada Vance', recordedByEmail: 'ada@acme-widgets.com' };
    expect(approved).toMatchObject(both);
    expect(await list()).toHaveLength(1);
    expect((await ada.get('/policy/policyList')).body.data[0]).toMatchObject(both);
    expect((await ada.post('/policy/policyHistory', { policyType: 'backup' })).body.data[0]).toMatchObject(
      both,
    );
    await add('Dee Fox');
    await ask('backup');
    const token = await signingToken('dee.fox@acme-widgets.com');
    expect((await read(token, 'backup')).body.data).toMatchObject({
      approver: 'Cora Bell',
      recordedBy: 'Ada Vance',
    });
    const files = [
      await ada.get('/policy/policyDownload/backup;1/x.pdf'),
      await ada.get('/policy/policyPack/x.pdf'),
      await anyone.get(`/policy/signingLink/pdf/${token}/backup`),
    ];
    for (const { body } of files) {
      const text = flat((await readPdf(body as Buffer)).text);
      expect(text).toContain('by Cora Bell, recorded by Ada Vance');
      expect(text).toMatch(/Recorded by.{0,80}Ada Vance \(ada@acme-widgets\.com\)/);
    }
    // a later name of the one who recorded it changes nothing
    await ada.post('/profile/profileSave', {
      adminProfile: { firstName: 'Cora', lastName: 'Bell', jobTitle: '' },
    });
    expect((await load(ada, 'backup')).data).toMatchObject(both);
    const entry = (await ada.get('/audit/entries?kind=policies')).body.data.find(
      ({ what }: { what: string }) => what.startsWith('Approved the policy'),
    );
    expect(JSON.stringify(entry)).toContain('ada@acme-widgets.com');
    expect(JSON.stringify(entry)).toContain('Cora Bell');
  });

  test('is told as well where only the address is that of somebody else', async () => {
    const { ada, save } = await linksWorld();
    const { data } = (
      await save(ada, { id: 'backup', status: 'Active', approverEmail: 'cora@acme-widgets.com' })
    ).body;
    expect(data).toMatchObject({
      approver: 'Ada Vance',
      approverEmail: 'cora@acme-widgets.com',
      recordedBy: 'Ada Vance',
    });
  });

  test('is nobody else where people approve themselves, inside or by their link', async () => {
    const { ada, save, load, send, approvalToken, anyone } = await linksWorld();
    expect(
      (await save(ada, { id: 'infosec', status: 'Active', customValues: { executiveSponsor: 'Cora Bell' } }))
        .body.data,
    ).toMatchObject({
      approver: 'Ada Vance',
      recordedBy: '',
      recordedByEmail: '',
    });
    await send();
    const token = await approvalToken();
    const { policy } = (await anyone.post('/policy/approvalLink/open', { token })).body.data;
    await anyone.post('/policy/approvalLink/answer', {
      token,
      decision: 'approve',
      name: 'Bo T. Lind',
      textHash: policy.textHash,
    });
    expect((await load(ada, 'backup')).data).toMatchObject({
      approver: 'Bo T. Lind',
      recordedBy: '',
      recordedByEmail: '',
    });
  });
});

describe('what is approved inside the portal', () => {
  const changed = { values: { ...companyGiven, policyOwner: 'Mallory Pike' } };
  const owner = 'Mallory Pike';

  test('is the text that was shown: what the company says for all policies may have changed since', async () => {
    const { ada, cora, save, load } = await linksWorld();
    await save(ada, { id: 'backup' });
    const shown = (await load(ada, 'backup')).data;
    const { etag } = (await cora.get('/policy/companyValues')).body.data;
    expect((await cora.post('/policy/saveCompanyValues', { ...changed, etag })).status).toBe(200);
    const approval = { id: 'backup', etag: shown.etag, status: 'Active', basis: shown.template.basis };
    expect(refusalOf(await save(ada, approval))).toEqual([409, 'text-changed']);
    const now = (await load(ada, 'backup')).data;
    expect([now.status, now.text.includes(owner)]).toEqual(['Draft', true]);
    expect((await save(ada, { ...approval, basis: now.template.basis })).status).toBe(200);
  });

  test('is no other text either where the company changed its name, or a template was never saved', async () => {
    const { portal, ada, save, load } = await linksWorld();
    const shown = (await load(ada, 'backup')).data;
    await portal.database.inOrg(ada.orgId, (db) =>
      db.updateTable('organization').set({ companyName: 'Elsewhere Tools' }).execute(),
    );
    expect(
      refusalOf(await save(ada, { id: 'backup', status: 'Active', basis: shown.template.basis })),
    ).toEqual([409, 'text-changed']);
  });

  test('is the version that holds, once more, only while it still says the same', async () => {
    const { ada, cora, save, load } = await linksWorld();
    await save(ada, { id: 'backup', status: 'Active' });
    const shown = (await load(ada, 'backup')).data;
    const again = {
      id: 'backup',
      etag: shown.etag,
      status: 'Active',
      customValues: shown.customValues,
      textHash: shown.textHash,
    };
    const { etag } = (await cora.get('/policy/companyValues')).body.data;
    await cora.post('/policy/saveCompanyValues', { ...changed, etag });
    expect(refusalOf(await save(ada, again))).toEqual([409, 'text-changed']);
    // whoever edits it sees what the next version will say
    expect((await load(ada, 'backup')).data.template.defaults.policyOwner).toBe(owner);
    expect((await load(ada, 'backup')).data.text).not.toContain(owner);
    await cora.post('/policy/saveCompanyValues', { values: companyGiven });
    expect((await save(ada, again)).body.data).toMatchObject({ version: 2, textHash: shown.textHash });
  });
});
