// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { DateField } from './DateField.tsx';
import { renderUi } from '../testing/render.tsx';

function open(props: Partial<Parameters<typeof DateField>[0]> = {}) {
  const onChange = vi.fn<(day: string) => void>();
  renderUi(<DateField label="Due" value="" onChange={onChange} {...props} />);
  const field = screen.getByRole('textbox', { name: /Due/ });
  return { onChange, type: (text: string) => fireEvent.change(field, { target: { value: text } }) };
}

test('a day is taken once its year is typed, and not before', () => {
  const { onChange, type } = open();
  for (const text of ['2', 'Mar 2', 'Mar 2, 20', 'Mar 2, 2026']) type(text);
  expect(onChange.mock.calls).toEqual([['2026-03-02']]);
});

test('a day outside the limits is not taken', () => {
  const { onChange, type } = open({ min: '2026-03-01', max: '2026-03-31' });
  for (const text of ['Feb 28, 2026', 'Apr 1, 2026', 'Mar 10, 2026']) type(text);
  expect(onChange.mock.calls).toEqual([['2026-03-10']]);
});

test('only a day that may stay empty can be cleared', () => {
  open({ value: '2026-03-02', required: true });
  expect(screen.queryByRole('button', { name: 'Clear: Due' })).toBeNull();
  open({ value: '2026-03-02', label: 'Until' });
  expect(screen.getByRole('button', { name: 'Clear: Until' })).toBeTruthy();
});
