// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { notifications } from '@mantine/notifications';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderUi } from '../testing/render.tsx';
import { toast, toastQueue } from './toast.ts';

const region = () => screen.findByRole('region', { name: 'Notifications' });
const shown = async (text: string) => within(await region()).findByText(text, { selector: '[data-tone] *' });
const isShown = (text: string) =>
  [...document.querySelectorAll('[data-tone]')].some((element) => element.textContent?.includes(text));

async function pass(milliseconds: number) {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds));
}

describe('toasts', () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
  });

  afterEach(() => {
    notifications.clean();
    vi.useRealTimers();
  });

  it('closes success after five seconds', async () => {
    renderUi(null);
    await act(async () => void toast.success('Draft saved.'));
    await shown('Draft saved.');
    await pass(4500);
    expect(isShown('Draft saved.')).toBe(true);
    await pass(1000);
    expect(isShown('Draft saved.')).toBe(false);
  });

  it('keeps danger until it is dismissed', async () => {
    renderUi(null);
    await act(async () => void toast.danger('Saving Policy Failed.'));
    await shown('Saving Policy Failed.');
    await pass(600_000);
    expect(isShown('Saving Policy Failed.')).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    await pass(500);
    expect(isShown('Saving Policy Failed.')).toBe(false);
  });

  it('says why in quieter letters, and is taken back once it no longer holds', async () => {
    renderUi(null);
    let id = '';
    await act(async () => void (id = toast.danger('Nothing was saved.', { reason: 'The network is away.' })));
    await shown('Nothing was saved.');
    expect((await shown('The network is away.')).textContent).toBe('The network is away.');
    toast.hide(id);
    await pass(500);
    expect(isShown('Nothing was saved.')).toBe(false);
  });

  it('that is taken back before it was drawn never is', () => {
    toast.hide(toast.danger('Too late.'));
    expect(toastQueue.read()).toEqual([]);
  });

  it('takes another duration and a link', async () => {
    renderUi(null);
    const content = (
      <>
        Looks like you already have an account. <a href="/signin">Sign in now</a>
      </>
    );
    await act(
      async () =>
        void toast.warning(content, { duration: 20_000, announce: 'Looks like you already have an account' }),
    );
    await within(await region()).findByRole('link', { name: 'Sign in now' });
    await pass(19_000);
    expect(isShown('already have an account')).toBe(true);
    await pass(1500);
    expect(isShown('already have an account')).toBe(false);
  });

  it('is heard: danger at once, the others politely', async () => {
    renderUi(null);
    await act(async () => void toast.success('Policy approved.'));
    await shown('Policy approved.');
    expect(screen.getByRole('status').textContent).toBe('Policy approved.');
    expect(screen.queryByRole('alert')).toBeNull();
    await act(async () => void toast.danger('Scan failed'));
    await shown('Scan failed');
    expect(screen.getByRole('alert').textContent).toContain('Scan failed');
    expect(screen.getByRole('status').textContent).toBe('Policy approved.');
  });
});
