// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { testPortal } from '#app/testing/portal.ts';
import { renderScreen } from '#app/testing/screens.tsx';
import type { Boot } from '#platform/web/boot.ts';
import { insuranceModule } from './module.ts';

test('the notice says what changes, that the solution stays, and whom to call for claims and for questions', async () => {
  const portal = await testPortal();
  await renderScreen(insuranceModule, await portal.member(), '/insurance');
  await screen.findByText('Cyber Safety can no longer offer cyber insurance.', {}, { timeout: 10_000 });
  for (const words of [
    'A non-renewal notice will be mailed to you by the insurer.',
    'Claims and policy questions go to the insurer,',
    'The solution stays available to you while the policy is in force.',
  ])
    expect(screen.getByText(words)).toBeTruthy();
  const claims = within(await screen.findByRole('region', { name: 'Claims' }));
  expect(claims.getByRole('link', { name: '+1 800 555 0143' }).getAttribute('href')).toBe('tel:+18005550143');
  expect(claims.getByRole('button', { name: 'Copy the email address of claims' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Make an evidence pack' }).getAttribute('href')).toBe(
    '/evidence?for=insurer',
  );
});

test('a quote is offered at the page of the environment, in a new tab, and by no brand that names none', async () => {
  const portal = await testPortal({ env: { ENVIRONMENT_NAME: 'staging' } });
  const ada = await portal.member();
  const { unmount } = await renderScreen(insuranceModule, ada, '/insurance');
  const link = await screen.findByRole('link', { name: /^Get a quote/ }, { timeout: 10_000 });
  expect(link.getAttribute('href')).toBe('https://staging.quotes.cybersafety.example/cyber');
  expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer']);
  unmount();
  const withoutQuote: typeof ada.send = async (method, url, ...rest) => {
    const answer = await ada.send(method, url, ...rest);
    if (url !== '/api/config') return answer;
    const config = answer.json<Boot['config']>();
    return {
      ...answer,
      json: () => ({ ...config, portalConfig: { ...config.portalConfig, quoteLink: null } }),
    } as typeof answer;
  };
  await renderScreen(insuranceModule, { send: withoutQuote }, '/insurance');
  await screen.findByRole('link', { name: 'Make an evidence pack' }, { timeout: 10_000 });
  expect(screen.queryByRole('link', { name: /^Get a quote/ })).toBeNull();
});
