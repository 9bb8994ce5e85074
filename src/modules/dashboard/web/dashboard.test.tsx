// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { testPortal } from '#app/testing.ts';
import { renderScreen } from '#app/testing.tsx';
import { queryClient } from '#platform/web/query.ts';
import type { DashboardData, MonitoringActivity } from '../contract.ts';
import { dashboardData } from '../testDashboard.ts';
import { dashboardRoutes } from './routes.tsx';

const numbers: MonitoringActivity = {
  webAppsScanned: 2,
  scansScheduled: 1,
  isScanInProgress: false,
  lastScanDate: '2026-03-02T07:59:00Z',
  targetList: [
    { name: 'Shop & <b>more</b>', url: 'https://shop.acme-widgets.com' },
    { name: 'Blog', url: 'https://blog.acme-widgets.com' },
  ],
  webAppsIssues: { highs: 2, mediums: 5, lows: 9 },
  websitesWith: { noScan: [], noSchedule: ['Blog'], highs: ['Blog'], mediums: ['Blog'], lows: ['Blog'] },
};

/** The screen on the real server, with these numbers in its answer. */
async function open(data?: DashboardData) {
  const portal = await testPortal();
  const ada = await portal.member();
  const send: typeof ada.send = async (method, url, ...rest) => {
    const answer = await ada.send(method, url, ...rest);
    if (!data || !url.includes('/dashboard/')) return answer;
    return Object.assign(Object.create(answer) as typeof answer, {
      rawPayload: Buffer.from(JSON.stringify({ success: true, data })),
    });
  };
  return renderScreen(dashboardRoutes, { send }, '/dashboard');
}

/** The screen on a server whose dashboard fails or not, as it is told. */
async function openBreakable(failsAtFirst: boolean) {
  const ada = await (await testPortal()).member();
  let fails = failsAtFirst;
  const send: typeof ada.send = async (method, url, ...rest) => {
    const answer = await ada.send(method, url, ...rest);
    const failure = {
      statusCode: 403,
      rawPayload: Buffer.from('{"success":false,"error":{"code":"module-inactive"}}'),
    };
    return fails && url.includes('/dashboard/')
      ? Object.assign(Object.create(answer) as typeof answer, failure)
      : answer;
  };
  const { user } = await renderScreen(dashboardRoutes, { send }, '/dashboard');
  return { user, fail: (now: boolean) => void (fails = now) };
}

const card = async (name = 'Monitoring') => within(await screen.findByRole('region', { name }));

