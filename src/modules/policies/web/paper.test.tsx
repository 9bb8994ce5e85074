// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Block } from '../document.ts';
import { PolicyText } from './Paper.tsx';

test('the outline of a text skips no level, whatever sizes its headings have', () => {
  const heading = (level: 1 | 2 | 3): Block => ({
    kind: 'heading',
    level,
    spans: [{ text: `Size ${level}` }],
  });
  render(<PolicyText blocks={[heading(2), heading(3), heading(1), heading(3)]} />);
  expect(screen.getAllByRole('heading').map(({ tagName, dataset }) => [tagName, dataset['level']])).toEqual([
    ['H3', '2'],
    ['H4', '3'],
    ['H3', '1'],
    ['H4', '3'],
  ]);
});
