import { describe, expect, test } from 'vitest';
import { dashboardData as data } from './testing/dashboardData.ts';
import { actionOf, nextActions, putOff } from './nextActions.ts';

const site = (name: string) => ({ name, url: `https://${name}` });
const noWebsites = { webAppsScanned: 0, scansScheduled: 0, lastScanDate: null, targetList: [] };

const situations: [situation: string, given: ReturnType<typeof data>, ids: string[]][] = [
  ['all is well', data(), []],
  ['nothing is there yet', data({ websites: noWebsites }), ['add-website']],
  [
    'a website waits for its first scan',
    data({ websites: { webAppsScanned: 0, lastScanDate: null } }),
    ['first-scan'],
  ],
  [
    'its first scan runs',
    data({ websites: { webAppsScanned: 0, lastScanDate: null, isScanInProgress: true } }),
    [],
  ],
  [
    'one of two websites has no schedule',
    data({ websites: { targetList: [site('a'), site('b')], webAppsScanned: 2 } }),
    ['schedule'],
  ],
  [
    'high issues come first',
    data({ websites: { scansScheduled: 0, webAppsIssues: { highs: 1, mediums: 2, lows: 3 } } }),
    ['fix-high', 'schedule', 'fix-medium', 'fix-low'],
  ],
  ['website scans are locked', data({ modules: { monitoring: 'INACTIVE' } }), ['subscribe']],
  ['website scans are not on offer', data({ modules: { monitoring: 'NOT_AVAILABLE' } }), []],
  [
    'the assessment was never begun',
    data({ maturity: { assessmentStatus: null, percent: 0 } }),
    ['start-assessment'],
  ],
  [
    'the assessment stands half done',
    data({ maturity: { assessmentStatus: 'notCompleted', percent: 40 } }),
    ['finish-assessment'],
  ],
  ['the level is low', data({ maturity: { overallLevel: 1 } }), ['raise-weakest']],
  ['there is no policy', data({ policies: { active: 0 } }), ['first-policies']],
  ['a draft waits', data({ policies: { active: 0, draft: 1 } }), ['finish-drafts']],
  ['a draft came back', data({ policies: { draft: 1, returned: 1 } }), ['returned-draft']],
  [
    'one of two drafts came back',
    data({ policies: { draft: 2, returned: 1 } }),
    ['returned-draft', 'finish-drafts'],
  ],
  ['a review is due', data({ policies: { reviewDue: 2 } }), ['review-policies']],
  [
    'one of the first five is missing',
    data({ policies: { missingStarter: [{ id: 'backup', name: 'Backup & Recovery', minutes: 11 }] } }),
    ['more-policies'],
  ],
  ['nobody is trained', data({ training: { teamMembers: 0 } }), ['enroll-team']],
  ['courses are overdue', data({ training: { overdue: 3 } }), ['nudge-team']],
  [
    'training is not on offer',
    data({ training: { teamMembers: 0 }, modules: { training: 'NOT_AVAILABLE' } }),
    [],
  ],
  [
    'nobody has rated the company',
    data({ rating: { state: 'none', rating: null, domain: null, proved: false } }),
    ['first-rating'],
  ],
  [
    'the only measurement failed',
    data({ rating: { state: 'failed', rating: null, proved: false } }),
    ['first-rating'],
  ],
  [
    'the first measurement is at work',
    data({ rating: { state: 'measuring', rating: null, domain: null, proved: false } }),
    [],
  ],
  [
    'a fix is worth points, and the domain is not proved',
    data({
      rating: {
        proved: false,
        fixes: [{ title: 'Renew the certificate', gain: 30, minutes: 20, vector: 'ssl' }],
      },
    }),
    ['raise-rating', 'prove-domain'],
  ],
  [
    'a fix is worth next to nothing',
    data({ rating: { fixes: [{ title: 'Tidy up', gain: 2, minutes: 20, vector: 'ssl' }] } }),
    [],
  ],
  [
    'an agency rates, which knows no proof of ours',
    data({ rating: { isEstimate: false, proved: false } }),
    [],
  ],
  [
    'experts found something serious, and something else',
    data({ concierge: { numberOfWeaknesses: 3, urgentWeaknesses: 1 } }),
    ['close-weaknesses', 'look-at-weaknesses'],
  ],
  ['an expert has answered', data({ concierge: { unreadAnswers: 1 } }), ['read-answers']],
  [
    'a letter is unread',
    data({ concierge: { newAlerts: 1, newestAlert: { id: 'm', title: 'Fake invoices' } } }),
    ['read-messages'],
  ],
  ['every letter has been read', data({ concierge: { numberOfAlerts: 6 } }), []],
  ['a policy in effect is being edited', data({ policies: { revisions: 1 } }), ['finish-drafts']],
  ['the person signs in with a password alone', data({ strongSignIn: false }), ['second-factor']],
  [
    'the insurance ends, and there is no pack',
    data({ modules: { insurance: 'ACTIVE' } }),
    ['insurance-pack'],
  ],
  [
    'there is one of this year',
    data({ modules: { insurance: 'ACTIVE' }, lastMadeAt: '2025-06-01T00:00:00Z' }),
    [],
  ],
  [
    'there is one of long ago',
    data({ modules: { insurance: 'ACTIVE' }, lastMadeAt: '2025-02-01T00:00:00Z' }),
    ['insurance-pack'],
  ],
  ['no insurance was ever on offer', data({ modules: { insurance: 'INACTIVE' } }), []],
  ['the marketplace has offers', data({ marketplace: { maxPercent: 66, partners: 40 } }), []],
  [
    'a new organisation sees the first step of every tool',
    data({
      websites: noWebsites,
      maturity: { assessmentStatus: null },
      policies: { active: 0 },
      training: { teamMembers: 0 },
    }),
    ['add-website', 'first-policies', 'start-assessment', 'enroll-team'],
  ],
  [
    'five at most',
    data({
      websites: { scansScheduled: 0, webAppsIssues: { highs: 1, mediums: 1, lows: 1 } },
      maturity: { assessmentStatus: null },
      policies: { draft: 2, returned: 1 },
    }),
    ['fix-high', 'returned-draft', 'finish-drafts', 'start-assessment', 'schedule'],
  ],
];

