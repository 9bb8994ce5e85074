import { describe, expect, test } from 'vitest';
import { dashboardData as data } from './testDashboard.ts';
import { nextActions } from './nextActions.ts';

const site = (name: string) => ({ name, url: `https://${name}` });
const noWebsites = { webAppsScanned: 0, scansScheduled: 0, lastScanDate: null, targetList: [] };

describe('next best actions', () => {
  test.each<[string, ReturnType<typeof data>, string[]]>([
    ['all is well', data(), []],
    ['nothing is there yet', data({ websites: noWebsites }), ['add-website']],
    ['a website waits for its first scan', data({ websites: { webAppsScanned: 0, lastScanDate: null } }), ['first-scan']],
    ['its first scan runs', data({ websites: { webAppsScanned: 0, lastScanDate: null, isScanInProgress: true } }), []],
    ['one of two websites has no schedule', data({ websites: { targetList: [site('a'), site('b')], webAppsScanned: 2 } }), ['schedule']],
    [
      'high issues come first',
      data({ websites: { scansScheduled: 0, webAppsIssues: { highs: 1, mediums: 2, lows: 3 } } }),
      ['fix-high', 'schedule', 'fix-medium', 'fix-low'],
    ],
    ['website scans are locked', data({ modules: { monitoring: 'INACTIVE' } }), ['subscribe']],
    ['website scans are not on offer', data({ modules: { monitoring: 'NOT_AVAILABLE' } }), []],
    ['the assessment was never begun', data({ maturity: { assessmentStatus: null, percent: 0 } }), ['start-assessment']],
    ['the assessment stands half done', data({ maturity: { assessmentStatus: 'notCompleted', percent: 40 } }), ['finish-assessment']],
    ['the level is low', data({ maturity: { overallLevel: 1 } }), ['raise-weakest']],
    ['there is no policy', data({ policies: { active: 0 } }), ['first-policies']],
    ['a draft waits', data({ policies: { active: 0, draft: 1 } }), ['finish-drafts']],
    ['a draft came back', data({ policies: { draft: 1, returned: 1 } }), ['returned-draft']],
    ['one of two drafts came back', data({ policies: { draft: 2, returned: 1 } }), ['returned-draft', 'finish-drafts']],
    ['a review is due', data({ policies: { reviewDue: 2 } }), ['review-policies']],
    [
      'one of the first five is missing',
      data({ policies: { missingStarter: [{ id: 'backup', name: 'Backup & Recovery' }] } }),
      ['more-policies'],
    ],
    ['nobody is trained', data({ training: { teamMembers: 0 } }), ['enroll-team']],
    ['courses are overdue', data({ training: { overdue: 3 } }), ['nudge-team']],
    ['training is not on offer', data({ training: { teamMembers: 0 }, modules: { training: 'NOT_AVAILABLE' } }), []],
    [
      'a new organisation sees the first step of every tool',
      data({ websites: noWebsites, maturity: { assessmentStatus: null }, policies: { active: 0 }, training: { teamMembers: 0 } }),
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
  ])('%s', (_name, given, ids) => {
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
  ])('count in words that fit: %j', (change, title) => {
    expect(nextActions(data(change))[0]?.title).toBe(title);
  });

  test('what is left of the assessment takes as long as is left of it', () => {
    const minutes = (percent: number) => nextActions(data({ maturity: { assessmentStatus: 'notCompleted', percent } }))[0]?.minutes;
    expect([minutes(1), minutes(50), minutes(99)]).toEqual([30, 15, 5]);
  });
});
