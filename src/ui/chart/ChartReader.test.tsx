// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { RatingTrend } from './RatingTrend.tsx';
import { SeverityTrend } from './SeverityTrend.tsx';
import { renderUi } from '../testing/render.tsx';

const bands = [{ label: 'Basic', from: 250, to: 640 }];
const points = [
  { date: '2026-11-10', label: 'Nov 10, 2026', value: 640 },
  {
    date: '2026-11-24',
    label: 'Nov 24, 2026',
    value: 870,
    events: ['TLS certificate renewed', 'SPF record added'],
  },
  { date: '2027-02-23', label: 'Feb 23, 2027', value: 700 },
];
/** What pointers meet, and where what is read out appears. */
const field = (chart: HTMLElement): HTMLElement => chart.parentElement!;
const trend = () =>
  renderUi(
    <RatingTrend
      title="Days on which the rating moved"
      points={points}
      bands={bands}
      scale={{ from: 300, to: 850 }}
      showBands={false}
    />,
  );

test('a chart is one tab stop, and arrow keys read out value, day, and why it moved', async () => {
  const user = userEvent.setup();
  trend();
  const chart = screen.getByRole('slider', { name: 'Rating over time' });
  await user.tab();
  await user.tab();
  expect(document.activeElement).toBe(chart);
  expect(chart.getAttribute('aria-valuetext')).toBe('Feb 23, 2027: 700');
  await user.keyboard('{ArrowLeft}');
  expect(chart.getAttribute('aria-valuetext')).toBe(
    'Nov 24, 2026: 870. TLS certificate renewed. SPF record added',
  );
  expect(field(chart).textContent).toContain('SPF record added');
  await user.keyboard('{Home}');
  expect(chart.getAttribute('aria-valuetext')).toBe('Nov 10, 2026: 640');
  await user.keyboard('{PageUp}');
  expect(chart).toHaveProperty('value', '2');
  await user.keyboard('{Escape}');
  expect(field(chart).textContent).toBe('');
  await user.tab();
  expect(document.activeElement).not.toBe(chart);
});

test('a pointer reads the nearest day, to scale in time', () => {
  trend();
  const chart = screen.getByRole('slider', { name: 'Rating over time' });
  vi.spyOn(field(chart), 'getBoundingClientRect').mockReturnValue({ left: 0, width: 1000 } as DOMRect);
  // November 24 is 14 of 105 days along the axis, not half of it
  fireEvent.pointerMove(field(chart), { clientX: 140, pointerType: 'mouse' });
  expect(field(chart).textContent).toContain('Nov 24, 2026');
  fireEvent.pointerMove(field(chart), { clientX: 600, pointerType: 'mouse' });
  expect(field(chart).textContent).toContain('Feb 23, 2027');
  fireEvent.pointerLeave(field(chart), { pointerType: 'mouse' });
  expect(field(chart).textContent).toBe('');
});

test('a value beyond the scale is told with its true number', () => {
  const { container } = trend();
  expect(container.querySelector('[class*="beyond"]')?.textContent).toBe('870');
});

test('scans of two years are told apart, with what each opened and closed', async () => {
  const user = userEvent.setup();
  renderUi(
    <SeverityTrend
      title="Issues"
      scans={[
        { id: 'a', at: '2025-11-02T20:00:00Z', label: 'Nov 2, 2025', counts: { high: 3, medium: 0, low: 1 } },
        {
          id: 'b',
          at: '2026-11-02T20:00:00Z',
          label: 'Nov 2, 2026',
          counts: { high: 1, medium: 0, low: 1 },
          changes: ['1 new', '3 fixed'],
        },
      ]}
    />,
  );
  expect(screen.getAllByText('Nov 2, 2025').length).toBeGreaterThan(0);
  expect(screen.queryByText('Nov 2')).toBeNull();
  const chart = screen.getByRole('slider', { name: 'Issues' });
  await user.tab();
  await user.tab();
  expect(chart.getAttribute('aria-valuetext')).toBe('Nov 2, 2026: 1 high, 0 medium, 1 low. 1 new. 3 fixed');
  // a column is marked whole, with its words on the side that has room
  const beside = () => field(chart).querySelector('[data-beside]')?.getAttribute('data-beside');
  expect(beside()).toBe('before');
  await user.keyboard('{ArrowLeft}');
  expect(beside()).toBe('after');
});
