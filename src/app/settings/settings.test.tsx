// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { testPortal, type TestPortal } from '../testing.ts';
import { renderScreen } from '../testing.tsx';
import { settingsRoutes } from './routes.tsx';

type Member = Awaited<ReturnType<TestPortal['member']>>;
const open = (person: Pick<Member, 'send'>, path = '/settings') => renderScreen(settingsRoutes, person, path);

/** A toast of a tone with these words; how long each tone stays is held by the toasts' own tests. */
const saying = (tone: 'success' | 'danger', words: string) =>
  waitFor(() =>
    expect(
      [...document.querySelectorAll(`[data-tone="${tone}"]`)].map((one) => one.textContent).join(),
    ).toContain(words),
  );

beforeEach(() => notifications.clean());

async function world() {
  const portal = await testPortal();
  const ada = await portal.member('ada@acme-widgets.com');
  const orgId = ada.orgId;
  const bo = await portal.identity.createUser({ email: 'bo@acme-widgets.com', password: 'Correct-horse-7' });
  const at = portal.clock.now();
  await portal.database.inOrg(orgId, (db) =>
    db
      .insertInto('admin')
      .values({
        orgId,
        cognitoId: bo.cognitoId,
        email: bo.email,
        firstName: 'Bo',
        lastName: 'Lind',
        jobTitle: 'IT lead',
        createdAt: at,
        updatedAt: at,
      })
      .execute(),
  );
  await ada.post('/accounts/invite_user', { email: 'cy@acme-widgets.com', firstName: 'Cy', lastName: 'Ode' });
  return { portal, ada, bo };
}
/** Whatever is sent to this address fails on the way. */
const failing = (person: Member, part: string): Pick<Member, 'send'> => ({
  send: (method, url, ...rest) => person.send(method, url.includes(part) ? `/api/nowhere` : url, ...rest),
});
const rowMenu = async (view: Awaited<ReturnType<typeof open>>, name: string, action: string) => {
  await view.user.click(await screen.findByRole('button', { name }));
  await view.user.click(await screen.findByRole('menuitem', { name: action }));
};
const dialog = () => screen.findByRole('dialog');
const press = async (view: Awaited<ReturnType<typeof open>>, name: string) =>
  view.user.click(within(await dialog()).getByRole('button', { name }));

describe('tabs', () => {
  test('the root leads to your own details, with the panels of other modules below them', async () => {
    const { ada } = await world();
    const view = await open(ada);
    expect(await screen.findByRole('heading', { name: 'Mails' })).toBeDefined();
    expect(view.at()).toBe('/settings/you');
    expect(screen.getByRole('tab', { name: 'Your Details' }).getAttribute('aria-selected')).toBe('true');
  });

  test('are links that change the address; arrow keys leaf through them, and going back works', async () => {
    const { ada } = await world();
    const view = await open(ada, '/settings/you');
    const tab = async (name: string | RegExp) => screen.findByRole('tab', { name });
    await view.user.click(await tab('Organization Details'));
    await waitFor(() => expect(view.at()).toBe('/settings/organization'));
    expect((await tab('Organization Details')).getAttribute('href')).toBe('/settings/organization');
    const shows = async (name: string | RegExp) =>
      waitFor(async () => expect((await tab(name)).getAttribute('aria-selected')).toBe('true'));
    const leaf = async (key: string, to: string | RegExp) => {
      await view.user.keyboard(key);
      await shows(to);
      expect(document.activeElement).toBe(await tab(to));
    };
    await shows('Organization Details');
    await leaf('{ArrowRight}', /Manage/);
    await leaf('{ArrowRight}', 'Your Details');
    await leaf('{End}', /Manage/);
    await leaf('{Home}', 'Your Details');
    await act(() => view.router.navigate(-3));
    await waitFor(() => expect(view.at()).toBe('/settings/admins'));
    expect(screen.queryByText('Hung in here')).toBeNull();
  });

  test('an unknown tab is nowhere', async () => {
    const { ada } = await world();
    await open(ada, '/settings/secrets');
    expect(await screen.findByTestId('elsewhere')).toBeDefined();
  });
});

