import { describe, expect, it } from 'vitest';
import { readPdf } from '#platform/server/pdf/testing/readPdf.ts';
import { cleanReport, sampleReport } from '../testing/reportPdf.ts';
import { renderScanReport } from './reportPdf.ts';
import type { ReportFinding, ScanReportInput } from './reportPdf.ts';

const read = async (input: ScanReportInput) => readPdf(await renderScanReport(input));

const flat = (text: string | undefined): string => (text ?? '').replaceAll(/\s+/gu, ' ');

const one = sampleReport().findings as [ReportFinding, ReportFinding, ReportFinding];
const [sql, library, policy] = one;

describe('the PCI Version', () => {
  it('says on page one that it fails and that it is no attestation', async () => {
    const page = flat((await read(sampleReport({ kind: 'pci' }))).pages[0]);
    expect(page).toContain('FAIL: 2 issues would not pass an external PCI scan.');
    expect(page).toContain('This is a pre-check, not an attestation by an Approved Scanning Vendor.');
  });

  it.each([
    [
      'a low score',
      { cvss: { vector: 'AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N', score: 3.9 }, pciAutoFail: false },
      'PASS: nothing found',
    ],
    [
      'a score of 4.0',
      { cvss: { vector: 'AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N', score: 4 }, pciAutoFail: false },
      'FAIL: 1 issue',
    ],
    [
      'an issue that always fails',
      { cvss: { vector: 'AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N', score: 2 }, pciAutoFail: true },
      'FAIL: 1 issue',
    ],
    [
      'denial of service only',
      { cvss: { vector: 'AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H', score: 7.5 }, pciAutoFail: false },
      'PASS: nothing found',
    ],
  ])('decides by score and kind: %s', async (_name, changes, verdict) => {
    const report = await read(cleanReport({ kind: 'pci', findings: [{ ...sql, ...changes }] }));
    expect(flat(report.pages[0])).toContain(verdict);
  });

  it('does not call a website ready after a narrow scan', async () => {
    const { scan } = sampleReport();
    const report = await read(
      cleanReport({ kind: 'pci', scan: { ...scan, level: 'lightning', levelLabel: 'Lightning' } }),
    );
    expect(flat(report.pages[0])).toContain(
      'PASS for what was tested, but this level tests a small part only.',
    );
  });

  it('notes exceptions and what fails in spite of its score', async () => {
    const findings = [
      { ...sql, cvss: { vector: 'AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H', score: 7.5 }, pciAutoFail: false },
      {
        ...library,
        cvss: { vector: 'AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N', score: 2 },
        pciAutoFail: true,
        confidence: 'tentative' as const,
      },
    ];
    const text = flat((await read(sampleReport({ kind: 'pci', findings }))).text);
    expect(text).toContain('scored 7.5, exempt because it can only make the website unavailable');
    expect(text).toContain('scored 2.0, but this kind of issue fails whatever its score');
    expect(text).toContain('the scanner is not certain');
  });

  it('gives each host its own result and each requirement an honest one', async () => {
    const elsewhere = {
      ...policy,
      id: 'cdn',
      places: [
        { ...(policy.places[0] as (typeof policy.places)[number]), url: 'https://cdn.example/app.js' },
      ],
    };
    const text = flat((await read(sampleReport({ kind: 'pci', findings: [sql, elsewhere] }))).text);
    expect(text).toMatch(/shop\.example 1 0 0 9\.8 Fail/u);
    expect(text).toMatch(/cdn\.example 0 0 1 3\.1 Pass/u);
    expect(text).toMatch(
      /11\.3\.2 Systems facing the internet[^]*?order a scan from a listed vendor\. Not testable from outside/u,
    );
  });
});
