import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder, testPortal, type TestBrowser, type TestPortal } from '#app/testing.ts';
import { readPdf } from '#platform/server/pdf/readPdf.testing.ts';
import { expert, hostile, weaknessDraft } from './concierge.fixtures.ts';
import {
  candidateDraft,
  changeWeakness,
  createWeakness,
  decide,
  publishCandidate,
  readDeskWeakness,
} from './deskWeaknesses.ts';
import { selectDeskCandidates, selectDeskWeaknesses } from './desk.store.ts';
import { keepLooks } from './watch.ts';
import type { Look, Observation } from './sightings.ts';

const list = async (who: TestBrowser, query = '') =>
  (await who.get(`/cyberconcierge/cyberConciergeWeaknesses${query}`)).body;
const read = async (who: TestBrowser, id: string) =>
  (await who.get(`/cyberconcierge/weakness?weaknessId=${id}`)).body.weakness;
const rdp: Observation = {
  source: 'rating',
  name: 'port-rdp',
  asset: 'acme-widgets.com:3389',
  evidence: 'Port 3389 answers',
};
const rating = (observations: Observation[]): { rating: Look } => ({
  rating: { observations, absent: () => 'clean' },
});
const candidates = async (portal: TestPortal) =>
  (
    await selectDeskCandidates(portal.base.global, {
      channels: null,
      states: ['proposed', 'published', 'dismissed'],
      onlyPresent: false,
      search: '',
      page: 1,
      pageSize: 50,
    })
  ).rows;

describe('the list', () => {
  test('is in the order of the specification’s ranks, ties by the newest date', async () => {
    const portal = await testPortal();
    const ada = await portal.member();
    const make = async (title: string, severity: 'Critical' | 'High' | 'Low' | 'Info') => {
      portal.clock.advance(60);
      return createWeakness(portal.base, expert, ada.orgId, weaknessDraft({ title, severity }));
    };
    const low = await make('low', 'Low');
    await make('high one', 'High');
    await make('high two', 'High');
    await make('info', 'Info');
    const critical = await make('critical', 'Critical');
    portal.clock.advance(60);
    await changeWeakness(portal.base, expert, {
      orgId: ada.orgId,
      weaknessId: critical,
      version: 1,
      status: 'Not Relevant',
      note: '',
    });
    await changeWeakness(portal.base, expert, {
      orgId: ada.orgId,
      weaknessId: low,
      version: 1,
      status: 'Resolved',
      note: '',
    });
    const titles = async (query = '') =>
      (await list(ada, query)).weaknesses.map(({ title }: { title: string }) => title);
    expect(await titles()).toEqual(['high two', 'high one', 'info', 'low', 'critical']);
    expect(await titles('?sort=severity')).toEqual(['critical', 'high two', 'high one', 'low', 'info']);
    expect(await titles('?sort=severity&down=true')).toEqual([
      'info',
      'low',
      'high two',
      'high one',
      'critical',
    ]);
    expect(await titles('?sort=status&down=true')).toEqual([
      'critical',
      'low',
      'high two',
      'high one',
      'info',
    ]);
    expect(await titles('?status=Open&severity=High&search=TWO')).toEqual(['high two']);
    expect(await list(ada)).toMatchObject({
      counts: { Open: 3, Resolved: 1, 'Not Relevant': 1, 'No Status': 0 },
      open: { High: 2, Critical: 0 },
    });
  });
});