describe('dashboard', () => {
  test('a new organisation is led to its first website', async () => {
    await open();
    const action = await screen.findByRole('link', { name: 'Add website: Add your first website' });
    expect(action.getAttribute('href')).toBe('/webappscan?add');
    expect((await card()).getByText('No scans yet')).toBeDefined();
    expect((await card()).getByRole('link', { name: 'Schedule Scans' })).toBeDefined();
    // nothing was measured, so nothing is called clean
    expect(screen.queryByText('High')).toBeNull();
  });

  test('shows what the scans found and what to do about it', async () => {
    await open(dashboardData({ websites: numbers }));
    const shown = await card();
    expect(shown.getByText('Updated Mar 1, 2026')).toBeDefined();
    expect(shown.getByRole('link', { name: 'View Scan Findings' }).getAttribute('href')).toBe('/webappscan');
    const list = within(screen.getByRole('region', { name: 'Next best actions' }));
    expect(list.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
      'Fix 2 high issues',
      'Schedule scans of 1 website',
      'Plan fixes for 5 medium issues',
      'Tidy up 9 low issues',
    ]);
    expect(within(screen.getByRole('region', { name: 'Your posture' })).getByText('16')).toBeDefined();
  });

  test('a running scan shows as such', async () => {
    await open(dashboardData({ websites: { ...numbers, isScanInProgress: true } }));
    expect((await card()).getByText('Scan in progress')).toBeDefined();
  });

  test('one website is reached directly, whatever its name', async () => {
    await open(dashboardData({ websites: { ...numbers, targetList: numbers.targetList.slice(0, 1) } }));
    expect((await card()).getByRole('link').getAttribute('href')).toBe(
      '/webappscan/Shop%20%26%20%3Cb%3Emore%3C%2Fb%3E',
    );
  });

  test('each button leads to what its action is about, and to the list where that is several websites', async () => {
    const websitesWith = {
      noScan: ['Blog', 'Docs'],
      noSchedule: ['Shop & more'],
      highs: ['..'],
      mediums: ['Blog', 'Shop'],
      lows: [],
    };
    await open(dashboardData({ websites: { ...numbers, webAppsScanned: 0, websitesWith } }));
    await card();
    const href = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href');
    expect(href(/^View findings: Fix 2 high/)).toBe('/webappscan?name=..&severity=high#issues');
    expect(href(/^View findings: Plan fixes/)).toBe('/webappscan?sort=highs');
    expect(href(/^Start scan/)).toBe('/webappscan/Blog');
    expect(href(/^Schedule: /)).toBe('/webappscan/Shop%20%26%20more?schedule');
  });

  test('an inactive module offers to subscribe', async () => {
    await open(dashboardData({ modules: { monitoring: 'INACTIVE' } }));
    expect((await card()).getByRole('link', { name: 'Subscribe to Use' }).getAttribute('href')).toBe('/plan');
  });

  test('a module that is not available has no card', async () => {
    await open(dashboardData({ modules: { monitoring: 'NOT_AVAILABLE' } }));
    expect(await screen.findByRole('region', { name: 'Next best actions' })).toBeDefined();
    expect(screen.queryByRole('region', { name: 'Monitoring' })).toBeNull();
  });

  test.each([
    [
      'Not started',
      'Start Assessment',
      '/cybermaturity/assessment/start',
      { assessmentStatus: null, lastUpdated: null },
    ],
    [
      'Updated Mar 1, 2026',
      'Finish Assessment',
      '/cybermaturity/assessment/backup-2-key',
      {
        assessmentStatus: 'notCompleted',
        nextQuestion: { questionId: 'backup-2-key', elementPath: 'process/backup' },
        percent: 40,
      },
    ],
    ['Updated Mar 1, 2026', 'Update Responses', '/cybermaturity/assessment', {}],
  ] as const)('the card of the assessment says %s and offers %s', async (status, button, href, maturity) => {
    await open(dashboardData({ maturity }));
    const shown = await card('Cyber Maturity');
    expect(shown.getByText(status)).toBeDefined();
    expect(shown.getByText('Beta')).toBeDefined();
    expect(shown.getByRole('link', { name: button }).getAttribute('href')).toBe(href);
  });

  test('a level shows with its name, and how much is answered', async () => {
    await open(dashboardData());
    const shown = await card('Cyber Maturity');
    expect(shown.getByRole('img', { name: 'Level 3 of 5' })).toBeDefined();
    expect(shown.getByText('Established')).toBeDefined();
    expect(shown.getByText('100%')).toBeDefined();
  });

  test('while elements are open, the level is 0 and the finished ones show theirs, so that it is no verdict', async () => {
    const finished = [
      { id: 'leadership', title: 'Leadership & Ownership', level: 5 },
      { id: 'backup', title: 'Backup & Recovery', level: 2 },
    ];
    const levelInfo = { 0: { levelName: 'Exposed', description: '' } };
    await open(
      dashboardData({
        maturity: { assessmentStatus: 'notCompleted', overallLevel: 0, levelInfo, percent: 12, finished },
      }),
    );
    const shown = await card('Cyber Maturity');
    expect(shown.getByText('2 of 15 elements finished')).toBeDefined();
    expect(shown.getByText('Level so far: 0, Exposed')).toBeDefined();
    expect(shown.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Leadership & Ownership Level 5',
      'Backup & Recovery Level 2',
    ]);
  });

  test.each([
    ['Activate Policies', '/securitypolicy', { active: 0, inactive: 18, lastUpdated: null }],
    ['Finish Draft Policies', '/securitypolicy', { draft: 2 }],
    ['Add Custom Policies', '/securitypolicy/new', { active: 18, inactive: 0 }],
    ['Review Your Policies', '/securitypolicy', {}],
  ] as const)('the card of policies offers %s', async (button, href, policies) => {
    await open(dashboardData({ policies }));
    expect((await card('Security Policies')).getByRole('link', { name: button }).getAttribute('href')).toBe(
      href,
    );
  });

  test('policies are counted: in effect, drafts, inactive', async () => {
    await open(dashboardData({ policies: { active: 4, draft: 3, inactive: 11 } }));
    const shown = await card('Security Policies');
    for (const [label, value] of [
      ['In effect', '4'],
      ['Drafts', '3'],
      ['Inactive', '11'],
    ] as const)
      expect(shown.getByText(label).parentElement?.textContent).toBe(`${label}${value}`);
  });

  test.each([
    ['Enroll Team Members', '/training/trainees?add=1', 'No one enrolled yet', { teamMembers: 0 }],
    ['See Team Progress', '/training', 'Updated Mar 1, 2026', {}],
    ['See Team Progress', '/training', 'Overdue: 3', { overdue: 3 }],
  ] as const)('the card of training offers %s', async (button, href, status, training) => {
    await open(dashboardData({ training }));
    const shown = await card('Training');
    expect(shown.getByText(status)).toBeDefined();
    expect(shown.getByRole('link', { name: button }).getAttribute('href')).toBe(href);
  });

  test('training is counted: people, finished and incomplete modules', async () => {
    await open(dashboardData({ training: { teamMembers: 12, isFinished: 20, isNotFinished: 4 } }));
    const shown = await card('Training');
    for (const [label, value] of [
      ['Team members', '12'],
      ['Finished', '20'],
      ['Incomplete', '4'],
    ] as const)
      expect(shown.getByText(label).parentElement?.textContent).toBe(`${label}${value}`);
  });

  test.each([
    [{}, [['Learn More', '/concierge']], []],
    [
      { numberOfWeaknesses: 2 },
      [['View Weaknesses', '/concierge/weaknesses']],
      [['Security weaknesses', '2', '/concierge/weaknesses']],
    ],
    [
      { numberOfAlerts: 1 },
      [['View Messages', '/concierge/messages']],
      [['Messages', '1', '/concierge/messages']],
    ],
    [
      { numberOfWeaknesses: 1, numberOfAlerts: 3, newAlerts: 2 },
      [
        ['View Weaknesses', '/concierge/weaknesses'],
        ['View Messages', '/concierge/messages'],
      ],
      [
        ['Security weaknesses', '1', '/concierge/weaknesses'],
        ['Messages', '3 2 new', '/concierge/messages'],
      ],
    ],
  ] as const)(
    'the card of the concierge for %j: counts lead on above zero',
    async (concierge, buttons, counts) => {
      await open(dashboardData({ concierge }));
      const shown = await card('Cyber Concierge');
      const links = shown.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
      expect(links).toEqual([...counts.map(([label, n, href]) => [`${label}${n}`, href]), ...buttons]);
    },
  );

  test.each([
    [1, '1 weakness is also a website issue.'],
    [7, '7 weaknesses are also website issues.'],
  ])('the concierge card says that %i of its weaknesses are issues too', async (weaknesses, words) => {
    await open(
      dashboardData({ concierge: { numberOfWeaknesses: 7, sameAsIssues: { weaknesses, urgent: 0 } } }),
    );
    expect((await card('Cyber Concierge')).getByText(words)).toBeDefined();
  });

  test.each([
    [{ maxPercent: 66 }, 'Partner tools with up to 66% savings.'],
    [{ maxPercent: null }, 'Partner tools that fix what is open.'],
  ] as const)('the card of the marketplace for %j', async (marketplace, words) => {
    await open(dashboardData({ marketplace }));
    const shown = await card('Marketplace');
    expect(shown.getByText('Connect and Secure')).toBeDefined();
    expect(shown.getByText(words)).toBeDefined();
    expect(shown.getByRole('link', { name: 'View Partner Tools' }).getAttribute('href')).toBe('/marketplace');
  });

  test('all six cards stand in the order of the specification', async () => {
    await open(dashboardData());
    await card('Marketplace');
    const tools = [
      'Cyber Maturity',
      'Cyber Concierge',
      'Security Policies',
      'Training',
      'Monitoring',
      'Marketplace',
    ];
    const shown = screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent);
    expect(shown.filter((name) => tools.includes(name!))).toEqual(tools);
  });

  test('the rating stands on its ruler, and says whose it is', async () => {
    await open(dashboardData());
    const posture = within(await screen.findByRole('region', { name: 'Your posture' }));
    expect(posture.getByText(/742/, { selector: 'b' })).toBeDefined();
    expect(posture.getByText('Advanced', { selector: 'strong' }).parentElement?.textContent).toBe(
      'Advanced, up 12, our estimate',
    );
  });

  test('what is put off goes, the next best one comes, and an undo brings it back', async () => {
    const { user } = await open();
    const title = 'Add your first website';
    await user.click(await screen.findByRole('button', { name: `Not now: ${title}` }));
    const list = await screen.findByRole('region', { name: 'Next best actions' });
    await within(list).findByText('Put off: 1');
    expect(within(list).queryByRole('heading', { name: title })).toBeNull();
    // the keyboard stays where it was
    expect(list.contains(document.activeElement)).toBe(true);
    await user.click(within(list).getByText('Put off: 1'));
    await user.click(within(list).getByRole('button', { name: `Bring back: ${title}` }));
    expect(await within(list).findByRole('heading', { name: title })).toBeDefined();
    expect(within(list).queryByText('Put off: 1')).toBeNull();
  });

  test('numbers that could not be updated stay, and say so', async () => {
    const { user, fail } = await openBreakable(false);
    expect(await card()).toBeDefined();
    fail(true);
    await queryClient.refetchQueries();
    expect(await screen.findByText(/could not be updated/)).toBeDefined();
    expect(await card()).toBeDefined();
    fail(false);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await vi.waitFor(() => expect(screen.queryByText(/could not be updated/)).toBeNull());
  });

  test.each([
    ['Cyber Maturity', 'cybermaturity'],
    ['Training', 'training'],
    ['Security Policies', 'compliance'],
    ['Monitoring', 'monitoring'],
    ['Cyber Concierge', 'cyberconcierge'],
    ['Marketplace', 'marketplace'],
  ] as const)(
    '%s: locked it offers to subscribe, and where it is not on offer there is no card',
    async (name, module) => {
      await open(dashboardData({ modules: { [module]: 'INACTIVE' } }));
      expect((await card(name)).getByRole('link', { name: 'Subscribe to Use' }).getAttribute('href')).toBe(
        '/plan',
      );
      cleanup();
      await open(dashboardData({ modules: { [module]: 'NOT_AVAILABLE' } }));
      expect(await screen.findByRole('region', { name: 'Next best actions' })).toBeDefined();
      expect(screen.queryByRole('region', { name })).toBeNull();
    },
  );

  test('a failure says so and is tried again on demand', async () => {
    const { user, fail } = await openBreakable(true);
    await screen.findByText('Your dashboard could not be loaded');
    fail(false);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('region', { name: 'Next best actions' })).toBeDefined();
  });
});
