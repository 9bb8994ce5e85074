import path from 'node:path';
import { expect, test } from 'vitest';
import { catalogOf } from '#modules/catalog/server/public.ts';
import { renderScanReport } from '#modules/monitoring/server/report/reportPdf.ts';
import { readPdf } from '#platform/server/pdf/testing/readPdf.ts';
import { neglectedReport } from '../testing/scanReport.ts';

const catalog = catalogOf({
  configDir: path.resolve(import.meta.dirname, '../../../config'),
  publicUrl: 'https://portal.example',
});
const flat = (text: string | undefined): string => (text ?? '').replaceAll(/\s+/gu, ' ');

test.each(['owasp', 'pci'] as const)(
  'a report of 29 issues has at most 24 pages, of which two are for the owner (%s)',
  async (kind) => {
    const input = {
      ...neglectedReport(kind, catalog),
      nextScan: { at: '2026-12-20T17:00:00Z', often: 'Monthly' },
    };
    expect(input.findings).toHaveLength(29);
    const report = await readPdf(await renderScanReport(input));
    expect(report.pages.length).toBeLessThanOrEqual(24);
    expect(report).toMatchObject({ tagged: true, lang: 'en-US' });
    for (const { page } of input.findings) expect(report.links).toContain(page);
    expect(report.rightmost).toBeLessThanOrEqual(612 - 54 + 0.5);
    const [state, plan, next] = report.pages.map(flat);
    for (const words of [
      kind === 'pci' ? 'FAIL: 21 issues' : 'Your website has 11 serious issues',
      'What it means',
    ])
      expect(state).toContain(words);
    for (const words of [
      'Do these five things first',
      'Time and cost',
      'Total 29 21 to 86 hours $2,100 to $8,600',
      'Dec 20, 2026 (monthly)',
    ])
      expect(plan).toContain(words);
    expect(next).toMatch(/^[^]{0,120}Contents/u);

    const chapter = (title: string) => report.bookmarks.find((one) => one.title === title);
    expect(chapter('Issues in detail')?.items).toHaveLength(29);
    const body = flat(report.pages.slice(2).join(' ')).split('Annex: evidence What proves').at(0) ?? '';
    const annex = flat(report.text).split('Annex: evidence What proves').at(1) ?? '';
    for (const { explanation, rule } of input.findings) {
      expect(body.split(flat(explanation)), explanation).toHaveLength(2);
      expect(annex).toContain(`rule ${rule}`);
    }
    expect(body).not.toContain('HTTP/1.1 200 OK');
    expect(annex).toContain('HTTP/1.1 200 OK');
    expect(annex).toContain('Checks without a finding');
  },
);
