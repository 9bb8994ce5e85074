// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { organizationContract } from '#modules/organization/contract.ts';
import { currentSession, queryClient } from '#platform/web/query.ts';
import { forgetStartQuery, takeStartQuery } from '#modules/accounts/web/signUp/startQuery.ts';
import { testPortal, type TestPortal } from '../../testing/portal.ts';
import { renderScreen } from '../../testing/screens.tsx';
import { emptyForm, keepDraft } from './onboardingForm.ts';
import { onboardingModule } from './module.ts';

beforeEach(() => sessionStorage.clear());

type Screen = Awaited<ReturnType<typeof renderScreen>>;
type Person = Awaited<ReturnType<TestPortal['signIn']>>;

const open = (person: Person) => renderScreen(onboardingModule, person, '/onboarding');
const press = async ({ user }: Screen, name: string) =>
  user.click(await screen.findByRole('button', { name }));
const pick = async ({ user }: Screen, field: string, option: string) => {
  await user.click(screen.getByRole('combobox', { name: field }));
  await user.click(await screen.findByRole('option', { name: option }));
};

async function fillCompany(view: Screen, url = 'https://acme-widgets.com') {
  await press(view, 'Continue');
  const name = screen.getByRole('textbox', { name: 'Organization name' });
  await view.user.clear(name);
  await view.user.type(name, 'Acme Widgets Inc.');
  await view.user.click(screen.getByRole('radio', { name: '11-20' }));
  await pick(view, 'Primary industry', 'Retail');
  await view.user.clear(screen.getByRole('textbox', { name: 'Primary website address' }));
  if (url) await view.user.type(screen.getByRole('textbox', { name: 'Primary website address' }), url);
  await press(view, 'Next');
}

async function fillPerson(view: Screen) {
  await view.user.type(screen.getByRole('textbox', { name: 'First name' }), 'Ada');
  await view.user.type(screen.getByRole('textbox', { name: 'Last name' }), 'Vance');
  await press(view, 'Next');
}

describe('onboarding', () => {
  test('sets up the organisation without an invitation and goes to the introduction', async () => {
    const portal = await testPortal();
    const ada = await portal.signIn('ada@acme-widgets.com');
    const view = await open(ada);
    await fillCompany(view);
    await fillPerson(view);
    await press(view, 'Skip');
    await waitFor(() => expect(view.at()).toBe('/intro'));
    expect(currentSession().newUser).toBe(false);
    expect((await ada.post('/profile/profileCheck', { cognitoId: ada.cognitoId })).body).toMatchObject({
      companyData: {
        companyName: 'Acme Widgets Inc.',
        companyUrl: 'acme-widgets.com',
        industry: { value: 'RETAIL' },
        numberOfEmployees: '11-20',
      },
      userData: { firstName: 'Ada', lastName: 'Vance', jobTitle: '' },
    });
    expect(sessionStorage.length).toBe(0);
  });

  test('says so when something is missing at the end, and sends nothing', async () => {
    const portal = await testPortal();
    const ada = await portal.signIn('ada@acme-widgets.com');
    keepDraft(ada.cognitoId, {
      page: 3,
      form: { ...emptyForm, firstName: 'Ada', lastName: '   ', companyName: 'Acme' },
    });
    await press(await open(ada), 'Skip');
    await waitFor(() =>
      expect(document.body.textContent).toContain('Incomplete Form. Please complete and submit again.'),
    );
    expect((await ada.post('/profile/profileCheck', { cognitoId: ada.cognitoId })).body.orgId).toBeNull();
  });
});

