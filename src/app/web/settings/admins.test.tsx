// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { dialog, failing, open, press, saying, world } from './testing/settings.tsx';

beforeEach(() => notifications.clean());

const rowMenu = async (view: Awaited<ReturnType<typeof open>>, name: string, action: string) => {
  await view.user.click(await screen.findByRole('button', { name }));
  await view.user.click(await screen.findByRole('menuitem', { name: action }));
};

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