describe('your details', () => {
  test('are changed and told; cancelling changes nothing', async () => {
    const { ada } = await world();
    const view = await open(ada, '/settings/you');
    await view.user.click(await screen.findByRole('button', { name: 'Edit' }));
    const title = () => screen.getByRole('textbox', { name: /Job title/ });
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
    await view.user.clear(title());
    await view.user.type(title(), 'No one');
    await view.user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByText('Office manager')).toBeDefined();
    await view.user.click(screen.getByRole('button', { name: 'Edit' }));
    await view.user.clear(title());
    await view.user.type(title(), 'Director');
    await view.user.click(screen.getByRole('button', { name: 'Save' }));
    await saying('success', 'Details successfully updated.');
    expect(await screen.findByText('Director')).toBeDefined();
  });

  test('that could not be saved stay in the form, and the toast stays', async () => {
    const { ada } = await world();
    const view = await open(failing(ada, 'editUser'), '/settings/you');
    await view.user.click(await screen.findByRole('button', { name: 'Edit' }));
    await view.user.type(screen.getByRole('textbox', { name: /First name/ }), 'lina');
    await view.user.click(screen.getByRole('button', { name: 'Save' }));
    await saying('danger', 'Details could not be updated.');
    expect(
      screen.getByText('Try again. If this problem persists, contact support@cybersafety.example.'),
    ).toBeDefined();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /First name/ }).value).toBe('Adalina');
  });
});