describe('onboarding that knows something already', () => {
  test('begins with the names and the company that an invitation was addressed to', async () => {
    const portal = await testPortal();
    const request = {
      firstName: 'Bo',
      lastName: 'Lind',
      companyName: 'Acme & <b>Sons</b>',
      signUpCode: 'START',
      variant: 'link' as const,
    };
    await portal.sendSignUpLink({ ...request, email: 'bo@acme-widgets.com' });
    await portal.runJobs();
    const [summary] = await portal.mailbox.list({ to: 'bo@acme-widgets.com' });
    const linkId = /signupLink\/([\w-]{43})/.exec((await portal.mailbox.read(summary!.id))!.text)![1];
    await portal.browser().post('/accounts/magicLinkSignup', { linkId, password: 'Correct-horse-7' });
    const view = await open(await portal.signIn('bo@acme-widgets.com'));
    await waitFor(() =>
      expect(queryClient.getQueryData([organizationContract.profileCheck.path])).toBeDefined(),
    );
    await press(view, 'Continue');
    expect(screen.getByRole('textbox', { name: 'Organization name' })).toHaveProperty(
      'value',
      'Acme & <b>Sons</b>',
    );
    await view.user.click(screen.getByRole('radio', { name: '11-20' }));
    await pick(view, 'Primary industry', 'Retail');
    await press(view, 'Next');
    expect(screen.getByRole('textbox', { name: 'First name' })).toHaveProperty('value', 'Bo');
    expect(screen.getByRole('textbox', { name: 'Last name' })).toHaveProperty('value', 'Lind');
  });

  test('begins with what the email address says, for the person to check', async () => {
    const portal = await testPortal();
    const ada = await portal.signIn('ada.marsh@harbor-lamps.com');
    const view = await open(ada);
    await waitFor(() =>
      expect(queryClient.getQueryData([organizationContract.profileCheck.path])).toBeDefined(),
    );
    await press(view, 'Continue');
    expect(screen.getByRole('textbox', { name: 'Organization name' })).toHaveProperty(
      'value',
      'Harbor Lamps',
    );
    expect(screen.getByRole('textbox', { name: 'Primary website address' })).toHaveProperty(
      'value',
      'harbor-lamps.com',
    );
    expect(screen.getByText(/We filled in what your email address suggests/)).toBeTruthy();
    await view.user.click(screen.getByRole('radio', { name: '21-30' }));
    await pick(view, 'Primary industry', 'Retail');
    await press(view, 'Next');
    expect(screen.getByRole('textbox', { name: 'First name' })).toHaveProperty('value', 'Ada');
    await press(view, 'Next');
    await press(view, 'Skip');
    await waitFor(() => expect(view.at()).toBe('/intro'));
    expect((await ada.post('/profile/profileCheck', { cognitoId: ada.cognitoId })).body).toMatchObject({
      companyData: {
        companyName: 'Harbor Lamps',
        companyUrl: 'harbor-lamps.com',
        numberOfEmployees: '21-30',
      },
      userData: { firstName: 'Ada', lastName: 'Marsh' },
    });
  });

  test('begins with what the portal was opened with, once', async () => {
    history.replaceState(null, '', '/?OrgName=Acme+%3Cimg+src%3Dx%3E&firstName=Ada&lastName=Vance');
    takeStartQuery();
    const portal = await testPortal();
    const view = await open(await portal.signIn('ada@acme-widgets.com'));
    await press(view, 'Continue');
    const name = screen.getByRole('textbox', { name: 'Organization name' });
    expect(name).toHaveProperty('value', 'Acme <img src=x>');
    expect(document.querySelector('img[src=x]')).toBeNull();
    // what was cleared stays cleared
    await view.user.clear(name);
    view.unmount();
    await open(await portal.signIn('ada@acme-widgets.com'));
    expect(await screen.findByRole('textbox', { name: 'Organization name' })).toHaveProperty('value', '');
    forgetStartQuery();
  });
});

