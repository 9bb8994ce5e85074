// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, onTestFinished, test } from 'vitest';
import { testPortal, type TestPortal } from '#app/testing/portal.ts';
import { renderScreen } from '#app/testing/screens.tsx';
import { askConcierge, endConciergePrompt, useConciergePrompt } from '#modules/plans/web/public.ts';
import { setAssessmentProgress, useAssessmentProgress } from '#modules/maturity/web/public.ts';
import { ConciergeDialog } from './ConciergeDialog.tsx';
import { MaturityPrompts } from './MaturityPrompts.tsx';

const standing = {
  begun: true,
  completed: false,
  percent: 40,
  minutesLeft: 25,
  startPath: '/cybermaturity/assessment/start',
  nextPath: '/cybermaturity/assessment/q7',
};

function Prompts() {
  const assessment = useAssessmentProgress();
  const [here, setHere] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setHere(!here)}>
        {here ? 'Leave' : 'Come back'}
      </button>
      {here && assessment && <MaturityPrompts assessment={assessment} />}
    </>
  );
}

async function open(portal: TestPortal, cybermaturity: object, assessment = standing) {
  const newcomer = await portal.member();
  await newcomer.post('/profile/updateCustomerPortalData', {
    introViewed: { dashboard: true },
    cybermaturity,
  });
  // nothing opens by itself in the first session
  portal.clock.advance(60);
  const ada = await portal.signIn(newcomer.email);
  setAssessmentProgress(assessment);
  onTestFinished(() => setAssessmentProgress(null));
  const flags = async () => (await ada.get('/profile/getCustomerPortalData')).body.data.cybermaturity;
  return { ...(await renderScreen(<Prompts />, ada)), flags };
}

describe('cyber maturity', () => {
  test('the release notes come once and are marked as seen when they show', async () => {
    const { user, flags } = await open(await testPortal(), {});
    expect(await screen.findByRole('dialog', { name: 'New: Cyber Maturity' })).toBeDefined();
    expect(screen.getByRole('link', { name: 'Go to Assessment' }).getAttribute('href')).toBe(
      standing.nextPath,
    );
    await waitFor(async () =>
      expect(await flags()).toEqual({
        hasSeenReleaseNotes: true,
        dontShowRoadBlock: false,
        closedRoadBlock: false,
      }),
    );
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('the roadblock says how far one is and can be skipped for good', async () => {
    const { user, flags } = await open(await testPortal(), { hasSeenReleaseNotes: true });
    expect(await screen.findByText('40% done')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Finish Assessment' }).getAttribute('href')).toBe(
      standing.nextPath,
    );
    await user.click(screen.getByRole('checkbox', { name: "Don't show this again" }));
    await user.click(screen.getByRole('button', { name: 'Skip' }));
    await waitFor(async () => expect((await flags()).dontShowRoadBlock).toBe(true));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('however the roadblock is closed, it stays closed', async () => {
    const { user, flags } = await open(await testPortal(), { hasSeenReleaseNotes: true });
    await screen.findByText('40% done');
    await user.keyboard('{Escape}');
    await waitFor(async () =>
      expect(await flags()).toEqual({
        hasSeenReleaseNotes: true,
        dontShowRoadBlock: false,
        closedRoadBlock: true,
      }),
    );
  });

  test('coming back to the page within the same visit asks nothing again', async () => {
    const { user } = await open(await testPortal(), { hasSeenReleaseNotes: true });
    await user.click(await screen.findByRole('button', { name: 'Skip' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Leave' }));
    await user.click(screen.getByRole('button', { name: 'Come back' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('the first answers of many are a beginning, although they are no whole percent', async () => {
    await open(await testPortal(), { hasSeenReleaseNotes: true }, { ...standing, percent: 0 });
    expect((await screen.findByRole('link', { name: 'Finish Assessment' })).getAttribute('href')).toBe(
      standing.nextPath,
    );
  });

  test('who has not begun is offered to start', async () => {
    await open(await testPortal(), { hasSeenReleaseNotes: true }, { ...standing, begun: false, percent: 0 });
    expect((await screen.findByRole('link', { name: 'Start Assessment' })).getAttribute('href')).toBe(
      standing.startPath,
    );
  });
});

const Contact = () => (
  <ConciergeDialog opened={useConciergePrompt()} onClose={endConciergePrompt} aboutHref="/concierge/about" />
);

test('the concierge can be called, written to and read about', async () => {
  const portal = await testPortal();
  const { user } = await renderScreen(<Contact />, await portal.member());
  askConcierge();
  onTestFinished(() => endConciergePrompt());
  const call = await screen.findByRole('link', { name: 'Schedule a Call' });
  expect([call.getAttribute('href'), call.getAttribute('target')]).toEqual([
    'https://cybersafety.example/concierge/schedule',
    '_blank',
  ]);
  expect(screen.getByRole('link', { name: 'Email Concierge' }).getAttribute('href')).toBe(
    'mailto:concierge@cybersafety.example',
  );
  await user.click(screen.getByRole('link', { name: 'About Cyber Concierge' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
