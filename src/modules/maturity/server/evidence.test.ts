import { cpSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '#app/testing/portal.ts';
import type { AnswerValue } from '../entities.ts';
import { offersFor, type Known } from './evidence.ts';
import { evidenceTable, readEvidence } from './evidenceTable.ts';
import { maturityModel } from './model.ts';
import { answersTo, openAssessment, stepIds } from './testing/assessment.ts';

const now = new Date('2026-03-02T17:00:00Z');
const monitoring = {
  webAppsScanned: 1,
  scansScheduled: 2,
  isScanInProgress: false,
  lastScanDate: '2026-02-20T08:00:00Z',
  targetList: [],
  webAppsIssues: { highs: 0, mediums: 1, lows: 0 },
  websitesWith: { noScan: [], noSchedule: [], highs: [], mediums: ['Shop'], lows: [] },
};
const policies = [
  { id: 'passwords', name: 'Passwords & Sign-in', version: 3, approvalDate: '2026-01-15T18:00:00Z' },
];
const asked = (known: Partial<Known>, answers: Record<string, AnswerValue> = {}) =>
  offersFor(
    evidenceTable(),
    { monitoring: null, training: null, rating: null, policies: [], ...known },
    new Map(Object.entries(answers)),
    now,
  );
const ids = (known: Partial<Known>, answers?: Record<string, AnswerValue>) =>
  asked(known, answers).map(({ questionId }) => questionId);

describe('the content', () => {
  test('offers for questions that exist, in words that are filled in, for policies that exist', () => {
    const { offers, problems } = readEvidence(
      readFileSync('content/maturity/v1/evidence.yaml', 'utf8'),
      maturityModel(),
    );
    expect(problems).toEqual([]);
    const known = readdirSync('content/policies/v1').map((file) => file.replace(/\.md$/, ''));
    expect(offers.flatMap(({ policy }) => (policy && !known.includes(policy) ? [policy] : []))).toEqual([]);
  });

  test.each([
    [
      '{ fact: scanned-lately, question: network-9-key, suggested: yes, text: a }',
      'names a question that the model lacks',
    ],
    [
      '{ fact: scanned-lately, question: network-4-key, suggested: mostly, text: a }',
      'suggests mostly, which the question does not offer',
    ],
    [
      '{ fact: scans-scheduled, question: network-4-key, suggested: yes, text: "{date}" }',
      'has {date} in its text; there are websites',
    ],
    [
      '{ fact: moon, question: network-4-key, suggested: yes, text: a }',
      'must be one of scans-scheduled, scanned-lately, nothing-open, training-running, training-results, training-mostly, training-done, mail-guarded, doors-closed',
    ],
    ['{ question: network-4-key, suggested: yes, text: a }', 'must name either a fact or a policy'],
  ])('with %s is refused', (offer, problem) => {
    expect(readEvidence(`offers: [${offer}]`, maturityModel()).problems).toEqual([
      expect.objectContaining({ problem }),
    ]);
  });
});

describe('what the portal knows', () => {
  test('scans speak for scans, by when and how many', () => {
    expect(asked({ monitoring }).find(({ questionId }) => questionId === 'network-4-key')).toEqual({
      questionId: 'network-4-key',
      suggested: 'yes',
      href: '/webappscan',
      text: 'The portal scans 2 websites from outside on a schedule, last on Feb 20, 2026. Check whether the internet can reach anything else of yours.',
    });
    expect(ids({ monitoring })).toEqual([
      'patching-4-key',
      'patching-4-coverage',
      'network-4-key',
      'network-4-coverage',
    ]);
  });

  test('a recent rating speaks for guarded mail, and for closed doors where they were looked at', () => {
    const rating = {
      domain: 'shop.example',
      ratedAt: '2026-03-01T08:00:00Z',
      dmarcEnforced: true,
      noBadPortOpen: true,
    };
    expect(asked({ rating }).map(({ questionId, suggested, href }) => [questionId, suggested, href])).toEqual(
      [
        ['network-2-key', 'yes', '/attacksurface?tab=analysis&risk=open_ports'],
        ['network-3-key', 'yes', '/attacksurface?tab=analysis&risk=dmarc'],
      ],
    );
    expect(ids({ rating: { ...rating, noBadPortOpen: false } })).toEqual(['network-3-key']);
    expect(ids({ rating: { ...rating, ratedAt: '2026-01-01T08:00:00Z' } })).toEqual([]);
  });

  test('scans without a schedule, and scans of long ago, speak for nothing monthly', () => {
    expect(ids({ monitoring: { ...monitoring, scansScheduled: 0 } })).toEqual([]);
    const scheduledAlone = ['patching-4-coverage', 'network-4-coverage'];
    expect(ids({ monitoring: { ...monitoring, lastScanDate: null } })).toEqual(scheduledAlone);
    expect(ids({ monitoring: { ...monitoring, lastScanDate: '2026-01-26T16:00:00Z' } })).toEqual(
      scheduledAlone,
    );
    expect(ids({ monitoring: { ...monitoring, lastScanDate: '2026-01-26T18:00:00Z' } })).toHaveLength(4);
  });

  test('nothing open speaks for findings that were seen to', () => {
    const clean = { ...monitoring, webAppsIssues: { highs: 0, mediums: 0, lows: 0 } };
    expect(ids({ monitoring: clean })).toContain('network-4-upkeep');
    expect(ids({ monitoring })).not.toContain('network-4-upkeep');
  });
});

describe('what the portal knows of training and policies', () => {
  const training = { people: 12, percent: 0, since: '2026-01-05T17:00:00Z' };

  test.each([
    ['nobody enrolled', { people: 0, percent: null }, []],
    ['nothing unlocked yet', { percent: null }, []],
    ['begun', {}, ['awareness-2-upkeep', 'awareness-3-upkeep']],
    [
      'a little',
      { percent: 40 },
      ['awareness-2-evidence', 'awareness-2-upkeep', 'awareness-3-evidence', 'awareness-3-upkeep'],
    ],
    [
      'half',
      { percent: 50 },
      [
        'awareness-2-coverage',
        'awareness-2-evidence',
        'awareness-2-upkeep',
        'awareness-3-evidence',
        'awareness-3-upkeep',
      ],
    ],
  ])('training speaks for training, as far as it went: %s', (_name, change, questions) => {
    expect(ids({ training: { ...training, ...change } }).toSorted()).toEqual(questions);
  });

  test('how much was finished decides what is suggested, and is said in percent', () => {
    const coverage = (percent: number) =>
      asked({ training: { ...training, percent } }).filter(
        ({ questionId }) => questionId === 'awareness-2-coverage',
      );
    expect(coverage(89)).toMatchObject([{ suggested: 'mostly', href: '/training' }]);
    expect(coverage(90)).toMatchObject([
      { suggested: 'yes', text: expect.stringContaining('12 people in training, and 90% of their courses') },
    ]);
  });

  test('a policy in force speaks for the rule that it writes down, by name, version and day', () => {
    expect(asked({ policies })).toEqual([
      {
        questionId: 'identity-3-evidence',
        suggested: 'yes',
        href: '/securitypolicy/passwords',
        text: 'Your policy “Passwords & Sign-in”, version 3, approved on Jan 15, 2026, is the written rule. Check that all staff know where to look it up.',
      },
    ]);
  });

  test('is not offered where the answer is as good already, or somebody said that the question does not apply', () => {
    expect(ids({ policies }, { 'identity-3-evidence': 'yes' })).toEqual([]);
    expect(ids({ policies }, { 'identity-3-evidence': 'notApplicable' })).toEqual([]);
    expect(ids({ policies }, { 'identity-3-evidence': 'unsure' })).toEqual(['identity-3-evidence']);
    expect(ids({ monitoring }, { 'network-4-coverage': 'partly' })).not.toContain('network-4-coverage');
  });
});

async function withScans(options: Parameters<typeof openAssessment>[0] = {}) {
  const world = await openAssessment(options);
  const { portal, ada } = world;
  const id = randomUUID();
  await portal.database.inOrg(ada.orgId, async (db) => {
    const of = { orgId: ada.orgId, websiteId: id };
    const confirmed = { confirmedBy: 'Ada', confirmedByPerson: 'ada', confirmedAt: now, createdAt: now };
    const site = {
      name: 'Shop',
      nameKey: 'shop',
      url: 'https://shop.acme-widgets.com',
      urlKey: 'shop',
      scanProfile: 'safe',
    };
    await db
      .insertInto('website')
      .values({ orgId: ada.orgId, id, ...site, ...confirmed })
      .execute();
    await db
      .insertInto('scan')
      .values({
        ...of,
        id: randomUUID(),
        status: 'completed',
        scanProfile: 'safe',
        startedBy: 'schedule',
        startedAt: now,
        beatAt: now,
        completedAt: now,
      })
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
  });
  return world;
}

describe('beside the questions', () => {
  test('stands what the scans of the own organisation say; nothing is filled in', async () => {
    const { portal, state, save } = await withScans();
    const offered = async () => (await state()).evidence.map(({ questionId }) => questionId);
    expect(await offered()).toContain('network-4-key');
    expect((await state()).questions).toEqual({});
    const { data } = await save([
      ...answersTo('network', 3).slice(0, 12),
      { questionId: stepIds('network', 4)[0]!, answer: 'yes' },
    ]);
    expect(data.evidence.map(({ questionId }) => questionId)).not.toContain('network-4-key');
    expect(await offered()).toContain('network-4-coverage');
    const eve = await portal.member('eve@elsewhere-tools.com', 'Elsewhere Tools');
    expect((await eve.get('/zimm/assessment')).body.data.evidence).toEqual([]);
  });

  test('stands a policy once it is approved, and no draft', async () => {
    const { ada, state } = await openAssessment();
    const save = async (policy: object) =>
      expect((await ada.post('/policy/policySave', { policy, env: 'test' })).status).toBe(200);
    await ada.post('/policy/saveCompanyValues', {
      values: {
        policyOwner: 'Ada Vance',
        securityContactName: 'the IT desk',
        securityContactEmail: 'security@acme-widgets.com',
      },
    });
    await save({ id: 'backup' });
    expect((await state()).evidence).toEqual([]);
    await save({ id: 'backup', status: 'Active' });
    expect((await state()).evidence).toEqual([
      expect.objectContaining({
        questionId: 'backup-3-key',
        suggested: 'yes',
        href: '/securitypolicy/backup',
        text: expect.stringContaining('version 1, approved on Mar 2, 2026'),
      }),
    ]);
  });

  test('stands nothing of a module that the plan does not have', async () => {
    const folder = temporaryFolder('config');
    cpSync('config', folder, { recursive: true });
    const plans = readFileSync(path.join(folder, 'plans.yaml'), 'utf8');
    writeFileSync(
      path.join(folder, 'plans.yaml'),
      plans.replaceAll(/^( +)probely: true/gm, '$1probely: false'),
    );
    const { state } = await withScans({ env: { CONFIG_DIR: folder } });
    expect((await state()).evidence).toEqual([]);
  });
});