test.each(situations)('%s', (_name, given, ids) => {
  expect(nextActions(given).map((action) => action.id)).toEqual(ids);
});

test.each([
  [{ websites: { webAppsIssues: { highs: 1, mediums: 0, lows: 0 } } }, 'Fix 1 high issue'],
  [{ websites: { webAppsIssues: { highs: 4, mediums: 0, lows: 0 } } }, 'Fix 4 high issues'],
  [{ policies: { draft: 1 } }, 'Finish 1 draft policy'],
  [{ policies: { draft: 3, returned: 1 } }, 'Change 1 returned policy'],
  [{ training: { teamMembers: 0 } }, 'Enroll your team in training'],
  [{ training: { teamMembers: 0, others: 14 } }, 'Enroll your 14 team members'],
  [{ training: { overdue: 1 } }, 'Help with 1 overdue course'],
  [{ maturity: { overallLevel: 1 } }, 'Raise Backup & Recovery'],
  [{ websites: { webAppsIssues: { highs: 12345, mediums: 0, lows: 0 } } }, 'Fix 12,345 high issues'],
  [{ concierge: { numberOfWeaknesses: 1, urgentWeaknesses: 1 } }, 'Close 1 serious security weakness'],
  // two of the three are issues of a website, which "Fix" counts
  [
    {
      concierge: { numberOfWeaknesses: 5, urgentWeaknesses: 3, sameAsIssues: { weaknesses: 3, urgent: 2 } },
    },
    'Close 1 serious security weakness',
  ],
  [
    {
      concierge: { numberOfWeaknesses: 5, urgentWeaknesses: 2, sameAsIssues: { weaknesses: 4, urgent: 2 } },
    },
    'Review 1 security weakness',
  ],
  [{ concierge: { numberOfWeaknesses: 2 } }, 'Review 2 security weaknesses'],
  [{ concierge: { newAlerts: 2, newestAlert: { id: 'm', title: 'Fake invoices' } } }, 'Read 2 new messages'],
  [{ concierge: { newAlerts: 1, newestAlert: { id: 'm', title: 'Fake invoices' } } }, 'Read: Fake invoices'],
  [{ concierge: { unreadAnswers: 3 } }, 'Read 3 answers from our experts'],
  [{ rating: { proved: false } }, 'Verify that you own acme-widgets.com'],
])('count in words that fit: %j', (change, title) => {
  expect(nextActions(data(change))[0]?.title).toBe(title);
});

