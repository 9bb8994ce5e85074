import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { toDay } from '#platform/days.ts';
import type { FileReply } from '#platform/server/http/serve.ts';
import { decideIssues } from './decisions.ts';
import { exportIssues, exportScan } from './exports.ts';
import { openIssues } from '../testing/issues.ts';
import { aFinding, openServer } from '../testing/world.ts';

const hostile = aFinding('a', {
  title: '=HYPERLINK("https://evil.example","Click")',
  severity: 'high',
  references: ['javascript:alert(1)', 'https://owasp.org/x'],
  screenshot: 'AAAA',
  places: [
    {
      method: 'GET',
      url: 'javascript:alert(1)//\n"quoted",',
      parameter: '+q',
      evidence: ' =1+1\r\n@cmd',
      request: 'GET /',
      response: '<script>alert(1)</script>',
      payload: '-1 or 1=1',
    },
  ],
});

async function openExports() {
  const shop = await openIssues();
  const scanId = await shop.scan([hostile, aFinding('b'), aFinding('c', { severity: 'low' })]);
  await decideIssues(shop.ctx, {
    targetId: shop.targetId,
    findingIds: ['c'],
    decision: 'accepted',
    reason: '=Behind a wall',
    until: toDay('2026-06-01'),
  });
  // the day of a scan is longer than a session
  shop.world.clock.set(new Date('2026-03-02T17:10:00Z'));
  const { get } = await openServer(shop.world);
  return { ...shop, scanId, get: (url: string, cookie = shop.cookie) => get(cookie, url) };
}

