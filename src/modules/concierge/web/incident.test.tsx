// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { testPortal } from '#app/testing/portal.ts';
import { renderScreen } from '#app/testing/screens.tsx';
import { conciergeModule } from './module.ts';

test('the first hour names the claims line and has a PDF to keep', async () => {
  const portal = await testPortal();
  await renderScreen(conciergeModule, await portal.member(), '/concierge/incident');
  const help = within(await screen.findByRole('list', { name: 'Call for help' }));
  expect(help.getByRole('link', { name: '+1 800 555 0143' }).getAttribute('href')).toBe('tel:+18005550143');
  expect(
    help.getByText(/is the claims line of Example Mutual Insurance\. At any hour, every day\./),
  ).toBeDefined();
  expect(screen.getByRole('link', { name: 'PDF to keep offline' }).getAttribute('href')).toBe(
    '/api/cyberconcierge/incidentPdf/Incident_first_hour.pdf',
  );
});

test('what was done on the screen is on paper with its time, in each of the lists', async () => {
  const portal = await testPortal();
  const { user } = await renderScreen(conciergeModule, await portal.member(), '/concierge/incident');
  await user.click(await screen.findByRole('button', { name: 'A phone or laptop is lost or stolen' }));
  await user.click(screen.getByRole('checkbox', { name: /^Report it to the police/ }));
  const printed = [...document.querySelectorAll('section[aria-hidden]')];
  expect(printed).toHaveLength(6);
  expect(printed.map(({ textContent }) => textContent).join(' ')).toMatch(
    /Report it to the police, and keep the number for the insurer\.\s+\(done /,
  );
});
