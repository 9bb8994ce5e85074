// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { testPortal, type TestPortal } from '#app/testing/portal.ts';
import { renderScreen } from '#app/testing/screens.tsx';
import { endIntro, useFeatureIntro, useOpenIntro } from '#modules/plans/web/public.ts';
import { FeatureIntroHost } from './FeatureIntroHost.tsx';
import { guidanceModule } from './module.ts';

type Person = Awaited<ReturnType<TestPortal['member']>>;
const open = (person: Person) => renderScreen(guidanceModule, person, '/intro');
const seen = async (person: Person) =>
  (await person.get('/profile/getCustomerPortalData')).body.data.introViewed;
const goalsOf = (portal: TestPortal, person: Person) =>
  portal.base
    .forOrg(person.orgId)
    .inOrg(
      async (db) =>
        (await db.selectFrom('organization').select('orgGoals').executeTakeFirstOrThrow()).orgGoals,
    );

describe('goals intro', () => {
  test('leads through six pages, saves the goals and goes to the dashboard', async () => {
    const portal = await testPortal();
    const ada = await portal.member();
    const { user, at } = await open(ada);
    expect(await screen.findByText('1 of 6')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
    for (let page = 2; page <= 6; page++) {
      await user.click(screen.getByRole('button', { name: 'Next' }));
      expect(screen.getByText(`${page} of 6`)).toBeDefined();
    }
    expect(screen.getByRole('heading', { name: 'Your Goals' })).toBeDefined();
    await user.click(screen.getByRole('checkbox', { name: 'Meet contractual obligations' }));
    await user.click(screen.getByRole('checkbox', { name: 'Other' }));
    await user.type(
      screen.getByRole('textbox', { name: 'What else would you like to reach?' }),
      'Win a customer',
    );
    await user.click(screen.getByRole('checkbox', { name: 'Other' }));
    await user.click(screen.getByRole('checkbox', { name: 'Other' }));
    expect(screen.getByRole('textbox', { name: 'What else would you like to reach?' })).toMatchObject({
      value: '',
    });
    await user.type(
      screen.getByRole('textbox', { name: 'What else would you like to reach?' }),
      'Sleep well',
    );
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await waitFor(() => expect(at()).toBe('/dashboard'));
    expect(await seen(ada)).toEqual({ dashboard: true });
    expect(await goalsOf(portal, ada)).toMatchObject({
      meetContractualObligations: true,
      meetRegulatoryRequirements: false,
      hasOtherGoals: true,
      otherGoals: 'Sleep well',
    });
    expect(
      (await ada.post('/profile/profileCheck', { cognitoId: ada.cognitoId })).body.userData.hasSeenOrgGoals,
    ).toBe(true);
  });

  test('an administrator who joins later finds the goals that are saved, and only pressing Next keeps them', async () => {
    const portal = await testPortal();
    const ada = await portal.member();
    const orgGoals = { meetContractualObligations: true, hasOtherGoals: true, otherGoals: 'Win a customer' };
    await ada.post('/profile/editUser', { cognitoId: ada.cognitoId, orgGoals });
    const { user, at } = await open(ada);
    await screen.findByText('1 of 6');
    await user.keyboard('{ArrowRight}'.repeat(5));
    expect(screen.getByRole('checkbox', { name: 'Meet contractual obligations' })).toMatchObject({
      checked: true,
    });
    expect(screen.getByRole('checkbox', { name: 'Meet regulatory requirements' })).toMatchObject({
      checked: false,
    });
    expect(screen.getByRole('textbox', { name: 'What else would you like to reach?' })).toMatchObject({
      value: 'Win a customer',
    });
    // a colleague adds a goal meanwhile
    await ada.post('/profile/editUser', {
      cognitoId: ada.cognitoId,
      orgGoals: { learnMoreAboutCyberSecurity: true },
    });
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await waitFor(() => expect(at()).toBe('/dashboard'));
    expect(await goalsOf(portal, ada)).toMatchObject({ ...orgGoals, learnMoreAboutCyberSecurity: true });
  });
});

describe('the way through the goals intro', () => {
  test('Skip leads past what only informs, to the goals', async () => {
    const portal = await testPortal();
    const ada = await portal.member();
    const { user, at } = await open(ada);
    await user.click(await screen.findByRole('button', { name: 'Skip' }));
    expect(screen.getByText('6 of 6')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Skip' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await waitFor(() => expect(at()).toBe('/dashboard'));
    expect(
      (await ada.post('/profile/profileCheck', { cognitoId: ada.cognitoId })).body.userData.hasSeenOrgGoals,
    ).toBe(true);
  });

  test('leafs with the arrow keys, and Back goes back', async () => {
    const portal = await testPortal();
    const { user } = await open(await portal.member());
    await screen.findByText('1 of 6');
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}');
    expect(screen.getByText('2 of 6')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(screen.getByText('1 of 6')).toBeDefined();
  });

  test('who has seen it goes straight to the dashboard', async () => {
    const portal = await testPortal();
    const ada = await portal.member();
    await ada.post('/profile/updateCustomerPortalData', { introViewed: { dashboard: true } });
    const { at } = await open(ada);
    await waitFor(() => expect(at()).toBe('/dashboard'));
  });

  test('staff get through it without leaving a trace', async () => {
    const portal = await testPortal();
    const ada = await portal.member();
    await portal.database.global.updateTable('appSession').set({ supportStaff: 'Sam Staff' }).execute();
    const { user, at } = await open(ada);
    await screen.findByText('1 of 6');
    await user.keyboard('{ArrowRight}'.repeat(5));
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await waitFor(() => expect(at()).toBe('/dashboard'));
    expect(await seen(ada)).toEqual({});
    expect(await goalsOf(portal, ada)).toEqual({});
  });

  test('a failure keeps the goals on the page', async () => {
    const portal = await testPortal();
    const { user } = await open(await portal.member());
    await screen.findByText('1 of 6');
    await user.keyboard('{ArrowRight}'.repeat(5));
    await user.click(screen.getByRole('checkbox', { name: 'Learn more about cyber security' }));
    const working = globalThis.fetch;
    globalThis.fetch = async (input, init) =>
      String(input).includes('editUser') ? new Response('{}', { status: 500 }) : working(input, init);
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(
      (
        await screen.findAllByText(
          'Try again. If this problem persists, contact support@cybersafety.example.',
        )
      ).length,
    ).toBeGreaterThan(0);
    expect(screen.getByRole('checkbox', { name: 'Learn more about cyber security' })).toMatchObject({
      checked: true,
    });
  });
});

function Feature({ feature = 'monitoring' }: { feature?: string }) {
  const { open: view } = useFeatureIntro(feature);
  const intro = useOpenIntro();
  return (
    <>
      <button type="button" onClick={view}>
        View Intro
      </button>
      <FeatureIntroHost feature={intro?.feature} wanted={intro?.wanted === true} onClose={endIntro} />
    </>
  );
}

describe('introduction of a feature', () => {
  const ready = async (portal: TestPortal) => {
    const ada = await portal.member();
    await ada.post('/profile/updateCustomerPortalData', { introViewed: { dashboard: true } });
    // nothing opens by itself in the first session
    portal.clock.advance(60);
    return { ...ada, ...(await portal.signIn(ada.email)) };
  };

  test('opens on the first visit with the focus on its words, is marked as seen, and opens again when asked for', async () => {
    const portal = await testPortal();
    const ada = await ready(portal);
    const { user } = await renderScreen(<Feature />, ada);
    const first = await screen.findByRole('heading', { name: 'Your website, seen from outside' });
    await waitFor(() => expect(document.activeElement).toBe(first));
    await waitFor(async () => expect(await seen(ada)).toEqual({ dashboard: true, monitoring: true }));
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await user.click(screen.getByRole('button', { name: 'Back' }));
    for (let page = 1; page < 4; page++) await user.click(screen.getByRole('button', { name: 'Next' }));
    await user.click(screen.getByRole('button', { name: 'Got It' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'View Intro' }));
    await user.click(await screen.findByRole('button', { name: 'Skip Intro' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('does not open by itself a second time', async () => {
    const portal = await testPortal();
    const ada = await ready(portal);
    await ada.post('/profile/updateCustomerPortalData', { introViewed: { monitoring: true } });
    const { user } = await renderScreen(<Feature />, ada);
    await user.click(await screen.findByRole('button', { name: 'View Intro' }));
    expect(await screen.findByRole('dialog', { name: 'Website scans' })).toBeDefined();
  });

  test.each([
    ['compliance', 'Security policies'],
    ['ratings', 'Attack Surface Analytics'],
    ['training', 'Training'],
    ['cybermaturity', 'Cyber Maturity'],
    ['cyberconcierge', 'Cyber Concierge'],
  ])('%s introduces itself on the first visit, page by page', async (feature, title) => {
    const portal = await testPortal();
    const ada = await ready(portal);
    const { user } = await renderScreen(<Feature feature={feature} />, ada);
    expect(await screen.findByRole('dialog', { name: title })).toBeDefined();
    await waitFor(async () => expect(await seen(ada)).toEqual({ dashboard: true, [feature]: true }));
    expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
    await user.keyboard('{ArrowRight}');
    expect(screen.getByRole('button', { name: 'Back' })).toBeDefined();
    await user.keyboard('{ArrowRight}');
    expect(screen.queryByRole('button', { name: 'Skip Intro' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Got It' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
