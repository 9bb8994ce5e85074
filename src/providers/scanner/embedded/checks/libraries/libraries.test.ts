import { describe, expect, it } from 'vitest';
import type { Handler } from '../../../sites/serve.ts';
import { page, tryOut } from '../execution/testing/trial.ts';
import { libraries } from './libraries.ts';

const handler: Handler = (visit) => (visit.path === '/' ? page('x') : undefined);
const withRuntime = (met: [string, string][], script?: string) =>
  tryOut([libraries], handler, null, {
    level: 'safe',
    prepare: (scan) => {
      for (const [id, version] of met)
        scan.site.runtime.set(`${id} ${version}`, { id, version, on: scan.base.href });
      if (script) scan.site.scripts.set(script, { url: script, own: false, on: scan.base.href });
    },
  });

describe('libraries that name themselves in the browser', () => {
  it('are told although no file shows them', async () => {
    const { findings } = await withRuntime([['jquery', '1.12.4']]);
    expect(findings.map(({ title, confidence }) => [title, confidence])).toEqual([
      ['jQuery 1.12.4 has known weaknesses', 'certain'],
    ]);
    expect(findings[0]!.places[0]!.evidence).toContain('own word in the browser');
  });
  it('are told once where a file shows them too', async () => {
    const { findings } = await withRuntime(
      [['jquery', '1.12.4']],
      'https://cdn.example.net/jquery-1.12.4.min.js',
    );
    expect(findings.map(({ places }) => places.map(({ url }) => url))).toEqual([
      ['https://cdn.example.net/jquery-1.12.4.min.js'],
    ]);
  });
  it.each<[string, string]>([
    ['jquery', '3.7.1'],
    ['jquery', '<script>alert(1)</script>'],
    ['own-library', '0.0.1'],
    ['__proto__', '1.0.0'],
  ])('are not told: %s %s', async (id, version) =>
    expect((await withRuntime([[id, version]])).rules).toEqual([]),
  );
});
