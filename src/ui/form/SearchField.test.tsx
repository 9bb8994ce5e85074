// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderUi } from '../testing/render.tsx';
import { SearchField } from './SearchField.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open(first = '') {
  const onSearch = vi.fn<(words: string) => void>();
  function List() {
    const [search, setSearch] = useState(first);
    return (
      <>
        <SearchField
          value={search}
          placeholder="A name"
          className={undefined}
          onSearch={(words) => {
            onSearch(words);
            setSearch(words);
          }}
        />
        <button type="button" onClick={() => setSearch('')}>
          Clear filters
        </button>
      </>
    );
  }
  renderUi(<List />);
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' });
  return {
    onSearch,
    field,
    type: (text: string) => fireEvent.change(field, { target: { value: text } }),
    pause: (ms: number) => {
      act(() => void vi.advanceTimersByTime(ms));
    },
  };
}

test('a search begins once typing pauses, without the spaces around the words', () => {
  const { onSearch, type, pause } = open();
  type('ann');
  pause(200);
  type(' anna ');
  pause(200);
  expect(onSearch).not.toHaveBeenCalled();
  pause(200);
  expect(onSearch.mock.calls).toEqual([['anna']]);
});

test('words that stay the same are not searched for again', () => {
  const { onSearch, type, pause } = open('anna');
  type('anna ');
  pause(1000);
  expect(onSearch).not.toHaveBeenCalled();
});

test('the field empties when the search is cleared elsewhere', () => {
  const { onSearch, field, pause } = open('anna');
  fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  pause(1000);
  expect(field.value).toBe('');
  expect(onSearch).not.toHaveBeenCalled();
});
