import { describe, expect, it } from 'vitest';
import type { Handler } from '../../sites/serve.ts';
import { serve } from '../../sites/serve.ts';
import { runScan } from '../engine.ts';

/** Files that a scan believes to have found, and what it cost. */
async function files(handler: Handler): Promise<{ found: string[]; requests: number; visits: string[] }> {
  const site = await serve(handler);
  const result = await runScan(
    { url: site.url, level: 'safe', allowPrivate: [site.host] },
    { signal: new AbortController().signal, perSecond: 1000 },
  );
  await site.close();
  const found = result.findings
    .filter((finding) => finding.rule.startsWith('exposure.'))
    .map((finding) => `${finding.rule} ${new URL(finding.places[0]!.url).pathname}`);
  return { found, requests: result.requests, visits: site.visits };
}

describe('what a site says for things that do not exist', () => {
  it('is known where every address gives the same settings with its own name in them', async () => {
    const { found } = await files((visit) => ({
      type: 'text/plain',
      body: `APP=1\nMODE=prod\nPATH=${visit.path}`,
    }));
    expect(found).toEqual([]);
  });

  it('is no reason to overlook a real file beside it', async () => {
    const { found } = await files((visit) =>
      visit.path === '/.env'
        ? { type: 'text/plain', body: 'DB_HOST=db\nDB_PASSWORD=Tr33house9\n' }
        : { type: 'text/plain', body: `MODE=prod\nPATH=${visit.path}` },
    );
    expect(found).toEqual(['exposure.env /.env']);
  });
});

describe('a site of plain files that refuses names with a dot', () => {
  it('is asked for few files, and the telling ones among them', async () => {
    const { found, requests, visits } = await files((visit) => {
      const headers = { ETag: '"5f"', 'Last-Modified': 'Tue, 04 Nov 2025 10:00:00 GMT' };
      if (visit.path === '/')
        return {
          headers,
          body: '<h1>Lamps</h1><a href="/about">a</a><form method="post" action="/send"></form>',
        };
      if (visit.path === '/about') return { headers, body: '<h1>About</h1>' };
      if (visit.path === '/phpinfo.php') return { body: '<title>PHP 8.2.1 - phpinfo()</title>' };
      return visit.path.startsWith('/.') ? { status: 403 } : undefined;
    });
    expect(found).toEqual(['exposure.phpinfo /phpinfo.php']);
    // A page is asked again from time to time, to see that the website still answers as before.
    expect(requests).toBeLessThan(160);
    expect(visits.filter((visit) => visit.includes('/.env'))).toEqual([]);
  });
});
