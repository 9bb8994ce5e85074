import type { Locator, Page } from 'playwright-core';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { handOver, makeAdministrator, type Calls } from '../calls.ts';
import { arrives, picture, reads, startJourney } from '../journey.ts';
import { serveSlowSite } from './slowSite.ts';
import { tabTo } from '../steps.ts';

vi.setConfig({ testTimeout: 90_000 });

const slow = await serveSlowSite();
afterAll(() => slow.close());
// more addresses that may be scanned than sites that answer: adding one asks nothing of it
const others = [1, 2, 3, 4, 5].map((at) => `127.0.0.1:${at}`);
const journey = startJourney(() => ({ SCAN_ALLOW_PRIVATE: [slow.host, ...others].join(',') }));

const nextYear = new Date().getUTCFullYear() + 1;
let administrators = 0;

/** Somebody with websites, at the screen of website scans. */
async function atScans(websites: { name: string; host: string; scheduled?: boolean }[] = []) {
  const calls = await makeAdministrator(journey.portal, `admin-${++administrators}@harbor-lamps.com`);
  const ids: string[] = [];
  for (const { name, host, scheduled } of websites) {
    const { body } = await calls.post<{ targetId: string }>('/monitoring/webapps/createTarget', {
      targetName: name,
      targetUrl: `http://${host}`,
      scanProfile: 'safe',
      urlConfirmed: true,
    });
    ids.push(body.targetId);
    const dateTime = `${nextYear}-03-15T18:30:00Z`;
    if (scheduled)
      await calls.post('/monitoring/webapps/scheduleScan', {
        targetId: body.targetId,
        recurrence: 'm',
        dateTime,
        scan_profile: 'safe',
      });
  }
  const visit = await journey.visit();
  await handOver(calls, visit.context, journey.portal.url);
  await visit.page.goto('/webappscan');
  await reads(visit.page, 'Website Security Scans');
  return { ...visit, calls, ids };
}

