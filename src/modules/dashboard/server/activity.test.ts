import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { testPortal, type TestPortal } from '#app/testing/portal.ts';

const now = new Date('2026-03-02T17:00:00Z');

/** A website with a completed scan and its issues, as a worker leaves them. */
async function fill(portal: TestPortal, orgId: string, name: string, options: { running?: boolean } = {}) {
  const id = randomUUID();
  const scanId = randomUUID();
  await portal.base.forOrg(orgId).inOrg(async (db) => {
    const of = { orgId, websiteId: id };
    await db
      .insertInto('website')
      .values({
        orgId,
        id,
        name,
        nameKey: name,
        url: `https://${name}`,
        urlKey: name,
        scanProfile: 'safe',
        confirmedBy: 'Ada',
        confirmedByPerson: 'ada',
        confirmedAt: now,
        createdAt: now,
      })
      .execute();
    const scan = { ...of, scanProfile: 'safe', startedBy: 'administrator', startedAt: now, beatAt: now };
    await db
      .insertInto('scan')
      .values({ ...scan, id: scanId, status: 'completed', completedAt: now })
      .execute();
    if (options.running)
      await db
        .insertInto('scan')
        .values({ ...scan, id: randomUUID(), status: 'started' })
        .execute();
    await db
      .insertInto('websiteSchedule')
      .values({
        ...of,
        id: randomUUID(),
        recurrence: 'm',
        firstScan: now,
        dayOfMonth: 2,
        nextScan: now,
        updatedAt: now,
      })
      .execute();
    const finding = {
      ...of,
      rule: 'r',
      title: 't',
      firstSeen: now,
      lastSeen: now,
      lastScanId: scanId,
      seenAtLevel: 'safe',
    };
    await db
      .insertInto('finding')
      .values([
        { ...finding, id: 'a', severity: 'high', state: 'open' },
        { ...finding, id: 'b', severity: 'low', state: 'open' },
        { ...finding, id: 'c', severity: 'medium', state: 'fixed', fixedAt: now },
      ])
      .execute();
  });
}

describe('dashboard data', () => {
  test('is empty for a new organisation', async () => {
    const portal = await testPortal();
    const ada = await portal.member();
    const nothing = {
      webAppsScanned: 0,
      scansScheduled: 0,
      isScanInProgress: false,
      lastScanDate: null,
      targetList: [],
      webAppsIssues: { highs: 0, mediums: 0, lows: 0 },
      websitesWith: { noScan: [], noSchedule: [], highs: [], mediums: [], lows: [] },
    };
    expect((await ada.get('/dashboard/getModuleActivity')).body.data).toMatchObject({
      zimm: {
        assessmentStatus: null,
        percent: 0,
        overallLevel: 0,
        lastUpdated: null,
        weakest: [],
        levelInfo: { 0: { levelName: 'Exposed' } },
      },
      compliance: { active: 0, draft: 0, inactive: 18, lastUpdated: null, reviewDue: 0, returned: 0 },
      training: { teamMembers: 0, isFinished: 0, isNotFinished: 0, lastUpdated: null, overdue: 0, others: 0 },
      monitoring: nothing,
      cyberConcierge: { numberOfWeaknesses: 0, urgentWeaknesses: 0, unreadAnswers: 0 },
      ratings: { state: 'none', rating: null, fixes: [], isEstimate: true, proved: false },
      evidence: { lastMadeAt: null },
      strongSignIn: false,
      snoozed: [],
      modules: {
        cybermaturity: 'ACTIVE',
        compliance: 'ACTIVE',
        training: 'ACTIVE',
        monitoring: 'ACTIVE',
        cyberconcierge: 'ACTIVE',
      },
    });
    expect((await ada.get('/dashboard/monitoring')).body.data).toEqual({ monitoring: nothing });
  });

  test('counts what the scans of this organisation found, and of no other', async () => {
    const portal = await testPortal();
    const [ada, eve] = [await portal.member(), await portal.member()];
    await fill(portal, ada.orgId, 'shop.acme-widgets.com');
    await fill(portal, eve.orgId, 'evil.com', { running: true });
    expect((await ada.get('/dashboard/monitoring')).body.data.monitoring).toEqual({
      webAppsScanned: 1,
      scansScheduled: 1,
      isScanInProgress: false,
      lastScanDate: '2026-03-02T17:00:00Z',
      targetList: [{ name: 'shop.acme-widgets.com', url: 'https://shop.acme-widgets.com' }],
      webAppsIssues: { highs: 1, mediums: 0, lows: 1 },
      websitesWith: {
        noScan: [],
        noSchedule: [],
        highs: ['shop.acme-widgets.com'],
        mediums: [],
        lows: ['shop.acme-widgets.com'],
      },
    });
    expect((await eve.get('/dashboard/getModuleActivity')).body.data.monitoring).toMatchObject({
      isScanInProgress: true,
      targetList: [{ name: 'evil.com' }],
    });
  });

  test('follows answers and policies at once, and only those of this organisation', async () => {
    const portal = await testPortal();
    const [ada, eve] = [await portal.member(), await portal.member()];
    const numbers = async (who: typeof ada) => {
      const { zimm, compliance } = (await who.get('/dashboard/getModuleActivity')).body.data;
      return [zimm.assessmentStatus, compliance.draft, compliance.active, compliance.inactive];
    };
    expect(await numbers(ada)).toEqual([null, 0, 0, 18]);
    const answer = { questionId: 'leadership-1-key', answer: 'yes' };
    expect((await ada.post('/zimm/saveAssessment', { data: answer })).status).toBe(200);
    const draft = { id: 'ai', customValues: {} };
    expect((await ada.post('/policy/policySave', { policy: draft })).status).toBe(200);
    await expect.poll(() => numbers(ada)).toEqual(['notCompleted', 1, 0, 17]);
    expect(await numbers(eve)).toEqual([null, 0, 0, 18]);
  });

  test('is closed after the trial', async () => {
    const portal = await testPortal();
    await portal.member('ada@acme-widgets.com');
    portal.clock.advance(40 * 86_400);
    const ada = await portal.signIn('ada@acme-widgets.com');
    const answer = await ada.get('/dashboard/getModuleActivity');
    expect([answer.status, answer.body.error.code]).toEqual([403, 'module-inactive']);
  });

  test('needs a session', async () => {
    const portal = await testPortal();
    for (const path of ['/dashboard/monitoring', '/dashboard/getModuleActivity'])
      expect((await portal.browser().get(path)).status).toBe(401);
  });
});
