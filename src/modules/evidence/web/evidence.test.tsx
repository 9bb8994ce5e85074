// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { testPortal } from '#app/testing.ts';
import { renderScreen } from '#app/testing.tsx';
import { evidenceRoutes } from './routes.tsx';

const saved: { href: string; name: string }[] = [];
beforeEach(() => {
  saved.length = 0;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ href: this.getAttribute('href')!, name: this.download });
  });
});

async function open(path = '/evidence') {
  const portal = await testPortal();
  const ada = await portal.member();
  return { portal, ada, ...(await renderScreen(evidenceRoutes, ada, path)) };
}

test('one click makes a pack of everything, saves it, and lists it with its fingerprint', async () => {
  const { user, ada } = await open();
  expect(await screen.findByText('No pack yet')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Make evidence pack' }));
  const table = within(await screen.findByRole('table'));
  const [pack] = (await ada.get('/evidence/packs')).body.data.packs;
  expect(table.getByText(pack.name)).toBeDefined();
  expect(table.getByRole('button', { name: `Copy the SHA-256 fingerprint of ${pack.name}` })).toBeDefined();
  expect(table.getByRole('link', { name: `Download ${pack.documentId}` }).getAttribute('href')).toContain(pack.id);
  expect(saved).toEqual([{ href: `/api/evidence/pack/${pack.id}/${encodeURIComponent(pack.name)}`, name: pack.name }]);
  expect(pack).toMatchObject({ audience: 'customer', addressee: '' });
  expect(pack.sections).toHaveLength(5);
});

test('for whom, under which name and about what is the administrator’s to choose', async () => {
  const { user, ada } = await open('/evidence?for=insurer');
  expect(await screen.findByRole('radio', { name: 'An insurer' })).toHaveProperty('checked', true);
  await user.type(screen.getByRole('textbox', { name: /Name on the cover/ }), '  Harbor Mutual ');
  for (const part of ['Website scans', 'Training', 'Cyber maturity', 'Security rating'])
    await user.click(screen.getByRole('checkbox', { name: part }));
  await user.click(screen.getByRole('button', { name: 'Make evidence pack' }));
  await screen.findByRole('table');
  expect((await ada.get('/evidence/packs')).body.data.packs[0]).toMatchObject({
    audience: 'insurer',
    addressee: 'Harbor Mutual',
    sections: ['policies'],
  });
  await user.click(screen.getByRole('checkbox', { name: 'Policies in force' }));
  expect(screen.getByRole('button', { name: 'Make evidence pack' })).toHaveProperty('disabled', true);
  expect(screen.getByText('Choose at least one part.')).toBeDefined();
});
