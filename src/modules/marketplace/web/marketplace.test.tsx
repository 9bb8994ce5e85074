// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { testPortal } from '#app/testing/portal.ts';
import { renderScreen } from '#app/testing/screens.tsx';
import { marketplaceModule } from './module.ts';

const slow = { timeout: 10_000 };

test('the list has the figure of the largest offer, and is narrowed by category and search', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  const view = await renderScreen(marketplaceModule, ada, '/marketplace');
  await screen.findByText('Partner tools (up to 66% savings).', {}, slow);
  expect(screen.getByRole('region', { name: 'Featured partners' })).toBeTruthy();
  const all = () =>
    within(screen.getByRole('region', { name: 'All partners' }))
      .getAllByRole('heading', { level: 3 })
      .map((one) => one.textContent);
  expect(all()).toHaveLength(8);
  await view.user.click(screen.getByRole('button', { name: 'Backup 1' }));
  expect(all()).toEqual(['Specimen Backup']);
  expect(view.at()).toBe('/marketplace?category=backup');
  await view.user.click(screen.getByRole('button', { name: 'All 8' }));
  await view.user.type(screen.getByRole('textbox', { name: 'Search partners' }), 'ransomware');
  expect(all()).toEqual(['Specimen Backup']);
  await view.user.type(screen.getByRole('textbox', { name: 'Search partners' }), ' zebra');
  expect(screen.getByText('No partner fits')).toBeTruthy();
  await view.user.click(screen.getByRole('button', { name: 'Show all partners' }));
  expect(all()).toHaveLength(8);
});

test('a partner opens with its code and a link that says that it is paid for; it can be marked as owned; an unknown one leads back', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  const view = await renderScreen(marketplaceModule, ada, '/marketplace/sample-vault');
  const link = await screen.findByRole('link', { name: /^Get the offer/ }, slow);
  expect([link.getAttribute('href'), link.getAttribute('rel'), link.getAttribute('target')]).toEqual([
    'https://vault.example/offer',
    'noopener noreferrer sponsored',
    '_blank',
  ]);
  expect(screen.getByText('SAMPLE66')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Copy the code' })).toBeTruthy();
  link.addEventListener('click', (event) => event.preventDefault());
  await view.user.click(link);
  await waitFor(async () =>
    expect(await portal.database.global.selectFrom('marketplaceClick').select('clicks').execute()).toEqual([
      { clicks: 1 },
    ]),
  );
  await view.user.click(screen.getByRole('switch', { name: /^We have it already/ }));
  await waitFor(() =>
    expect(screen.getByRole('switch', { name: /^We have it already/ })).toHaveProperty('checked', true),
  );
  // the switch moves before the server has answered; what somebody has already moves to the end
  await waitFor(async () =>
    expect((await ada.get('/marketplace/getJson')).body.data.partners.at(-1)).toMatchObject({
      id: 'sample-vault',
      owned: true,
    }),
  );
  await view.router.navigate('/marketplace/no-such-partner');
  await waitFor(() => expect(view.at()).toBe('/marketplace'));
});