describe('the goals of the organization', () => {
  test('are shown, changed one by one, and the rest is kept', async () => {
    const { ada } = await world();
    await ada.post('/profile/editUser', {
      cognitoId: ada.cognitoId,
      orgGoals: { meetContractualObligations: true },
    });
    const view = await open(ada, '/settings/organization');
    const list = await screen.findByRole('list', { name: 'Your goals' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Meet contractual obligations']);
    await view.user.click(screen.getByRole('button', { name: 'Edit goals' }));
    const box = within(await dialog());
    expect(box.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
    await view.user.click(box.getByRole('checkbox', { name: 'Other' }));
    await view.user.type(
      box.getByRole('textbox', { name: 'What else would you like to reach?' }),
      'Win a bid',
    );
    await press(view, 'Save');
    await saying('success', 'Details successfully updated.');
    await waitFor(() =>
      expect(
        within(screen.getByRole('list', { name: 'Your goals' }))
          .getAllByRole('listitem')
          .map((item) => item.textContent),
      ).toEqual(['Meet contractual obligations', 'Win a bid']),
    );
  });
});

describe('the company dialog', () => {
  test('is saved only where something changed and the address is one, without its protocol', async () => {
    const { ada } = await world();
    const view = await open(ada, '/settings/organization');
    await view.user.click(await screen.findByRole('button', { name: 'Company update' }));
    const box = within(await dialog());
    const update = () => box.getByRole<HTMLButtonElement>('button', { name: 'Update' });
    const url = () => box.getByRole<HTMLInputElement>('textbox', { name: 'Primary website address' });
    expect(
      box.getByText('Include all full-time and part-time employees, contractors, and consultants.'),
    ).toBeDefined();
    expect(update().disabled).toBe(true);
    await view.user.type(url(), 'no url');
    await view.user.tab();
    expect(box.getByText('Please enter a valid URL.')).toBeDefined();
    expect(update().disabled).toBe(true);
    await view.user.clear(url());
    await view.user.type(url(), 'https://acme-widgets.com');
    await view.user.tab();
    expect(url().value).toBe('acme-widgets.com');
    expect(update().disabled).toBe(false);
    await view.user.click(update());
    await saying('success', 'Details successfully updated.');
    expect(await screen.findByText('acme-widgets.com')).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('that fails says so and keeps what was entered', async () => {
    const { ada } = await world();
    const view = await open(failing(ada, 'companyUpdate'), '/settings/organization');
    await view.user.click(await screen.findByRole('button', { name: 'Company update' }));
    await view.user.type(within(await dialog()).getByRole('textbox', { name: /Company name/ }), ' Ltd');
    await press(view, 'Update');
    await saying('danger', 'Details could not be updated.');
    expect(
      within(await dialog()).getByRole<HTMLInputElement>('textbox', { name: /Company name/ }).value,
    ).toBe('Acme Widgets Inc. Ltd');
  });
});

describe('admins', () => {
  test('are listed with who one is oneself, found by typing, and nobody is offered to remove themself', async () => {
    const { ada } = await world();
    const view = await open(ada, '/settings/admins');
    const own = (await screen.findByRole('button', { name: 'Actions for Ada Vance' })).closest('tr')!;
    expect(within(own).getByText('You')).toBeDefined();
    await view.user.click(within(own).getByRole('button', { name: 'Actions for Ada Vance' }));
    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(['Edit']);
    await view.user.keyboard('{Escape}');
    await view.user.type(screen.getByRole('searchbox'), 'lead');
    expect(screen.queryByRole('button', { name: 'Actions for Ada Vance' })).toBeNull();
    expect(screen.getByText('Bo Lind')).toBeDefined();
    expect(screen.getByText('No invite matches “lead”.')).toBeDefined();
  });

  test('are edited and removed, each told', async () => {
    const { ada } = await world();
    const view = await open(ada, '/settings/admins');
    await rowMenu(view, 'Actions for Bo Lind', 'Edit');
    await view.user.type(within(await dialog()).getByRole('textbox', { name: /First name/ }), 'ris');
    await press(view, 'Save');
    await saying('success', 'Details successfully updated.');
    await rowMenu(view, 'Actions for Boris Lind', 'Remove');
    await press(view, 'Remove Admin');
    await saying('success', 'Admin successfully removed.');
    await waitFor(() => expect(screen.queryByText('Boris Lind')).toBeNull());
  });

  test('that could not be edited or removed are told in the words of each', async () => {
    const { ada } = await world();
    const view = await open(
      {
        send: (method, url, ...rest) =>
          ada.send(method, /editUser|removeUser/.test(url) ? '/api/nowhere' : url, ...rest),
      },
      '/settings/admins',
    );
    await rowMenu(view, 'Actions for Bo Lind', 'Edit');
    await view.user.type(within(await dialog()).getByRole('textbox', { name: /First name/ }), 'ris');
    await press(view, 'Save');
    await saying('danger', 'Edit user failed.');
    await press(view, 'Cancel');
    await rowMenu(view, 'Actions for Bo Lind', 'Remove');
    await press(view, 'Remove Admin');
    await saying('danger', 'Admin could not be removed.');
  });

  test('that cannot be fetched are told, with a way to try again', async () => {
    const { ada } = await world();
    await open(failing(ada, 'getUserList'), '/settings/admins');
    await saying('danger', 'Cannot fetch user list');
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined();
    expect(
      screen.getByText('Something went wrong. Try refreshing the page or email support@cybersafety.example.'),
    ).toBeDefined();
  });
});

describe('invites', () => {
  test('are sent, edited, sent again, cancelled and removed, each told', async () => {
    const { ada } = await world();
    const view = await open(ada, '/settings/admins');
    await view.user.click(await screen.findByRole('button', { name: 'Invite Admin' }));
    await press(view, 'Invite Admin');
    expect(within(await dialog()).getByText('Please enter a valid email.')).toBeDefined();
    await view.user.type(
      within(await dialog()).getByRole('textbox', { name: /Work email/ }),
      'di@acme-widgets.com',
    );
    await press(view, 'Invite Admin');
    await saying('success', 'Invited user successfully');
    expect(await screen.findByText('di@acme-widgets.com')).toBeDefined();

    await rowMenu(view, 'Actions for the invite to Cy Ode', 'Edit');
    await view.user.type(within(await dialog()).getByRole('textbox', { name: /Last name/ }), 'n');
    await press(view, 'Save');
    await saying('success', 'Details successfully updated.');
    await rowMenu(view, 'Actions for the invite to Cy Oden', 'Send again');
    await saying('success', 'Invited user successfully');
    await rowMenu(view, 'Actions for the invite to Cy Oden', 'Cancel Invite');
    await press(view, 'Cancel Invite');
    await saying('success', 'Cancelled Invite to Cy Oden cy@acme-widgets.com');
    expect(await screen.findByText('Cancelled')).toBeDefined();
    await rowMenu(view, 'Actions for the invite to Cy Oden', 'Remove');
    await press(view, 'Remove Invite');
    await waitFor(() => expect(screen.queryByText('Cy Oden')).toBeNull());
  });

  test('that fail are told in the words of each, and why where it is known', async () => {
    const { ada } = await world();
    const view = await open(failing(ada, 'deleteUserInvite'), '/settings/admins');
    await view.user.click(await screen.findByRole('button', { name: 'Invite Admin' }));
    await view.user.type(
      within(await dialog()).getByRole('textbox', { name: /Work email/ }),
      'bo@acme-widgets.com',
    );
    await press(view, 'Invite Admin');
    await saying('danger', 'Error in user invitation');
    expect(
      within(await dialog()).getByText('This person already administers your organization.'),
    ).toBeDefined();
    await press(view, 'Cancel');
    await rowMenu(view, 'Actions for the invite to Cy Ode', 'Cancel Invite');
    await press(view, 'Cancel Invite');
    await saying('danger', 'Failed to cancel invite.');
  });

  test('that have expired say so', async () => {
    const { portal } = await world();
    portal.clock.advance(8 * 86_400);
    await open(await portal.signIn('ada@acme-widgets.com'), '/settings/admins');
    expect(await screen.findByText('Expired')).toBeDefined();
  });
});
