// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { testPortal } from '#app/testing/portal.ts';
import { renderScreen } from '#app/testing/screens.tsx';
import { dashboardModule } from '#modules/dashboard/web/module.ts';
import { MaturityPrompts } from '#modules/guidance/web/MaturityPrompts.tsx';
import { maturityModule } from '#modules/maturity/web/module.ts';
import { policiesModule } from '#modules/policies/web/module.ts';
import { setAssessmentProgress, useAssessmentProgress } from '#modules/maturity/web/public.ts';

function Prompts() {
  const assessment = useAssessmentProgress();
  return assessment && <MaturityPrompts assessment={assessment} />;
}

const promise = /about (\d+ (?:hours?|minutes?)(?: \d+ minutes?)?)/;
const promiseIn = (element: HTMLElement | null): string | undefined =>
  promise.exec(element?.textContent ?? '')?.[1];

/** What each place promises for the assessment, as it stands. */
async function assessmentPromises(begun: boolean) {
  const portal = await testPortal();
  const newcomer = await portal.member();
  await newcomer.post('/profile/updateCustomerPortalData', {
    introViewed: { dashboard: true, cybermaturity: true },
    cybermaturity: { hasSeenReleaseNotes: true },
  });
  // the dialog does not open by itself in the first session
  portal.clock.advance(60);
  const ada = await portal.signIn(newcomer.email);
  // so that the action is among the first five
  await ada.post('/profile/editUser', {
    cognitoId: newcomer.cognitoId,
    orgGoals: { learnMoreAboutCyberSecurity: true },
  });
  if (begun)
    await ada.post('/zimm/saveAssessment', { data: { questionId: 'leadership-1-key', answer: 'yes' } });
  onTestFinished(() => setAssessmentProgress(null));
  await renderScreen(dashboardModule, ada, '/dashboard');
  const heading = await screen.findByRole('heading', {
    name: begun ? 'Finish the maturity assessment' : 'Find out how mature your security is',
  });
  const action = promiseIn(heading.closest('li'));
  const { zimm } = (await ada.get('/dashboard/getModuleActivity')).body.data;
  cleanup();
  setAssessmentProgress({
    begun,
    completed: false,
    percent: zimm.percent,
    minutesLeft: zimm.minutesLeft,
    startPath: '/s',
    nextPath: '/n',
  });
  await renderScreen(<Prompts />, ada);
  const dialog = promiseIn(await screen.findByRole('dialog'));
  cleanup();
  await renderScreen(maturityModule, ada, '/cybermaturity/assessment');
  const page = promiseIn(await screen.findByText(begun ? /(minutes?|hours?) left/ : /in all/));
  cleanup();
  const { interstitials } = (await ada.get('/zimm/assessmentConfig')).body.data;
  const welcome = promise.exec(
    interstitials.find(({ trigger }: { trigger: string }) => trigger === 'welcome').body,
  )?.[1];
  return { action, dialog, page, welcome };
}

test('every place promises the same time for an assessment that was not begun', async () => {
  const { action, ...others } = await assessmentPromises(false);
  expect(action).toMatch(/hour|minutes/);
  expect(others).toEqual({ dialog: action, page: action, welcome: action });
});

test('every place promises the same time for the rest of an assessment', async () => {
  const { action, dialog, page } = await assessmentPromises(true);
  expect(action).toMatch(/hour|minutes/);
  expect({ dialog, page }).toEqual({ dialog: action, page: action });
});

test('the dashboard promises for the first policy what its template does', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  await renderScreen(dashboardModule, ada, '/dashboard');
  const action = promiseIn(
    (await screen.findByRole('heading', { name: 'Put your first policy in effect' })).closest('li'),
  );
  cleanup();
  await renderScreen(policiesModule, ada, '/securitypolicy');
  const starters = within(await screen.findByRole('list', { name: 'Begin with these five' }));
  expect(promiseIn(starters.getAllByRole('listitem')[0]!)).toBe(action);
  expect(action).toMatch(/minutes/);
});
