import { describe, expect, test } from 'vitest';
import type { DashboardData } from './contract.ts';
import { cardWidth, monitoringCardState, nextActions } from './rules.ts';

const site = (name: string) => ({ name, url: `https://${name}` });
const data = (
  change: Partial<NonNullable<DashboardData['monitoring']>> = {},
  status: DashboardData['modules']['monitoring'] = 'ACTIVE',
): DashboardData => ({
  monitoring:
    status === 'ACTIVE'
      ? {
          webAppsScanned: 1,
          scansScheduled: 1,
          isScanInProgress: false,
          lastScanDate: '2026-03-01T09:00:00Z',
          targetList: [site('shop')],
          webAppsIssues: { highs: 0, mediums: 0, lows: 0 },
          ...change,
        }
      : null,
  modules: { compliance: 'ACTIVE', training: 'ACTIVE', monitoring: status },
});
const nothing = { webAppsScanned: 0, scansScheduled: 0, lastScanDate: null, targetList: [] };

describe('next best actions', () => {
  test.each<[string, DashboardData, string[]]>([
    ['nothing is there yet', data(nothing), ['add-website']],
    ['a website waits for its first scan', data({ webAppsScanned: 0, lastScanDate: null }), ['first-scan']],
    ['its first scan runs', data({ webAppsScanned: 0, lastScanDate: null, isScanInProgress: true }), []],
    ['one of two websites has no schedule', data({ targetList: [site('a'), site('b')], webAppsScanned: 2 }), ['schedule']],
    [
      'high issues come first, three at most',
      data({ scansScheduled: 0, webAppsIssues: { highs: 1, mediums: 2, lows: 3 } }),
      ['fix-high', 'schedule', 'fix-medium'],
    ],
    ['only small things are left', data({ webAppsIssues: { highs: 0, mediums: 0, lows: 3 } }), ['fix-low']],
    ['all is well', data(), []],
    ['the module is inactive', data({}, 'INACTIVE'), ['subscribe']],
    ['the module is not on offer', data({}, 'NOT_AVAILABLE'), []],
  ])('%s', (_name, given, ids) => {
    expect(nextActions(given).map((action) => action.id)).toEqual(ids);
  });
  test('count in words that fit', () => {
    expect(nextActions(data({ webAppsIssues: { highs: 1, mediums: 0, lows: 0 } }))[0]?.title).toBe('Fix 1 high issue');
    expect(nextActions(data({ webAppsIssues: { highs: 4, mediums: 0, lows: 0 } }))[0]?.title).toBe('Fix 4 high issues');
  });
});

test.each([
  [0, 'full'],
  [1, 'full'],
  [2, 'half'],
  [3, 'third'],
] as const)('%i cards are %s wide', (shown, width) => expect(cardWidth(shown)).toBe(width));

test.each<[DashboardData, string | null]>([
  [data(nothing), 'no-scans'],
  [data({ isScanInProgress: true }), 'scanning'],
  [data(), 'scanned'],
  [data({}, 'INACTIVE'), 'subscribe'],
  [data({}, 'NOT_AVAILABLE'), null],
])('state of the card of website scans %#', (given, state) => expect(monitoringCardState(given)).toBe(state));
