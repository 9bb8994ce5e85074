import type { WebsiteProof } from '#providers/scanner/port.ts';
import { monitoringContract } from '../../contract.ts';
import { listScanFindings } from '../issues/issues.ts';
import { checkWebsiteProof, loadWebsiteProof } from '../ownership/ownership.ts';
import { runScan } from '../scans/runScan.ts';
import { listScans, startScan } from '../scans/scans.ts';
import { scheduleScan } from '../schedules/schedules.ts';
import { aRun, openWorld, type Organization, type World } from './world.ts';
import { addWebsite, listWebsites, removeWebsite } from '../websites/websites.ts';

export const url = 'https://shop.acme-widgets.com';

const calls = {
  createTarget: addWebsite,
  deleteTarget: removeWebsite,
  loadTargetList: listWebsites,
  scheduleScan,
  startScan,
  loadWebsiteProof,
  checkWebsiteProof,
};

/** A website that has to be proved, and what its administrator does. */
export async function openUnproved(options: Parameters<typeof openWorld>[0] = {}, address = url) {
  const world = await openWorld(options);
  const proofs = askForProofs(world);
  const acme = await world.organization('premium');
  const call = async (name: keyof typeof calls, body: object, who: Organization = acme): Promise<any> =>
    calls[name](who.ctx, monitoringContract[name].body.parse(body) as never);
  const created = await call('createTarget', {
    targetName: 'Shop',
    targetUrl: address,
    scanProfile: 'safe',
    urlConfirmed: true,
  });
  const targetId: string = created.targetId;
  const token = async (who = acme, id = targetId): Promise<string> =>
    (await call('loadWebsiteProof', { targetId: id }, who)).places.file.value.replace(
      'portal-verification=',
      '',
    );
  const scan = async () => {
    const started = await call('startScan', { targetId });
    await runScan(world.base, { orgId: acme.orgId, websiteId: targetId }, aRun());
    return started.scan;
  };
  const newest = async () => (await listScans(acme.ctx, { targetId, page: 1 })).scanMap[targetId]!.scans[0]!;
  const state = async () => (await call('loadTargetList', {})).targetList[0].ownership;
  const notes = async () =>
    (await listScanFindings(acme.ctx, { scanId: (await newest()).scanId, page: 1 })).coverage.skipped;
  const acts = async () =>
    acme.ctx.inOrg(async (db) =>
      (
        await db
          .selectFrom('auditEntry')
          .select(['act', 'subjectName'])
          .where('subject', '=', 'website_proof')
          .orderBy('id')
          .execute()
      ).map(({ act, subjectName }) => [act, subjectName]),
    );
  return { world, proofs, acme, call, targetId, token, scan, newest, state, notes, acts };
}

/** Gives the world's scanner eyes for proofs: what stands at each website is what the test says. */
export function askForProofs({ scanner }: Pick<World, 'scanner'>) {
  let answer: (asked: { url: string; token: string }) => WebsiteProof | Promise<WebsiteProof> = () => ({
    by: null,
    seen: 'There is no TXT record. The file is missing.',
  });
  const looks: { url: string; token: string; allowPrivate?: unknown }[] = [];
  scanner.proofPlaces = (url, token) => ({
    dns: {
      name: /^\d/.test(new URL(url).hostname) ? '' : `_portal-verify.${new URL(url).hostname}`,
      value: `portal-verification=${token}`,
    },
    file: {
      url: `${new URL(url).origin}/.well-known/portal-verification.txt`,
      value: `portal-verification=${token}`,
    },
    meta: { url: `${new URL(url).origin}/`, tag: `<meta name="portal-verification" content="${token}">` },
  });
  scanner.prove = async (asked) => {
    looks.push(asked);
    return answer(asked);
  };
  return {
    looks,
    stands: (next: typeof answer | WebsiteProof) => {
      answer = typeof next === 'function' ? next : () => next;
    },
    /** Only who knows the code of its own organisation finds it. */
    published: (token: string, by: 'dns' | 'file' | 'meta' = 'dns') => {
      answer = (asked) =>
        asked.token === token
          ? { by, seen: 'It holds the code.' }
          : { by: null, seen: 'It holds another code.' };
    },
  };
}
