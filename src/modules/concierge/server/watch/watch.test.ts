import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder, testPortal, type TestBrowser, type TestPortal } from '#app/testing/portal.ts';
import { expert } from '../testing/concierge.ts';
import { candidateDraft, changeWeakness, decide, publishCandidate } from '../desk/weaknesses.ts';
import { selectDeskCandidates } from '../desk/desk.store.ts';
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
});

describe('a proposed weakness', () => {
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
