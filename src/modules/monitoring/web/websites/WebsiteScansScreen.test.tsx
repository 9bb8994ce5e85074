// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { ScanFailure } from '#providers/scanner/port.ts';
import { startScanState } from '../../paths.ts';
import { aFinding, openScans } from '../testing/scans.tsx';

type World = Awaited<ReturnType<typeof openScans>>;
type View = Awaited<ReturnType<World['open']>>;

const heading = (name: string) => screen.findByRole('heading', { level: 2, name });
const pick = async ({ user }: View, item: string) => {
  await user.click(await screen.findByRole('button', { name: 'Actions' }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
};
const menuItems = async ({ user }: View) => {
  await user.click(await screen.findByRole('button', { name: 'Actions' }));
  return (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
};
const reports = async () => within(await screen.findByRole('region', { name: 'Reports' }));
const issues = async () => within(await screen.findByRole('region', { name: 'Issues' }));

describe('which website is shown', () => {
  test('the first by itself; a lone website leaves nothing to choose', async () => {
    const world = await openScans();
    await world.add({ targetName: 'Shop' });
    await world.open();
    await heading('Shop');
    expect(screen.getByRole('heading', { level: 1, name: 'Website Security Scans' })).toBeTruthy();
    expect(screen.getByRole('combobox', { name: 'Website' })).toHaveProperty('disabled', true);
  });

  test('the named one, and another by choosing it', async () => {
    const world = await openScans();
    await world.add({ targetName: 'Blog' });
    await world.add({ targetName: '50% & more/less' });
    const view = await world.open(`/webappscan/${encodeURIComponent('50% & more/less')}`);
    await heading('50% & more/less');
    await view.user.selectOptions(screen.getByRole('combobox', { name: 'Website' }), 'Blog');
    await heading('Blog');
    expect(view.at()).toBe('/webappscan/Blog');
  });

  test('several are listed; one is opened by its link, and the way back leads to the list', async () => {
    const world = await openScans();
    const shop = await world.add({ targetName: 'Shop' });
    await world.add({ targetName: 'Blog' });
    await world.add({ targetName: '..', targetUrl: 'https://dots.acme-widgets.com' });
    world.finds({ findings: [aFinding('a', { severity: 'high' }), aFinding('b')] });
    await world.scan(shop);
    world.finds({
      findings: [aFinding('a', { severity: 'high' }), aFinding('c', { severity: 'high' })],
      passed: ['rule.b'],
    });
    await world.scan(shop);
    const view = await world.open();
    const table = within(await screen.findByRole('table', { name: 'Your websites' }));
    const rows = () => table.getAllByRole('rowheader').map((cell) => cell.textContent);
    expect(rows().map((text) => /^(Shop|Blog|\.\.)/.exec(text!)?.[1])).toEqual(['..', 'Blog', 'Shop']);
    const row = table.getByRole('row', { name: /^Shop/ });
    expect(within(row).getByText('Scanned')).toBeTruthy();
    expect(within(row).getByText('1 new, 1 fixed')).toBeTruthy();
    expect(within(row).getByText('Not scheduled')).toBeTruthy();
    expect(within(table.getByRole('row', { name: /^Blog/ })).getByText('Not scanned yet')).toBeTruthy();
    await view.user.click(table.getByRole('button', { name: 'Open issues' }));
    await view.user.click(await screen.findByRole('button', { name: 'Open issues' }));
    await waitFor(() => expect(rows()[0]).toMatch(/^Shop/));
    expect(view.at()).toBe('/webappscan?sort=highs');
    await view.user.type(screen.getByRole('textbox', { name: 'Search websites' }), 'nothing like it');
    await view.user.click(await screen.findByRole('button', { name: 'Clear search' }));
    await view.user.click(await screen.findByRole('link', { name: '..' }));
    await heading('..');
    await view.user.click(screen.getByRole('link', { name: 'All websites' }));
    await view.user.click(await screen.findByRole('link', { name: 'Shop' }));
    await heading('Shop');
    expect(view.at()).toBe('/webappscan/Shop');
  });

  test('an address can ask for the wizard, for the schedule and for issues of one severity', async () => {
    const world = await openScans();
    const id = await world.add({ targetName: 'Shop' });
    world.finds({ findings: [aFinding('a', { severity: 'high' }), aFinding('b')] });
    await world.scan(id);
    const wizard = await world.open('/webappscan?add');
    expect(await screen.findByRole('dialog', { name: 'Add a Website to Scan' })).toBeTruthy();
    wizard.unmount();
    const schedule = await world.open('/webappscan/Shop?schedule');
    expect(await screen.findByRole('dialog', { name: 'Schedule Scans' })).toBeTruthy();
    schedule.unmount();
    const scrolls = vi.spyOn(Element.prototype, 'scrollIntoView');
    await world.open('/webappscan/Shop?severity=high#issues');
    const list = await issues();
    await waitFor(() => expect(scrolls).toHaveBeenCalledOnce());
    expect((scrolls.mock.contexts[0] as Element).textContent).toContain('Issue a');
    expect(list.getByRole('combobox', { name: 'Severity' })).toHaveProperty('value', 'high');
    await list.findByRole('button', { name: /Issue a/ });
    expect(list.queryByRole('button', { name: /Issue b/ })).toBeNull();
  });

  test('a link of the portal starts a scan once; an address alone starts none', async () => {
    const world = await openScans();
    await world.add({ targetName: 'Shop' });
    const idle = await world.open('/webappscan/Shop?start&startScan=true');
    await heading('Shop');
    expect(await screen.findByText('No scan reports yet')).toBeTruthy();
    idle.unmount();
    const view = await world.open({ pathname: '/webappscan/Shop', state: startScanState });
    expect(await screen.findByText('Scan initiated')).toBeTruthy();
    view.unmount();
    expect((await world.call('loadScanMap')).scanMap).toMatchObject({
      [(await world.call('loadTargetList')).targetList[0].targetId]: { total: 1 },
    });
  });

  test('an unknown name leads to the base path', async () => {
    const world = await openScans();
    await world.add({ targetName: 'Shop' });
    const view = await world.open('/webappscan/Blog');
    await heading('Shop');
    expect(view.at()).toBe('/webappscan');
  });
});

describe('actions', () => {
  test('a new name shows everywhere, a taken one is refused and kept', async () => {
    const world = await openScans();
    await world.add({ targetName: 'Shop' });
    const view = await world.open('/webappscan/Shop');
    await pick(view, 'Edit Website Name');
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Website Name' }));
    const field = await dialog.findByRole('textbox');
    await view.user.clear(field);
    await view.user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(dialog.getByText('Please enter a name.')).toBeTruthy();
    await view.user.type(field, 'Blog');
    await world.add({ targetName: 'BLOG', targetUrl: 'https://blog.acme-widgets.com' });
    await view.user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('This name already exists, choose another.')).toBeTruthy();
    expect(field).toHaveProperty('value', 'Blog');
    await view.user.type(field, ' two');
    await view.user.click(dialog.getByRole('button', { name: 'Save' }));
    expect((await screen.findAllByText('Website name is successfully updated')).length).toBeGreaterThan(0);
    await heading('Blog two');
    expect(view.at()).toBe('/webappscan/Blog%20two');
  });

  test('removing asks, says that it works, and shows what is left', async () => {
    const world = await openScans();
    await world.add({ targetName: 'Shop' });
    const view = await world.open('/webappscan/Shop');
    await pick(view, 'Remove Website');
    const question = within(await screen.findByRole('dialog', { name: 'Remove Website?' }));
    expect(
      question.getByText(
        'Are you sure you want to remove this website? Your scan reports will also be removed.',
      ),
    ).toBeTruthy();
    await view.user.click(question.getByRole('button', { name: 'Remove' }));
    expect((await screen.findAllByText('Website is successfully removed')).length).toBeGreaterThan(0);
    expect(await screen.findByRole('button', { name: 'Add a Website' })).toBeTruthy();
    expect(view.at()).toBe('/webappscan');
  });

  test('a removal that fails says so and leaves the website where it was', async () => {
    const world = await openScans();
    await world.add({ targetName: 'Shop' });
    const view = await world.open('/webappscan/Shop');
    world.cutOff('deleteTarget');
    await pick(view, 'Remove Website');
    await view.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
    expect((await screen.findAllByText('Remove Website failed')).length).toBeGreaterThan(0);
    await heading('Shop');
  });

  test('while a scan runs there is only its cancellation, which names the next scan', async () => {
    const world = await openScans();
    const id = await world.add({ targetName: 'Shop', targetUrl: 'https://shop.acme-widgets.com' });
    await world.call('scheduleScan', { targetId: id, recurrence: 'w', dateTime: '2026-03-05T18:00:00Z' });
    const view = await world.open();
    expect(await menuItems(view)).toEqual([
      'Scan now',
      'Edit Website Name',
      'Edit Scan Schedule',
      'Scan Settings',
      'Remove Website',
    ]);
    await view.user.click(screen.getByRole('menuitem', { name: 'Scan now' }));
    expect(await screen.findByText('Scan initiated')).toBeTruthy();
    expect(screen.getByText(/check back in a few minutes/)).toBeTruthy();
    expect(screen.getByRole('progressbar')).toBeTruthy();
    expect(await menuItems(view)).toEqual(['Cancel currently running scan']);
    await view.user.click(screen.getByRole('menuitem', { name: 'Cancel currently running scan' }));
    const question = within(await screen.findByRole('dialog', { name: 'Cancel Scan?' }));
    expect(
      question.getByText(
        'Are you sure you want to cancel the scan currently running on https://shop.acme-widgets.com',
      ),
    ).toBeTruthy();
    await view.user.click(question.getByRole('button', { name: 'Cancel Scan' }));
    const words = 'Your website scan has been canceled. Your next scan is scheduled to run on Mar 5, 2026.';
    expect((await screen.findAllByText(words)).length).toBeGreaterThan(0);
    expect(await (await reports()).findByText('Manually canceled')).toBeTruthy();
  });

  test('more scans by hand than are allowed are refused with when the next is possible', async () => {
    const world = await openScans();
    const id = await world.add({ targetName: 'Shop' });
    for (let n = 0; n < 3; n++) await world.scan(id);
    const view = await world.open();
    await pick(view, 'Scan now');
    expect(
      await screen.findByText(
        /^A website can be scanned by hand 3 times within 24 hours\. The next scan is possible from Mar 3, 2026, 9:00 AM PST\.$/,
      ),
    ).toBeTruthy();
  });
});

describe('reports', () => {
  test('there are none before the first scan', async () => {
    const world = await openScans();
    await world.add({ targetName: 'Shop' });
    await world.open();
    expect(await screen.findByText('No scan reports yet')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'support@cybersafety.example' }).getAttribute('href')).toBe(
      'mailto:support@cybersafety.example',
    );
  });

  test('show counts, minutes, details and both versions to download', async () => {
    const world = await openScans();
    const id = await world.add({ targetName: 'Shop' });
    world.finds({
      findings: [aFinding('a', { severity: 'high' }), aFinding('b')],
      coverage: {
        blocked: [],
        timedOut: [],
        skipped: ['/logout: would sign out'],
        leftBehind: [{ where: 'POST /comments', what: 'Entries: sent once.' }],
      },
    });
    await world.scan(id);
    const { user } = await world.open();
    const list = await reports();
    expect((await list.findByText('High')).textContent).toBe('1High');
    expect(list.getByText(/Safe scan · 1 minute/)).toBeTruthy();
    await user.click(list.getByRole('button', { name: 'View details' }));
    expect(await list.findByText('Issue b')).toBeTruthy();
    expect(list.getByText('A check that passed')).toBeTruthy();
    expect(list.getByText('/logout: would sign out')).toBeTruthy();
    expect(list.getByText('POST /comments: Entries: sent once.')).toBeTruthy();
    await user.click(list.getByRole('button', { name: 'Hide details' }));
    expect(list.queryByText('Issue b')).toBeNull();
    await user.click(list.getByRole('button', { name: 'Download Report' }));
    const pci = await list.findByRole('menuitem', { name: 'PCI Version' });
    expect(pci.getAttribute('target')).toBe('_blank');
    expect(decodeURIComponent(pci.getAttribute('href')!)).toMatch(
      new RegExp(
        `^/api/monitoring/webapps/getScanReport/${id};Acme_Shop_PCI_2026_03_02.pdf;[0-9a-f-]{36};pci$`,
      ),
    );
    expect(list.getByRole('menuitem', { name: 'Standard Version (OWASP)' })).toBeTruthy();
  });

  test('come five a page; failed ones say why', async () => {
    const world = await openScans();
    const id = await world.add({ targetName: 'Shop' });
    world.fails(new ScanFailure('unreachable', 'The website does not answer.'));
    await world.scan(id);
    world.finds({});
    for (let n = 0; n < 5; n++) {
      await world.asScheduled();
      await world.scan(id);
    }
    const { user } = await world.open();
    const list = await reports();
    expect(await list.findAllByRole('button', { name: 'View details' })).toHaveLength(5);
    await user.click(list.getByRole('button', { name: 'Page 2 of 2' }));
    expect(await list.findByText('Failed')).toBeTruthy();
    expect(list.getByText('The website does not answer.')).toBeTruthy();
    expect(list.queryByRole('button', { name: 'View details' })).toBeNull();
  });
});

describe('when the server cannot be reached', () => {
  test('the page says so and loads when it is back', async () => {
    const world = await openScans();
    await world.add({ targetName: 'Shop' });
    world.cutOff('loadTargetList');
    const { user } = await world.open();
    expect(await screen.findByText('Your websites could not be loaded', {}, { timeout: 5000 })).toBeTruthy();
    world.cutOff();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await heading('Shop');
  });
});
