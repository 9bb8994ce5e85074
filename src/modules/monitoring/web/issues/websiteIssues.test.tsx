// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { aFinding, openScans } from '../testing/scans.tsx';

const issues = async () => within(await screen.findByRole('region', { name: 'Issues' }));

describe('issues', () => {
  test('open with what they mean and how to fix them; what a website wrote stays text', async () => {
    const world = await openScans();
    const id = await world.add({ targetName: 'Shop' });
    const evidence = '<img src=x onerror="document.title=1">\u202e';
    world.finds({
      findings: [
        aFinding('a', {
          places: [
            {
              method: 'GET',
              url: 'https://shop/<b>x</b>',
              parameter: 'q',
              evidence,
              request: 'GET /',
              response: '',
            },
          ],
        }),
      ],
    });
    await world.scan(id);
    const { user, container } = await world.open();
    const list = await issues();
    await user.click(await list.findByRole('button', { name: /Issue a/ }));
    expect(await list.findByText('What a means.')).toBeTruthy();
    expect(list.getByText('How to fix a.')).toBeTruthy();
    expect(list.getByText('<img src=x onerror="document.title=1">\\u202e')).toBeTruthy();
    expect(container.querySelector('img, b')).toBeNull();
    expect(list.getByRole('link', { name: 'owasp.org/x' })).toBeTruthy();
    expect(list.queryByText(/javascript:/)).toBeNull();
  });

  test('are searched, filtered and sorted; what is fixed has its own list', async () => {
    const world = await openScans();
    const id = await world.add({ targetName: 'Shop' });
    world.finds({
      findings: [aFinding('a', { severity: 'low' }), aFinding('b', { severity: 'high' }), aFinding('c')],
    });
    await world.scan(id);
    world.finds({
      findings: [aFinding('a', { severity: 'low' }), aFinding('b', { severity: 'high' })],
      passed: ['rule.c'],
    });
    await world.scan(id);
    const { user } = await world.open();
    const list = await issues();
    const titles = () =>
      list.queryAllByRole('heading', { level: 3 }).map((row) => /Issue \w/.exec(row.textContent)?.[0]);
    await waitFor(() => expect(titles()).toEqual(['Issue b', 'Issue a']));
    await user.selectOptions(list.getByRole('combobox', { name: 'Sort by' }), 'Title, A to Z');
    await waitFor(() => expect(titles()).toEqual(['Issue a', 'Issue b']));
    await user.selectOptions(list.getByRole('combobox', { name: 'Severity' }), 'High');
    await waitFor(() => expect(titles()).toEqual(['Issue b']));
    await user.type(list.getByRole('textbox', { name: 'Search issues' }), 'nothing like it');
    await user.click(await list.findByRole('button', { name: 'Clear filters' }));
    await user.click(list.getByRole('radio', { name: 'Fixed (1)' }));
    await waitFor(() => expect(titles()).toEqual(['Issue c']));
  });
});