describe('goals of the company', () => {
  const much = {
    websites: { scansScheduled: 0, webAppsIssues: { highs: 1, mediums: 0, lows: 0 } },
    maturity: { assessmentStatus: null },
    policies: { active: 0 },
    training: { teamMembers: 0 },
  };
  const ids = (goals: ReturnType<typeof data>['goals']) =>
    nextActions(data({ ...much, goals })).map(({ id }) => id);

  test('without goals the order is that of the ranks, and no row names one', () => {
    expect(ids([])).toEqual(['fix-high', 'first-policies', 'start-assessment', 'enroll-team', 'schedule']);
    expect(nextActions(data(much)).every(({ serves }) => serves === undefined)).toBe(true);
  });

  test('what serves a goal comes first, after what is urgent, and says which goal', () => {
    expect(ids(['proactivelyProtectMyOrganization'])).toEqual([
      'fix-high',
      'enroll-team',
      'schedule',
      'first-policies',
      'start-assessment',
    ]);
    expect(ids(['learnMoreAboutCyberSecurity'])).toEqual([
      'fix-high',
      'start-assessment',
      'enroll-team',
      'first-policies',
      'schedule',
    ]);
    const [, first, last] = nextActions(
      data({ ...much, goals: ['meetContractualObligations', 'meetRegulatoryRequirements'] }),
    );
    expect(first).toMatchObject({
      id: 'first-policies',
      serves: 'Meet contractual obligations, Meet regulatory requirements',
    });
    expect(last).toMatchObject({ id: 'start-assessment', serves: 'Meet contractual obligations' });
  });
});

describe('put off', () => {
  const highs = (n: number) => ({ websites: { webAppsIssues: { highs: n, mediums: 0, lows: 0 } } });
  const off = (amount: number, until = '2026-03-30T00:00:00Z') => [
    { id: 'fix-high', title: 'Fix 2 high issues', amount, until },
  ];

  test('it stays away until its day', () => {
    const given = data({ ...highs(2), snoozed: off(2) });
    expect(nextActions(given)).toEqual([]);
    expect(putOff(given).map(({ id }) => id)).toEqual(['fix-high']);
    const later = { ...given, asOf: '2026-03-30T00:00:00Z' };
    expect([nextActions(later).map(({ id }) => id), putOff(later)]).toEqual([['fix-high'], []]);
  });

  test('it comes back when there is more of it', () => {
    const given = data({ ...highs(3), snoozed: off(2) });
    expect([nextActions(given).map(({ id }) => id), putOff(given)]).toEqual([['fix-high'], []]);
  });

  test('what is done meanwhile is nothing to bring back', () => {
    const given = data({ snoozed: off(2) });
    expect([nextActions(given), putOff(given)]).toEqual([[], []]);
  });

  test('the next one takes its place', () => {
    const many = {
      websites: { scansScheduled: 0, webAppsIssues: { highs: 1, mediums: 1, lows: 1 } },
      maturity: { assessmentStatus: null },
      policies: { draft: 2, returned: 1 },
    };
    expect(nextActions(data({ ...many, snoozed: off(1) })).map(({ id }) => id)).toEqual([
      'returned-draft',
      'finish-drafts',
      'start-assessment',
      'schedule',
      'fix-medium',
    ]);
  });

  test('an action is known by its id as long as there is something of it to do', () => {
    expect([actionOf(data(highs(2)), 'fix-high')?.amount, actionOf(data(), 'fix-high')]).toEqual([
      2,
      undefined,
    ]);
  });
});

test('what is left of the assessment takes as long as is left of it', () => {
  const of = (assessmentStatus: 'notCompleted' | null, minutesLeft: number) =>
    nextActions(data({ maturity: { assessmentStatus, minutesLeft } }))[0]?.minutes;
  expect([of(null, 95), of('notCompleted', 40)]).toEqual([95, 40]);
});