describe('a weakness', () => {
  test('has a PDF named by the rule, in which a script is text', async () => {
    const portal = await testPortal({ start: '2026-03-03T03:00:00Z' });
    const ada = await portal.member();
    const id = await createWeakness(
      portal.base,
      expert,
      ada.orgId,
      weaknessDraft({ title: 'Door & <b>window</b>', body: hostile }),
    );
    const { pdfName, body } = await read(ada, id);
    // still March 2 in Pacific time
    expect(pdfName).toBe(`SecurityWeakness_2026-03-02_${id}.pdf`);
    expect(JSON.stringify(body)).not.toContain('javascript:');
    const pdf = await ada.get(`/cyberconcierge/weaknessPdf/${id}/whatever.pdf`);
    expect(pdf.headers['content-disposition']).toContain(`filename="${pdfName}"`);
    const { text, links } = await readPdf(pdf.body as Buffer);
    expect(text).toContain('<script>alert(1)</script>');
    expect(text).toContain('Door & <b>window</b>');
    expect(text).toContain('Acme Widgets Inc.');
    expect(links).toEqual(['https://example.com/']);
  });

  test('gets its status from the experts alone: there is no call for it, and a word of the customer leaves it as it is', async () => {
    const portal = await testPortal();
    const [ada, eve] = [
      await portal.member(),
      await portal.member('eve@elsewhere-tools.com', 'Elsewhere Tools'),
    ];
    const id = await createWeakness(portal.base, expert, ada.orgId, weaknessDraft());
    const check = (who: TestBrowser) =>
      who.post('/cyberconcierge/checkWeakness', { weaknessId: id, note: 'Closed the port.' });
    expect((await check(eve)).body.error.code).toBe('no-such-weakness');
    const { threadId } = (await check(ada)).body;
    expect((await check(ada)).body.error.code).toBe('already-asked');
    expect(await read(ada, id)).toMatchObject({
      status: 'Open',
      thread: { threadId, state: 'waiting' },
      history: [{ act: 'check-asked', note: 'Closed the port.', by: 'Ada Vance' }, { act: 'published' }],
    });
    const desk = await selectDeskWeaknesses(portal.base.global, {
      channels: null,
      orgId: null,
      statuses: ['Open'],
      search: '',
      page: 1,
      pageSize: 5,
    });
    expect(desk.rows).toMatchObject([
      { weaknessId: id, companyName: 'Acme Widgets Inc.', checkSince: portal.clock.now() },
    ]);
    const sam = await portal.support(ada);
    expect((await check(sam)).body.error.code).toBe('not-in-support-session');
    await changeWeakness(portal.base, expert, {
      orgId: ada.orgId,
      weaknessId: id,
      version: 1,
      status: 'Resolved',
      note: 'Checked.',
    });
    expect((await check(ada)).body.error.code).toBe('not-open');
    expect((await read(ada, id)).history[0]).toMatchObject({
      act: 'status',
      status: 'Resolved',
      note: 'Checked.',
      by: 'Sam Rivera',
    });
    // the log of the organisation names the member of staff
    const log = (await ada.get('/audit/entries')).body.data as {
      what: string;
      who: { kind: string; staff: string };
    }[];
    expect(
      log.find(({ what }) => what.startsWith('Set the status of the security weakness'))?.who,
    ).toMatchObject({
      kind: 'staff',
      staff: 'sam@support.example',
    });
  });

  test('takes one of two changes that were begun from the same version', async () => {
    const portal = await testPortal();
    const ada = await portal.member();
    const id = await createWeakness(portal.base, expert, ada.orgId, weaknessDraft());
    const change = (status: 'Resolved' | 'Not Relevant') =>
      changeWeakness(portal.base, expert, { orgId: ada.orgId, weaknessId: id, version: 1, status, note: '' });
    const both = await Promise.allSettled([change('Resolved'), change('Not Relevant')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'changed-meanwhile' },
    });
    expect((await readDeskWeakness(portal.base, ada.orgId, id))!.history).toHaveLength(2);
  });
});

