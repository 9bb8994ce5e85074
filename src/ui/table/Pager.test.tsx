// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { Pager } from './Pager.tsx';
import { renderUi } from '../testing/render.tsx';

describe('the pager', () => {
  it('is absent where one page holds all', () => {
    renderUi(<Pager page={1} pages={1} onChange={() => {}} />);
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  it('marks the current page and goes where it is told', async () => {
    const go = vi.fn<(page: number) => void>();
    renderUi(<Pager page={7} pages={23} onChange={go} />);
    expect(screen.getByRole('button', { current: 'page' }).textContent).toBe('7');
    await userEvent.click(screen.getByRole('button', { name: 'Page 9 of 23' }));
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    await userEvent.click(screen.getByRole('button', { name: 'Previous page' }));
    expect(go.mock.calls).toEqual([[9], [8], [6]]);
  });

  it('ends at the ends', () => {
    renderUi(<Pager page={3} pages={3} onChange={() => {}} />);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next page' }).disabled).toBe(true);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Previous page' }).disabled).toBe(false);
  });
});
