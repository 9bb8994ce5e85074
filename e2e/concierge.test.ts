import { describe, expect, test, vi } from 'vitest';
import { handOver, makeAdministrator, type Calls } from './calls.ts';
import { arrives, picture, reads, startJourney, type Visit } from './journey.ts';
import { lookAt, type Screen } from './crawl/looking.ts';

vi.setConfig({ testTimeout: 120_000 });

const journey = startJourney();
const email = 'ada@harbor-lamps.com';

describe('the concierge', () => {
  let calls: Calls;
  let ada: Visit;

  test('writes a letter of welcome, which is read from the menu', async () => {
    calls = await makeAdministrator(journey.portal, email);
    ada = await journey.visit({ keep: true });
    await handOver(calls, ada.context, journey.portal.url);
    const { page } = ada;
    await page.goto('/dashboard');
    await page.getByRole('link', { name: 'Cyber Concierge' }).first().click();
    await arrives(page, '/concierge');
    // one line instead of an introduction that opens by itself
    await page.getByRole('button', { name: 'Dismiss: About Cyber Concierge' }).click();
    await reads(page, 'Talk to a security adviser');
    await picture(page, 'concierge-about');
    await page.getByRole('tab', { name: 'Messages' }).click();
    await reads(page, '3 unread');
    await page.getByRole('link', { name: 'Unread: Welcome, and how to use us' }).click();
    await reads(page.getByRole('article'), 'Welcome to Cyber Safety.');
    await picture(page, 'concierge-letter');
    await page.getByRole('link', { name: 'Messages' }).click();
    await reads(page, '2 unread');
  });

  test('tells what to do in an incident from every page, and prints a clean sheet of every list', async () => {
    const { page } = ada;
    await page.goto('/securitypolicy');
    await page.getByRole('link', { name: 'Respond to an incident' }).first().click();
    await arrives(page, '/concierge/incident');
    await reads(page, '+1 800 555 0143');
    await page.emulateMedia({ media: 'print' });
    const lists = [
      'Before anything else',
      'Money went to the wrong account',
      'A phone or laptop is lost or stolen',
      'Before the hour is over',
    ];
    for (const list of lists) expect(await page.locator('h2', { hasText: list }).isVisible()).toBe(true);
    for (const name of ['Print', 'Write to the experts', 'Open menu', 'Money went to the wrong account'])
      expect(await page.getByRole('button', { name }).filter({ visible: true }).count()).toBe(0);
    expect(await page.getByRole('navigation').filter({ visible: true }).count()).toBe(0);
    await page.emulateMedia({ media: null });
  });

  test('is asked about what is on the screen, and the experts get it by mail', async () => {
    const { page } = ada;
    await page.goto('/securitypolicy/passwords');
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Ask an expert' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ask an expert' });
    await reads(dialog, 'Passwords & Sign-in');
    await dialog.getByLabel('Your question').fill('Do we need a password manager?');
    await picture(page, 'concierge-ask');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.getByRole('link', { name: 'Open the conversation' }).click();
    await reads(page.getByRole('listitem').filter({ hasText: 'You' }), 'Do we need a password manager?');
    await reads(page, 'With the experts');
    const { text } = await journey.portal.mail('concierge@cybersafety.example', /Passwords & Sign-in/);
    expect(text).toContain('Do we need a password manager?');
    expect(text).toMatch(/\/staff\/concierge\/conversations\/[\w-]+\/[\w-]+/);
  });

  test('keeps nobody out: no fault of accessibility, no sideways scrolling, no error', async () => {
    const screens: Screen[] = [
      { name: 'concierge', path: '/concierge', shows: 'What we can do for you' },
      { name: 'concierge weaknesses', path: '/concierge/weaknesses', shows: 'Nothing was reported' },
      { name: 'concierge messages', path: '/concierge/messages', shows: /^\d unread$/ },
      { name: 'concierge letter', path: '/concierge/messages/first-week', shows: 'Do this now' },
      { name: 'concierge conversations', path: '/concierge/conversations', shows: 'With the experts' },
      { name: 'first hour', path: '/concierge/incident', shows: 'Before anything else' },
    ];
    expect(await lookAt(journey, screens, { calls })).toEqual([]);
    expect(ada.complaints).toEqual([]);
    await ada.context.close();
  });
});