describe('what ratings and scans propose', () => {
  test('is seen by staff alone until one publishes it, resolves when it is gone, and comes back under its id', async () => {
    const portal = await testPortal();
    const ada = await portal.member();
    const scope = portal.base.forOrg(ada.orgId);
    await keepLooks(scope, rating([rdp]));
    expect((await list(ada)).total).toBe(0);
    const [candidate] = await candidates(portal);
    expect(candidate).toMatchObject({
      state: 'proposed',
      present: true,
      severity: 'Critical',
      companyName: 'Acme Widgets Inc.',
    });
    const key = { orgId: ada.orgId, type: candidate!.type, asset: candidate!.asset };
    const draft = (await candidateDraft(portal.base, key))!;
    const both = await Promise.allSettled(
      [1, 2].map(() => publishCandidate(portal.base, expert, key, draft)),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const [{ weaknessId: id }] = (await list(ada)).weaknesses as [{ weaknessId: string }];
    const standing = async () => {
      const { status, history } = await read(ada, id);
      return [status, history.length, history[0].act];
    };
    await keepLooks(scope, rating([rdp]));
    expect(await standing()).toEqual(['Open', 1, 'published']);
    portal.clock.advance(60);
    await Promise.all([keepLooks(scope, rating([])), keepLooks(scope, rating([]))]);
    expect(await standing()).toEqual(['Resolved', 2, 'resolved']);
    await keepLooks(scope, rating([rdp]));
    expect(await standing()).toEqual(['Open', 3, 'reopened']);
    expect((await list(ada)).total).toBe(1);
    await expect(decide(portal.base, expert, key, { state: 'dismissed', note: '' })).rejects.toMatchObject({
      code: 'already-decided',
    });
  });

  test('is published at once where the brand wants that, and a mail tells', async () => {
    const configDir = temporaryFolder('config');
    cpSync('config', configDir, { recursive: true });
    const file = path.join(configDir, 'brands.yaml');
    const brands = readFileSync(file, 'utf8');
    writeFileSync(
      file,
      brands.replace(
        /^    helpCenter:/m,
        '    concierge: { autoPublish: true, pageTitle: Your advisers }\n    helpCenter:',
      ),
    );
    const portal = await testPortal({ env: { CONFIG_DIR: configDir } });
    const ada = await portal.member();
    await keepLooks(portal.base.forOrg(ada.orgId), rating([rdp]));
    await portal.runJobs();
    expect((await list(ada)).weaknesses).toMatchObject([
      { severity: 'Critical', status: 'Open', asset: rdp.asset, source: 'rating' },
    ]);
    expect((await portal.mailbox.list({ to: ada.email })).map(({ subject }) => subject).join()).toContain(
      'Remote control',
    );
    expect(await candidates(portal)).toMatchObject([{ state: 'published' }]);
    expect((await ada.get('/cyberconcierge/cyberConciergeConfig')).body.config).toMatchObject({
      pageTitle: 'Your advisers',
      heading: 'Talk to a security adviser',
    });
  });

  test('is as severe as the issue that it stands on, whatever staff or an earlier look said', async () => {
    const portal = await testPortal();
    const ada = await portal.member();
    const scope = portal.base.forOrg(ada.orgId);
    const issue = (severity: 'High' | 'Low'): Observation => ({
      source: 'scan',
      name: 'tls.no-https',
      asset: 'shop.acme-widgets.com',
      evidence: 'http',
      severity,
    });
    const look = (severity: 'High' | 'Low') =>
      keepLooks(scope, {
        scan: { observations: [issue(severity)], absent: () => 'clean' },
        ...rating([{ ...rdp, name: 'https-missing', asset: 'shop.acme-widgets.com' }]),
      });
    await look('High');
    const key = { orgId: ada.orgId, type: 'no-https', asset: 'shop.acme-widgets.com' };
    const draft = { ...(await candidateDraft(portal.base, key))!, severity: 'Info' as const };
    const id = await publishCandidate(portal.base, expert, key, draft);
    expect((await read(ada, id)).severity).toBe('High');
    await changeWeakness(portal.base, expert, {
      orgId: ada.orgId,
      weaknessId: id,
      version: 1,
      draft,
      note: '',
    });
    expect((await read(ada, id)).severity).toBe('High');
    await look('Low');
    expect((await read(ada, id)).severity).toBe('Low');
    // seen by the rating alone, it is the experts' to judge
    await keepLooks(scope, {
      scan: { observations: [], absent: () => 'clean' },
      ...rating([{ ...rdp, name: 'https-missing', asset: key.asset }]),
    });
    await changeWeakness(portal.base, expert, {
      orgId: ada.orgId,
      weaknessId: id,
      version: 3,
      draft,
      note: '',
    });
    expect((await read(ada, id)).severity).toBe('Info');
  });

  test('stays set aside where staff set it aside', async () => {
    const portal = await testPortal();
    const ada = await portal.member();
    const scope = portal.base.forOrg(ada.orgId);
    await keepLooks(scope, rating([rdp]));
    await decide(
      portal.base,
      expert,
      { orgId: ada.orgId, type: 'remote-desktop', asset: rdp.asset },
      { state: 'dismissed', note: 'A test machine.' },
    );
    // what nobody decided about is forgotten when it is long gone
    await keepLooks(scope, rating([rdp, { ...rdp, asset: 'made-up.acme-widgets.com:3389' }]));
    await keepLooks(scope, rating([rdp]));
    portal.clock.advance(91 * 86_400);
    await keepLooks(scope, rating([]));
    await keepLooks(scope, rating([rdp]));
    expect(await candidates(portal)).toMatchObject([
      { state: 'dismissed', present: true, decidedBy: 'Sam Rivera', note: 'A test machine.' },
    ]);
    expect((await list(await portal.signIn(ada.email))).total).toBe(0);
  });
});
