import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readPdf } from '#platform/server/pdf/testing/readPdf.ts';
import { issuePath } from '../../paths.ts';
import { brandOfOrg } from '#modules/catalog/server/public.ts';
import { reportFileName } from '../../rules.ts';
import { runScan } from '../scans/runScan.ts';
import { startScan } from '../scans/scans.ts';
import { aFinding, aResult, aRun, openServer, openWorld } from '../testing/world.ts';
import { addWebsite } from '../websites/websites.ts';

async function openShop() {
  const world = await openWorld();
  const acme = await world.organization('premium', { companyName: 'Zoë & Partners LLC' });
  const { targetId } = await addWebsite(acme.ctx, {
    targetName: 'Main shop; 2',
    targetUrl: 'https://shop.acme-widgets.com',
    scanProfile: 'safe',
    urlConfirmed: true,
  });
  const { scan } = await startScan(acme.ctx, { targetId });
  const finish = () => runScan(world.base, { orgId: acme.orgId, websiteId: targetId }, aRun());
  world.scanner.script(async (request) =>
    aResult(request, {
      findings: [
        aFinding('a', {
          title: 'Cookie without Secure',
          severity: 'high',
          cvss: { vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', score: 9.8 },
        }),
      ],
      passed: ['rule.b'],
    }),
  );
  const server = await openServer(world);
  const report = (cookie: string, type = 'owasp', changes: { targetId?: string; scanId?: string } = {}) =>
    server.get(
      cookie,
      `getScanReport/${changes.targetId ?? targetId};${encodeURIComponent(reportFileName('Zoë & Partners', 'Main shop; 2', 'owasp', world.clock.now()))};${changes.scanId ?? scan.scanId};${type}`,
    );
  return { world, acme, targetId, scan, finish, report };
}

describe('the report of a completed scan', () => {
  test.each(['owasp', 'pci'])(
    'is a PDF of type %s, opened in its window under the name of the rule',
    async (type) => {
      const { acme, targetId, finish, report } = await openShop();
      await finish();
      const answer = await report(acme.cookie, type);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers).toMatchObject({
        'content-type': 'application/pdf',
        'cache-control': 'private, no-store',
      });
      expect(answer.headers['content-disposition']).toBe(
        `inline; filename="Zo__Main_shop_2_${type.toUpperCase()}_2026_03_02.pdf"; filename*=UTF-8''Zo%C3%AB_Main_shop_2_${type.toUpperCase()}_2026_03_02.pdf`,
      );
      const { links, text } = await readPdf(answer.rawPayload);
      for (const part of [
        'Zoë & Partners LLC',
        'Main shop; 2',
        'Cookie without Secure',
        acme.ctx.session.email.split('.')[0]!,
      ])
        expect(text.replaceAll(/\s+/g, ' ')).toContain(part);
      const { webAddress } = (await brandOfOrg(acme.ctx)).wire;
      expect(links.filter((link) => link.startsWith(webAddress))).toEqual([
        webAddress + issuePath(targetId, 'a'),
      ]);
    },
  );

  test('does not exist before the scan is completed', async () => {
    const { acme, report } = await openShop();
    const answer = await report(acme.cookie);
    expect([answer.statusCode, answer.json().error.code]).toEqual([409, 'report-not-ready']);
  });

  test('of another organisation, of another website or of nobody answers alike', async () => {
    const { world, acme, finish, report } = await openShop();
    await finish();
    const other = await world.organization();
    const theirs = await report(other.cookie);
    const missing = await report(acme.cookie, 'owasp', { targetId: randomUUID() });
    const noScan = await report(acme.cookie, 'owasp', { scanId: randomUUID() });
    expect([theirs, missing, noScan].map((answer) => [answer.statusCode, answer.json().error.code])).toEqual([
      [404, 'no-such-website'],
      [404, 'no-such-website'],
      [404, 'no-such-scan'],
    ]);
    expect((await report('')).statusCode).toBe(401);
  });

  test('of an unknown type or id is invalid', async () => {
    const { acme, report } = await openShop();
    expect((await report(acme.cookie, 'iso')).statusCode).toBe(400);
    expect((await report(acme.cookie, 'owasp', { scanId: "1';drop table scan" })).statusCode).toBe(400);
  });
});
