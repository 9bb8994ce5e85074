import { runScan } from '../scans/runScan.ts';
import { cancelScan, listScans } from '../scans/scans.ts';
import { aRun, openWorld } from './world.ts';
import { addWebsite } from '../websites/websites.ts';

/** An organisation with one website, and what its scans are asked and told. */
export async function openShop() {
  const world = await openWorld();
  const { ctx, orgId } = await world.organization('premium');
  const { targetId } = await addWebsite(ctx, {
    targetName: 'Shop',
    targetUrl: 'https://shop.acme-widgets.com',
    scanProfile: 'safe',
    urlConfirmed: true,
  });
  const run = (changes: Parameters<typeof aRun>[0] = {}) =>
    runScan(world.base, { orgId, websiteId: targetId }, aRun(changes));
  const scans = async () => (await listScans(ctx, { targetId, page: 1 })).scanMap[targetId]!;
  const cancel = (scanId: string) => cancelScan(ctx, { zeguroTargetId: targetId, zeguroScanId: scanId });
  return { world, ctx, orgId, targetId, run, scans, cancel };
}
