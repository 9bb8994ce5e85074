// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { testPortal, type TestPortal } from '#app/testing/portal.ts';
import { renderScreen } from '#app/testing/screens.tsx';
import { setAssessmentProgress } from '#modules/maturity/web/public.ts';
import { useFeatureIntro } from '#modules/plans/web/public.ts';
import { Shell } from './Shell.tsx';

function Scans() {
  useFeatureIntro('monitoring');
  return <h1>Website Security Scans</h1>;
}
const routes = [
  {
    element: <Shell />,
    children: [
      { path: '/webappscan', element: <Scans /> },
      { path: '*', element: <h1>Dashboard</h1> },
    ],
  },
];

async function newcomer(portal: TestPortal) {
  const ada = await portal.member('ada@acme-widgets.com');
  await ada.post('/profile/editUser', { cognitoId: ada.cognitoId, hasSeenOrgGoals: true });
  await ada.post('/profile/updateCustomerPortalData', { introViewed: { dashboard: true } });
  return ada;
}
const dataOf = async (ada: Awaited<ReturnType<typeof newcomer>>) =>
  (await ada.get('/profile/getCustomerPortalData')).body.data;
const standing = {
  begun: false,
  completed: false,
  percent: 0,
  minutesLeft: 95,
  startPath: '/cybermaturity/assessment/start',
  nextPath: '/x',
};
// narrow windows have it in their header as well
const news = async () =>
  within(await screen.findByRole('complementary', { name: 'Sidebar' })).findByRole('button', {
    name: /^What is new/,
  });
const lineOfScans = { name: 'About Website Scans' };

test('in the first session a page says what it is for in one line, which is closed for good', async () => {
  const portal = await testPortal();
  const ada = await newcomer(portal);
  const { user } = await renderScreen(routes, ada, '/webappscan');
  const line = await screen.findByRole('region', lineOfScans);
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(within(line).getByRole('button', { name: 'Dismiss: About Website Scans' }));
  expect(screen.queryByRole('region', lineOfScans)).toBeNull();
  await waitFor(async () => expect((await dataOf(ada)).introViewed.monitoring).toBe(true));
});

test('the line leads to the introduction, which is marked as viewed when it opens', async () => {
  const portal = await testPortal();
  const ada = await newcomer(portal);
  const { user } = await renderScreen(routes, ada, '/webappscan');
  await user.click(
    within(await screen.findByRole('region', lineOfScans)).getByRole('button', { name: 'Take the tour' }),
  );
  expect(await screen.findByRole('dialog', { name: 'Website scans' })).toBeDefined();
  await waitFor(async () => expect((await dataOf(ada)).introViewed.monitoring).toBe(true));
});

test('after the first session the introduction opens by itself instead', async () => {
  const portal = await testPortal();
  await newcomer(portal);
  portal.clock.advance(60);
  await renderScreen(routes, await portal.signIn('ada@acme-widgets.com'), '/webappscan');
  expect(await screen.findByRole('dialog', { name: 'Website scans' })).toBeDefined();
  expect(screen.queryByRole('region', lineOfScans)).toBeNull();
});

test('what did not open by itself waits behind "What is new" with a count', async () => {
  const portal = await testPortal();
  const ada = await newcomer(portal);
  setAssessmentProgress(standing);
  onTestFinished(() => setAssessmentProgress(null));
  const { user } = await renderScreen(routes, ada, '/dashboard');
  const button = await news();
  const before = Number(/(\d+) new$/.exec(button.textContent)?.[1]);
  expect(before).toBeGreaterThan(3);
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(button);
  const list = await screen.findByRole('dialog', { name: 'What is new' });
  await user.click(within(list).getByRole('button', { name: /New: Cyber Maturity/ }));
  const notes = await screen.findByRole('dialog', { name: 'New: Cyber Maturity' });
  await waitFor(async () => expect((await dataOf(ada)).cybermaturity.hasSeenReleaseNotes).toBe(true));
  expect(within(notes).getByRole('link', { name: 'Go to Assessment' }).getAttribute('href')).toBe(
    standing.startPath,
  );
  await user.keyboard('{Escape}');
  // the roadblock has come in the place of the notes
  await user.click(await news());
  await user.click(
    within(await screen.findByRole('dialog', { name: 'What is new' })).getByRole('button', {
      name: /How mature/,
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Skip' }));
  await waitFor(async () => expect((await dataOf(ada)).cybermaturity.closedRoadBlock).toBe(true));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(async () => expect((await news()).textContent).toContain(`${before - 1} new`));
});