describe('the invitation at the end of onboarding', () => {
  test('invites another administrator', async () => {
    const portal = await testPortal();
    const view = await open(await portal.signIn('ada@acme-widgets.com'));
    await fillCompany(view, '');
    await fillPerson(view);
    await view.user.type(screen.getByRole('textbox', { name: 'Work email address' }), 'bo@acme-widgets.com');
    await view.user.type(screen.getByRole('textbox', { name: 'Job title' }), 'Office Manager');
    await press(view, 'Invite Admin');
    expect((await screen.findAllByText('Invited user successfully')).length).toBeGreaterThan(0);
    await waitFor(() => expect(view.at()).toBe('/intro'));
    const ada = await portal.signIn('ada@acme-widgets.com');
    expect((await ada.get('/profile/getUserInviteList')).body.data).toMatchObject([
      { email: 'bo@acme-widgets.com', jobTitle: 'Office Manager' },
    ]);
    await portal.runJobs();
    expect((await portal.mailbox.list({ to: 'bo@acme-widgets.com' })).length).toBe(1);
  });

  test('a refused invitation stays on its page, and the organisation is there', async () => {
    const portal = await testPortal();
    const view = await open(await portal.signIn('ada@acme-widgets.com'));
    await fillCompany(view);
    await fillPerson(view);
    await view.user.type(screen.getByRole('textbox', { name: 'Work email address' }), 'ada@acme-widgets.com');
    await press(view, 'Invite Admin');
    expect((await screen.findAllByText('Error in user invitation')).length).toBeGreaterThan(0);
    expect(screen.getByText('This person already administers your organization.')).toBeDefined();
    expect(screen.getByText(/Your organization is set up/)).toBeDefined();
    await press(view, 'Skip');
    await waitFor(() => expect(view.at()).toBe('/intro'));
  });
});

describe('onboarding that cannot go on', () => {
  test('says what is missing instead of going on', async () => {
    const portal = await testPortal();
    const view = await open(await portal.signIn('ada@acme-widgets.com'));
    await press(view, 'Continue');
    expect(screen.getByRole('button', { name: 'Next' }).getAttribute('aria-disabled')).toBe('true');
    await view.user.type(screen.getByRole('textbox', { name: 'Primary website address' }), 'nope');
    await press(view, 'Next');
    for (const message of [
      'Please enter the organization name.',
      'Please choose the number of team members.',
      'Please choose the primary industry.',
      'Please enter a valid URL.',
    ])
      expect(screen.getByText(message)).toBeDefined();
    expect(screen.getByRole('heading', { name: 'Tell us about your organization' })).toBeDefined();
  });

  test('a failed submission shows a toast, stays on page 3 and loses nothing', async () => {
    const portal = await testPortal();
    const ada = await portal.signIn('ada@acme-widgets.com');
    const view = await open(ada);
    await fillCompany(view);
    await fillPerson(view);
    const working = globalThis.fetch;
    globalThis.fetch = async (input, init) => {
      if (String(input).includes('profileSave')) throw new TypeError('no network');
      return working(input, init);
    };
    await press(view, 'Skip');
    expect(
      (
        await screen.findAllByText(
          'Oops something went wrong. Please try again or contact us at cybersafety.example.',
        )
      ).length,
    ).toBeGreaterThan(0);
    expect(screen.getByRole('heading', { name: 'Invite another admin' })).toBeDefined();
    await press(view, 'Back');
    expect(screen.getByRole('textbox', { name: 'First name' })).toMatchObject({ value: 'Ada' });

    // the page is loaded again
    view.unmount();
    const again = await open(ada);
    expect(await screen.findByRole('textbox', { name: 'Last name' })).toMatchObject({ value: 'Vance' });
    await press(again, 'Next');
    await press(again, 'Skip');
    await waitFor(() => expect(again.at()).toBe('/intro'));
  });

  test('what one person entered is not shown to another in the same tab', async () => {
    const portal = await testPortal();
    const view = await open(await portal.signIn('ada@acme-widgets.com'));
    await fillCompany(view);
    view.unmount();
    await open(await portal.signIn('eve@evil.com'));
    expect(await screen.findByRole('button', { name: 'Continue' })).toBeDefined();
  });

  test('somebody with an organisation goes to the introduction at once', async () => {
    const portal = await testPortal();
    const view = await open(await portal.member());
    await waitFor(() => expect(view.at()).toBe('/intro'));
  });
});
