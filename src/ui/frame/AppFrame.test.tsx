// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { AppFrame } from './AppFrame.tsx';
import type { MenuGroup } from './menu.ts';
import { renderUi } from '../testing/render.tsx';

const groups: MenuGroup[] = [
  {
    id: 'tools',
    label: 'TOOLS & SERVICES',
    items: [
      { id: 'concierge', label: 'Cyber Concierge', href: '/concierge', badge: 'NEW' },
      { id: 'training', label: 'Training', locked: { text: 'Subscribe to use', href: '/plan' } },
      {
        id: 'monitoring',
        label: 'Monitoring',
        children: [{ id: 'scans', label: 'Website Scans', href: '/webappscan', current: true }],
      },
    ],
  },
];

const frame = (onSignOut = () => {}) =>
  renderUi(
    <AppFrame
      logo={<a href="/">Logo</a>}
      groups={groups}
      user={{ name: 'Kim Example', organization: 'Harbour Dental' }}
      userItems={[{ id: 'out', label: 'Sign Out', onSelect: onSignOut }]}
    >
      <h1>Scans</h1>
    </AppFrame>,
  );

describe('the frame', () => {
  it('lets the keyboard skip to the main landmark', () => {
    frame();
    const skip = screen.getByRole('link', { name: 'Skip to main content' });
    expect(document.querySelector(skip.getAttribute('href') ?? '')).toBe(screen.getByRole('main'));
  });

  it('names groups and says where one is', () => {
    frame();
    const tools = screen.getByRole('list', { name: 'TOOLS & SERVICES' });
    expect(within(tools).getByRole('link', { name: 'Cyber Concierge NEW' })).toBeTruthy();
    expect(within(tools).getByRole('link', { current: 'page' }).textContent).toBe('Website Scans');
  });

  it('leads from a locked item to where it can be unlocked', async () => {
    frame();
    await userEvent.click(await screen.findByRole('button', { name: 'Training' }));
    expect((await screen.findByRole('link', { name: 'Subscribe to use' })).getAttribute('href')).toBe(
      '/plan',
    );
  });

  it('opens the menu as a drawer', async () => {
    frame();
    await userEvent.click(screen.getByRole('button', { name: 'Open menu' }));
    const drawer = await screen.findByRole('dialog', { name: 'Menu' });
    expect(within(drawer).getByRole('link', { name: 'Website Scans' })).toBeTruthy();
    await userEvent.click(within(drawer).getByRole('button', { name: 'Close menu' }));
    expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull();
  });

  it('offers the way out and the choice of light and dark', async () => {
    const signOut = vi.fn<() => void>();
    frame(signOut);
    await userEvent.click(screen.getByRole('button', { name: /Kim Example/ }));
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Dark' }));
    expect(document.documentElement.dataset['mantineColorScheme']).toBe('dark');
    expect(localStorage.getItem('color-scheme')).toBe('dark');
    await userEvent.click(screen.getByRole('menuitem', { name: 'Sign Out' }));
    expect(signOut).toHaveBeenCalledOnce();
  });
});
