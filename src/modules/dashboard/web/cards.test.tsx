// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dashboardData } from '../testing/dashboardData.ts';
import { openDashboard, card } from '../testing/openDashboard.tsx';

test('an inactive module offers to subscribe', async () => {
  await openDashboard(dashboardData({ modules: { monitoring: 'INACTIVE' } }));
  expect((await card()).getByRole('link', { name: 'Subscribe to Use' }).getAttribute('href')).toBe('/plan');
});

test('a module that is not available has no card', async () => {
  await openDashboard(dashboardData({ modules: { monitoring: 'NOT_AVAILABLE' } }));
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
  await openDashboard(dashboardData({ maturity }));
  const shown = await card('Cyber Maturity');
  expect(shown.getByText(status)).toBeDefined();
  expect(shown.getByText('Beta')).toBeDefined();
  expect(shown.getByRole('link', { name: button }).getAttribute('href')).toBe(href);
});

test('a level shows with its name, and how much is answered', async () => {
  await openDashboard(dashboardData());
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
  await openDashboard(
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
  await openDashboard(dashboardData({ policies }));
  expect((await card('Security Policies')).getByRole('link', { name: button }).getAttribute('href')).toBe(
    href,
  );
});

test('policies are counted: in effect, drafts, inactive', async () => {
  await openDashboard(dashboardData({ policies: { active: 4, draft: 3, inactive: 11 } }));
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
  await openDashboard(dashboardData({ training }));
  const shown = await card('Training');
  expect(shown.getByText(status)).toBeDefined();
  expect(shown.getByRole('link', { name: button }).getAttribute('href')).toBe(href);
});

test('training is counted: people, finished and incomplete modules', async () => {
  await openDashboard(dashboardData({ training: { teamMembers: 12, isFinished: 20, isNotFinished: 4 } }));
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
    await openDashboard(dashboardData({ concierge }));
    const shown = await card('Cyber Concierge');
    const links = shown.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    expect(links).toEqual([...counts.map(([label, n, href]) => [`${label}${n}`, href]), ...buttons]);
  },
);

test.each([
  [1, '1 weakness is also a website issue.'],
  [7, '7 weaknesses are also website issues.'],
])('the concierge card says that %i of its weaknesses are issues too', async (weaknesses, words) => {
  await openDashboard(
    dashboardData({ concierge: { numberOfWeaknesses: 7, sameAsIssues: { weaknesses, urgent: 0 } } }),
  );
  expect((await card('Cyber Concierge')).getByText(words)).toBeDefined();
});

test.each([
  [{ maxPercent: 66 }, 'Partner tools with up to 66% savings.'],
  [{ maxPercent: null }, 'Partner tools that fix what is open.'],
] as const)('the card of the marketplace for %j', async (marketplace, words) => {
  await openDashboard(dashboardData({ marketplace }));
  const shown = await card('Marketplace');
  expect(shown.getByText('Connect and Secure')).toBeDefined();
  expect(shown.getByText(words)).toBeDefined();
  expect(shown.getByRole('link', { name: 'View Partner Tools' }).getAttribute('href')).toBe('/marketplace');
});

test('all six cards stand in the order of the specification', async () => {
  await openDashboard(dashboardData());
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
    await openDashboard(dashboardData({ modules: { [module]: 'INACTIVE' } }));
    expect((await card(name)).getByRole('link', { name: 'Subscribe to Use' }).getAttribute('href')).toBe(
      '/plan',
    );
    cleanup();
    await openDashboard(dashboardData({ modules: { [module]: 'NOT_AVAILABLE' } }));
    expect(await screen.findByRole('region', { name: 'Next best actions' })).toBeDefined();
    expect(screen.queryByRole('region', { name })).toBeNull();
  },
);