describe('exports', () => {
  test('as CSV hold no formulas and keep every cell in its place', async () => {
    const { get, targetId } = await openExports();
    const answer = await get(`exportIssues/${targetId}/csv`);
    expect(answer.headers['content-type']).toContain('text/csv');
    expect(answer.headers['content-disposition']).toContain('attachment');
    expect(answer.headers['content-disposition']).toContain('Issues');
    const rows = parse(answer.body, { bom: true, columns: true }) as Record<string, string>[];
    expect(rows).toHaveLength(3);
    expect(rows[0]).toMatchObject({
      Issue: `'=HYPERLINK("https://evil.example","Click")`,
      State: 'New',
      Parameter: "'+q",
      Payload: "'-1 or 1=1",
      'What proves it': "' =1+1 @cmd",
      'PCI status': 'Fail',
      'Page of the issue': expect.stringMatching(
        new RegExp(`^https://[^/]+/webappscan/${targetId}/issues/[^/]+$`),
      ),
      'OWASP Top 10 2025': 'A02:2025 Security Misconfiguration',
    });
    expect(rows.find((row) => row.Decision === 'Accepted risk')).toMatchObject({
      State: 'Accepted risk',
      Reason: "'=Behind a wall",
    });
    for (const cell of rows.flatMap((row) => Object.values(row)))
      expect(cell).not.toMatch(/^\s*[=+\-@]|[\r\n]/u);
  });

  test.each(['\t=1+1', '\u0000@cmd', '\u00a0-1', '\u2003+1', '\uff1d1+1', '\r\n=1', '\uFEFF=1', '=1\n2'])(
    'as CSV take no text of a website for a formula: %j',
    async (evidence) => {
      const shop = await openIssues();
      const scanId = await shop.scan([
        aFinding('a', { places: [{ ...aFinding('a').places[0]!, evidence }] }),
      ]);
      const { bytes } = (await exportScan(shop.ctx, { scanId, format: 'csv' })) as { bytes: Buffer };
      const [row] = parse(bytes, { bom: true, columns: true }) as Record<string, string>[];
      expect(row!['What proves it']).toMatch(/^'/);
    },
  );
});

describe('exports of many issues, some, or none', () => {
  test('of many issues hold each of them once, whole, and of each only some of what was sent and answered', async () => {
    const shop = await openIssues();
    const places = ['1', '2', '3', '4'].map((at) => ({
      ...aFinding('x').places[0]!,
      url: `https://shop.acme-widgets.com/${at}`,
    }));
    const scanId = await shop.scan(Array.from({ length: 1100 }, (_, at) => aFinding(`i${at}`, { places })));
    const read = async (reply: Promise<FileReply>) =>
      ((await reply) as { bytes: Buffer }).bytes.toString('utf8');
    const filter = { state: 'all', search: '', sort: 'severity' } as const;
    for (const text of [
      await read(exportScan(shop.ctx, { scanId, format: 'json' })),
      await read(exportIssues(shop.ctx, { targetId: shop.targetId, format: 'json', ...filter })),
    ]) {
      const { issues } = JSON.parse(text) as { issues: { id: string; places: Record<string, string>[] }[] };
      expect(new Set(issues.map(({ id }) => id)).size).toBe(1100);
      expect(issues).toHaveLength(1100);
      expect(
        issues.every(
          (one) => one.places.map((place) => 'request' in place).join() === 'true,true,true,false',
        ),
      ).toBe(true);
    }
    const rows = parse(
      await read(exportIssues(shop.ctx, { targetId: shop.targetId, format: 'csv', ...filter })),
      { bom: true },
    );
    expect(rows).toHaveLength(1101);
  });

  test('of nothing are files that can be read all the same', async () => {
    const { ctx, targetId, scan } = await openIssues();
    const scanId = await scan([]);
    const [ofIssues, ofScan] = [
      await exportIssues(ctx, { targetId, format: 'json', state: 'all', search: '', sort: 'severity' }),
      await exportScan(ctx, { scanId, format: 'json' }),
    ] as { bytes: Buffer }[];
    for (const file of [ofIssues!, ofScan!])
      expect(JSON.parse(file.bytes.toString('utf8'))).toMatchObject({ issues: [] });
  });

  test('follow the filters of the list', async () => {
    const { get, targetId } = await openExports();
    const titles = async (query: string) =>
      (
        parse((await get(`exportIssues/${targetId}/csv?${query}`)).body, {
          bom: true,
          columns: true,
        }) as Record<string, string>[]
      ).map((row) => row['Issue id']);
    expect(await titles('state=open')).toEqual(['a', 'b']);
    expect(await titles('state=accepted')).toEqual(['c']);
    expect(await titles('severity=high')).toEqual(['a']);
    expect(await titles('search=issue%20b&sort=title')).toEqual(['b']);
    expect(await titles('owasp=A03')).toEqual([]);
    expect((await get(`exportIssues/${targetId}/csv?owasp=%27`)).statusCode).toBe(400);
    expect((await get(`exportIssues/${targetId}/exe`)).statusCode).toBe(400);
  });
});

describe('exports for other programs', () => {
  test('as SARIF name rules, places, fingerprints and what was decided', async () => {
    const { get, scanId } = await openExports();
    const { version, runs } = (await get(`exportScan/${scanId}/sarif`)).json<{
      version: string;
      runs: any[];
    }>();
    expect(version).toBe('2.1.0');
    const [run] = runs;
    expect(run.tool.driver.rules.map((rule: { id: string }) => rule.id)).toEqual([
      'rule.a',
      'rule.b',
      'rule.c',
    ]);
    expect(run.tool.driver.rules[0].helpUri).toBe('https://owasp.org/x');
    expect(run.results).toHaveLength(3);
    for (const result of run.results) expect(run.tool.driver.rules[result.ruleIndex].id).toBe(result.ruleId);
    const accepted = run.results.find((one: { ruleId: string }) => one.ruleId === 'rule.c');
    expect(accepted).toMatchObject({
      level: 'note',
      partialFingerprints: { 'findingId/v1': 'c' },
      hostedViewerUri: expect.stringMatching(/\/webappscan\/[^/]+\/issues\/c$/),
      suppressions: [{ kind: 'external', status: 'accepted' }],
    });
    expect(accepted.suppressions[0].justification).toContain('Behind a wall');
    expect(run.results[0]).toMatchObject({ level: 'error', baselineState: 'new' });
    expect(run.results[0].suppressions).toBeUndefined();
    expect(run.results[0].locations[0].physicalLocation.artifactLocation.uri).toMatch(/^javascript%3Aalert/);
    expect(run.invocations[0].executionSuccessful).toBe(true);
  });

  test('as JSON hold everything but pictures', async () => {
    const { get, scanId, targetId } = await openExports();
    for (const url of [`exportScan/${scanId}/json`, `exportIssues/${targetId}/json`]) {
      const { issues, website } = (await get(url)).json<{ issues: any[]; website: object }>();
      expect(website).toEqual({ name: 'Shop', url: 'https://shop.acme-widgets.com' });
      expect(issues.map((issue) => issue.id)).toEqual(['a', 'b', 'c']);
      expect(issues[0]).toMatchObject({
        state: 'new',
        pciStatus: 'fail',
        places: [{ payload: '-1 or 1=1' }],
      });
      expect(issues[0].screenshot).toBeUndefined();
    }
  });

  test('of another organisation are like missing ones', async () => {
    const { world, get, scanId, targetId } = await openExports();
    const { cookie } = await world.organization();
    expect((await get(`exportIssues/${targetId}/csv`, cookie)).statusCode).toBe(404);
    expect((await get(`exportScan/${scanId}/json`, cookie)).statusCode).toBe(404);
  });
});
