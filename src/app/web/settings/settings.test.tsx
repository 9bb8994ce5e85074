// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { dialog, failing, open, press, saying, world } from './testing/settings.tsx';

beforeEach(() => notifications.clean());

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