async function act(page: Page, action: string) {
  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

const wizardOf = (page: Page) => page.getByRole('dialog', { name: 'Add a Website to Scan' });
async function specify(dialog: Locator, name: string, host: string, protocol = 'http://') {
  await dialog.getByLabel('Website name').fill(name);
  await dialog.getByLabel('Protocol').selectOption(protocol);
  await dialog.getByRole('textbox', { name: 'URL' }).fill(host);
  await dialog.getByRole('button', { name: 'Next' }).click();
}

const statusOf = async (calls: Calls, targetId: string) => {
  const { body } = await calls.post<{ scanMap: Record<string, { scans: { status: string }[] }> }>(
    '/monitoring/webapps/loadScanMap',
    {
      targetId,
    },
  );
  return body.scanMap[targetId]!.scans.map(({ status }) => status);
};

test('the wizard says what is wrong with a name or an address', async () => {
  const { page } = await atScans([{ name: 'Shop', host: others[0]! }]);
  await page.getByRole('button', { name: 'Add Another Website' }).click();
  const dialog = wizardOf(page);
  await dialog.getByLabel('Protocol').selectOption('');
  await dialog.getByRole('button', { name: 'Next' }).click();
  for (const words of ['Please enter a name.', 'Please select a protocol.', 'Please enter a valid URL.'])
    await reads(dialog, words);
  await picture(page, 'wizard-mistakes');
  for (const [name, host, protocol, words] of [
    ['x'.repeat(256), others[1]!, 'http://', 'Max 255 symbols.'],
    [' sHOP ', others[1]!, 'http://', 'This name already exists, choose another.'],
    ['Blog', 'not an address', 'https://', 'Please enter a valid URL.'],
    ['Blog', others[0]!, 'http://', 'This URL is already being used'],
    ['Blog', 'google.com', 'https://', 'Scanning of this URL is restricted, contact support'],
    ['Blog', '10.0.0.8', 'http://', 'Scanning of this URL is restricted, contact support'],
    ['Blog', '169.254.169.254', 'http://', 'Scanning of this URL is restricted, contact support'],
  ] as const) {
    await specify(dialog, name, host, protocol);
    await reads(dialog, words);
  }
  await picture(page, 'wizard-restricted');
  await specify(dialog, 'Blog', others[1]!);
  await dialog.getByRole('button', { name: 'Back' }).click();
  await expect.poll(() => dialog.getByLabel('Website name').inputValue()).toBe('Blog');
  await page.keyboard.press('Escape');
  const closing = page.getByRole('dialog', { name: 'Close without adding Website?' });
  await closing.getByRole('button', { name: 'Close', exact: true }).click();
  await closing.waitFor({ state: 'hidden' });
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
});

test('a website is added with the keyboard alone', async () => {
  const { page } = await atScans();
  const { keyboard } = page;
  await tabTo(page, page.getByRole('button', { name: 'Add a Website' }));
  await keyboard.press('Enter');
  const dialog = wizardOf(page);
  await tabTo(page, dialog.getByLabel('Website name'));
  await keyboard.type('Keyboard shop');
  await tabTo(page, dialog.getByLabel('Protocol'));
  await keyboard.type('http://');
  await tabTo(page, dialog.getByRole('textbox', { name: 'URL' }));
  await keyboard.type(others[0]!);
  await keyboard.press('Enter');
  await tabTo(page, dialog.getByLabel('I have permission to scan this website'));
  await keyboard.press('Space');
  await tabTo(page, dialog.getByRole('button', { name: 'I Agree' }));
  await keyboard.press('Enter');
  await tabTo(page, dialog.getByRole('radio', { name: 'Scan now, then every month' }));
  await keyboard.press('ArrowDown');
  await tabTo(page, dialog.getByRole('radio', { name: 'Quarterly' }));
  await keyboard.press('ArrowRight');
  await tabTo(page, dialog.getByRole('button', { name: 'Schedule Scan' }));
  await keyboard.press('Enter');
  await reads(page, 'Scan is successfully scheduled');
  await arrives(page, '/webappscan/Keyboard%20shop');
  await reads(page, 'Monthly');
});

test('a website gets another name and another schedule', async () => {
  const { page } = await atScans([
    { name: 'Blog', host: others[0]! },
    { name: 'Shop', host: others[1]! },
  ]);
  await picture(page, 'websites');
  await page.getByRole('link', { name: 'Blog' }).click();
  await reads(page.getByRole('heading', { level: 2 }), 'Blog');
  await act(page, 'Edit Website Name');
  const rename = page.getByRole('dialog', { name: 'Edit Website Name' });
  await rename.getByLabel('Website name').fill('shop');
  await rename.getByRole('button', { name: 'Save' }).click();
  await reads(rename, 'This name already exists, choose another.');
  await rename.getByLabel('Website name').fill('News & views / 100%');
  await rename.getByRole('button', { name: 'Save' }).click();
  await reads(page, 'Website name is successfully updated');
  await arrives(page, `/webappscan/${encodeURIComponent('News & views / 100%')}`);
  await page.reload();
  await reads(page.getByRole('heading', { level: 2 }), 'News & views / 100%');

  await act(page, 'Schedule Scans');
  const create = page.getByRole('dialog', { name: /Schedule/ });
  await create.getByRole('radio', { name: 'Monthly' }).check();
  await create.getByText('Day of the week').click();
  await create.getByLabel('Week', { exact: true }).selectOption('last');
  await create.getByLabel('Day', { exact: true }).selectOption({ label: 'Friday' });
  await create.getByLabel('Hour').fill('11');
  await create.getByLabel('Minute').fill('45');
  await create.getByLabel('AM or PM').selectOption('PM');
  await reads(create, /First scan: .* 11:45 PM P[SD]T, then once a month\./);
  await picture(page, 'schedule-weekday');
  await create.getByRole('button', { name: /Schedule|Save/ }).click();
  await reads(page, 'Scan is successfully scheduled');
  await reads(page, /11:45 PM P[SD]T/);

  await act(page, 'Edit Scan Schedule');
  const edit = page.getByRole('dialog', { name: 'Edit Scan Schedule' });
  await expect.poll(() => edit.getByLabel('Week', { exact: true }).inputValue()).toBe('last');
  await expect.poll(() => edit.getByLabel('Hour').inputValue()).toBe('11');
  await edit.getByLabel('Hour').fill('44');
  await edit.getByLabel('Minute').focus();
  await expect.poll(() => edit.getByLabel('Hour').inputValue()).toMatch(/^(4|11)$/);
  await edit.getByRole('radio', { name: 'Daily' }).check();
  await edit.getByLabel('Starting on').fill('Jan 1, 2020');
  await edit.getByRole('button', { name: 'Save' }).click();
  await reads(edit, 'Date is not valid.');
  await edit.getByLabel('Starting on').fill(`Mar 15, ${nextYear}`);
  await edit.getByLabel('Starting on').press('Tab');
  await edit.getByRole('button', { name: 'Save' }).click();
  await reads(page, 'Scan schedule successfully updated');
  await reads(page, `Mar 15, ${nextYear}`);
});

test('the plan’s number of websites is the limit, and what it takes to get more is said', async () => {
  const { page } = await atScans(others.map((host, at) => ({ name: `Website ${at + 1}`, host })));
  const add = page.getByRole('button', { name: 'Add Another Website' });
  expect(await add.getAttribute('aria-disabled')).toBe('true');
  await add.hover();
  await reads(page, "You've reached the maximum of 5 website(s).");
  await picture(page, 'limit-reached');
  await page.getByRole('link', { name: 'Upgrade Your Plan' }).click();
  await arrives(page, '/plan');
});

describe('a running scan', () => {
  test('is followed by itself, canceled, and the next date is named', async () => {
    const { page, calls, ids } = await atScans([{ name: 'Slow shop', host: slow.host, scheduled: true }]);
    await reads(page, 'No scan reports yet');
    // started by somebody else: the screen notices by itself
    await calls.post('/monitoring/webapps/startScan', { targetId: ids[0] });
    await reads(page, 'Scan initiated', 30);
    await reads(page, /Scan in progress/);
    await act(page, 'Cancel currently running scan');
    const dialog = page.getByRole('dialog', { name: 'Cancel Scan?' });
    await reads(dialog, `Are you sure you want to cancel the scan currently running on ${slow.url}`);
    await picture(page, 'cancel-scan');
    await dialog.getByRole('button', { name: 'Cancel Scan' }).click();
    await reads(
      page,
      `Your website scan has been canceled. Your next scan is scheduled to run on Mar 15, ${nextYear}.`,
    );
    await reads(page, 'Manually canceled');
    // nothing goes on behind the scenes
    await expect.poll(() => quietFor(1500), { timeout: 60_000 }).toBe(true);
    expect(await statusOf(calls, ids[0]!)).toEqual(['canceled']);
  });

  test('ends when its website is removed, with all reports', async () => {
    const { page, calls, ids } = await atScans([
      { name: 'Slow shop', host: slow.host },
      { name: 'Other shop', host: others[0]! },
    ]);
    await calls.post('/monitoring/webapps/startScan', { targetId: ids[0] });
    await page.goto('/webappscan/Other%20shop');
    await act(page, 'Remove Website');
    const dialog = page.getByRole('dialog', { name: 'Remove Website?' });
    await reads(
      dialog,
      'Are you sure you want to remove this website? Your scan reports will also be removed.',
    );
    await picture(page, 'remove-website');
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await reads(page, 'Website is successfully removed');
    await reads(page.getByRole('heading', { level: 2 }), 'Slow shop');
    await calls.post('/monitoring/webapps/deleteTarget', { targetId: ids[0] });
    await reads(page, 'Find out what your website gives away', 30);
    await expect.poll(() => quietFor(1500), { timeout: 60_000 }).toBe(true);
    expect((await calls.post('/monitoring/webapps/loadScanMap', { targetId: ids[0] })).status).toBe(404);
  });
});

/** Whether the slow website is left in peace for so long. */
async function quietFor(ms: number): Promise<boolean> {
  const before = slow.visits.length;
  return new Promise((resolve) => setTimeout(() => resolve(slow.visits.length === before), ms));
}
