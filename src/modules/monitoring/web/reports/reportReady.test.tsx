// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { aFinding, openScans } from '../testing/scans.tsx';

type World = Awaited<ReturnType<typeof openScans>>;
type View = Awaited<ReturnType<World['open']>>;

const pick = async ({ user }: View, item: string) => {
  await user.click(await screen.findByRole('button', { name: 'Actions' }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
};
const reports = async () => within(await screen.findByRole('region', { name: 'Reports' }));

describe('a report that somebody waits for', () => {
  const ready = () => screen.findByRole('region', { name: 'Your report is ready' });

  test('is offered on the page once the scan has ended, and can be put away', async () => {
    const world = await openScans();
    const id = await world.add({ targetName: 'Shop' });
    world.finds({ findings: [aFinding('a', { severity: 'high' }), aFinding('b')] });
    const view = await world.open();
    await pick(view, 'Scan now');
    expect(await screen.findByText('Scan initiated')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Your report is ready' })).toBeNull();
    await world.portal.runJobs();
    const offer = within(await waitFor(ready, { timeout: 8000 }));
    expect(offer.getByText('The scan found 1 high and 1 medium issues.')).toBeTruthy();
    const button = offer.getByRole('link', { name: 'Open PDF Report' });
    expect(decodeURIComponent(button.getAttribute('href')!)).toMatch(
      new RegExp(`getScanReport/${id};Acme_Shop_OWASP_2026_03_02.pdf;[0-9a-f-]{36};owasp$`),
    );
    await view.user.click(offer.getByRole('button', { name: 'Close: Your report is ready' }));
    expect(screen.queryByRole('region', { name: 'Your report is ready' })).toBeNull();
  });

  test('is offered by the address in an email, and not for old scans otherwise', async () => {
    const world = await openScans();
    const id = await world.add({ targetName: 'Shop' });
    await world.scan(id);
    await world.scan(id);
    const [, older] = (await world.call('loadScanMap')).scanMap[id].scans;
    const plain = await world.open('/webappscan/Shop');
    await (await reports()).findAllByRole('button', { name: 'View details' });
    expect(screen.queryByRole('region', { name: 'Your report is ready' })).toBeNull();
    plain.unmount();
    await world.open(`/webappscan/Shop?report=${older.scanId}`);
    const offer = within(await ready());
    expect(offer.getByText('The scan found no issues.')).toBeTruthy();
    expect(offer.getByRole('link').getAttribute('href')).toContain(older.scanId);
  });

  test('is told in a toast to somebody who went elsewhere in the portal', async () => {
    const { setTimeout: inTime } = globalThis;
    const sooner = vi.spyOn(globalThis, 'setTimeout');
    sooner.mockImplementation(((act: () => void, ms = 0) =>
      inTime(act, ms === 15_000 ? 100 : ms)) as typeof setTimeout);
    onTestFinished(() => sooner.mockRestore());
    const world = await openScans();
    await world.add({ targetName: 'Shop' });
    const view = await world.open();
    await pick(view, 'Scan now');
    expect(await screen.findByText('Scan initiated')).toBeTruthy();
    await view.router.navigate('/elsewhere');
    await screen.findByTestId('elsewhere');
    await world.portal.runJobs();
    expect((await screen.findAllByText(/Your report on Shop is ready\./)).length).toBeGreaterThan(0);
  });
});
