import type { PdfBrand } from '#platform/server/pdf/brand/brand.ts';
import { findings } from './reportFindings.ts';
import type { ReportFinding, ScanReportInput } from '../report/reportPdf.ts';

/** Reports for tests and for looking at; invented companies, reserved names. */

export const brandWithLogo: PdfBrand = {
  nameLong: 'Harbor Cyber Safety',
  nameShort: 'Harbor',
  color: '#0f766e',
  emailDomain: 'harbor.example',
  logo: {
    viewBox: [0, 0, 132, 32],
    paths: [
      { d: 'M16 1 L30 6 V16 C30 24 24 29 16 31 C8 29 2 24 2 16 V6 Z', fill: '#0f766e' },
      { d: 'M8.6 16.4 L10.8 14.2 L14.4 17.8 L21.4 10.8 L23.6 13 L14.4 22.2 Z', fill: '#ffffff' },
      { d: 'M40 8 H44 V14 H52 V8 H56 V24 H52 V18 H44 V24 H40 Z', fill: '#17212b' },
      { d: 'M62 24 L68 8 H72 L78 24 H74 L73 21 H67 L66 24 Z M68 18 H72 L70 12 Z', fill: '#17212b' },
    ],
  },
};

export const brandWithoutLogo: PdfBrand = {
  nameLong: 'Northgate Mutual Insurance Group',
  nameShort: 'Northgate',
  color: '#e0a800',
  emailDomain: 'northgate.example',
};

const passed = [
  [
    'tls.version',
    'Only current versions of the encryption protocol are accepted',
    'A02:2021 Cryptographic Failures',
    '4.2.1',
  ],
  ['tls.certificate', 'The certificate is valid and trusted', 'A02:2021 Cryptographic Failures', '4.2.1'],
  ['access.listing', 'Folders do not list their files', 'A01:2021 Broken Access Control', '6.2.4'],
  [
    'cookies.secure',
    'Cookies are sent over encrypted connections only',
    'A05:2021 Security Misconfiguration',
    '6.2.4',
  ],
  ['injection.script', 'Text of visitors is not run as script', 'A03:2021 Injection', '6.2.4'],
  [
    'library.current',
    'No library with a known weakness',
    'A06:2021 Vulnerable and Outdated Components',
    '6.3.3',
  ],
  [
    'auth.default',
    'No well-known default password works',
    'A07:2021 Identification and Authentication Failures',
    '2.2.2',
  ],
  [
    'integrity.sri',
    'Scripts of other hosts are pinned',
    'A08:2021 Software and Data Integrity Failures',
    '6.4.3',
  ],
  [
    'ssrf.basic',
    'The website cannot be made to call other systems',
    'A10:2021 Server-Side Request Forgery',
    '6.2.4',
  ],
].map(([rule, title, owasp, pci]) => ({
  rule: rule ?? '',
  title: title ?? '',
  owasp: owasp ?? '',
  pci: pci ?? '',
}));

export function sampleReport(changes: Partial<ScanReportInput> = {}): ScanReportInput {
  return {
    kind: 'owasp',
    brand: brandWithLogo,
    organization: { name: 'Smith & Sons Lighting, Inc.' },
    website: { name: 'Web shop', url: 'https://shop.example/' },
    scan: {
      id: '7f3c2a',
      level: 'normal',
      levelLabel: 'Normal',
      startedAt: '2026-11-20T06:12:00Z',
      finishedAt: '2026-11-20T06:54:00Z',
      durationMinutes: 42,
      requests: 4812,
      pages: 137,
      engine: 'Site scanner 1.4, rules of 2026-11-01',
    },
    findings,
    fixed: [
      {
        title: 'The server tells its version',
        severity: 'low',
        firstSeen: '2026-05-14T05:00:00Z',
        fixedAt: '2026-11-20T06:54:00Z',
      },
    ],
    passed,
    tried: Object.fromEntries(
      passed.map(({ rule }, index) => [
        rule,
        { places: 3 + index * 17, requests: index % 3 === 0 ? 0 : 40 + index * 212 },
      ]),
    ),
    notTested: [
      { rule: 'upload.program', title: 'Uploaded programs are not executed', reason: 'does not apply' },
      { rule: 'log4shell', title: 'Log4Shell', reason: 'level' },
      {
        rule: 'ssrf.blind',
        title: 'The server does not fetch addresses that visitors choose',
        reason: 'no listener',
      },
    ],
    coverage: {
      blocked: [],
      timedOut: ['https://shop.example/export/all.csv'],
      skipped: [
        'https://shop.example/logout: would end the session',
        'https://cdn.example/: another website',
      ],
    },
    history: [
      { finishedAt: '2026-07-20T06:00:00Z', highs: 2, mediums: 5, lows: 4 },
      { finishedAt: '2026-08-20T06:00:00Z', highs: 1, mediums: 5, lows: 4 },
      { finishedAt: '2026-09-20T06:00:00Z', highs: 0, mediums: 3, lows: 3 },
      { finishedAt: '2026-10-20T06:00:00Z', highs: 0, mediums: 1, lows: 2 },
    ],
    consent: { by: 'Dana Smith', at: '2026-05-02T17:00:00Z' },
    now: new Date('2026-11-20T15:00:00Z'),
    ...changes,
  };
}

/** Nothing found, nothing in the way. */
export const cleanReport = (changes: Partial<ScanReportInput> = {}): ScanReportInput =>
  sampleReport({
    findings: [],
    fixed: [],
    coverage: { blocked: [], timedOut: [], skipped: [] },
    history: [],
    ...changes,
  });

/** As many issues as a neglected website has. */
export function crowdedReport(many: number, changes: Partial<ScanReportInput> = {}): ScanReportInput {
  return sampleReport({
    findings: Array.from({ length: many }, (_, index) => {
      const base = findings[index % findings.length] as ReportFinding;
      return {
        ...base,
        id: `${base.id}-${index}`,
        rule: `${base.rule}-${index}`,
        title: `${base.title} (variant ${index + 1})`,
        places: Array.from({ length: 1 + ((index * 7) % 50) }, (_place, at) => ({
          ...(base.places[0] as ReportFinding['places'][number]),
          url: `https://shop.example/catalog/department-${at}/lamps?page=${index}`,
        })),
      };
    }),
    history: Array.from({ length: 12 }, (_, index) => ({
      finishedAt: new Date(Date.UTC(2025, 11 + index - 1, 3, 18)).toISOString(),
      highs: (index * 5) % 7,
      mediums: 8 + (index % 5),
      lows: 20 - index,
    })),
    ...changes,
  });
}

const rough =
  '\u202etxt.exe\u202c \u0000\u0007\u001b[31m<script>alert(1)</script> \u{1f600} \u6f22\u5b57 a\u0301\u0301\u0301\u0301\u0301b \u200b\ud800 (\\) %%EOF endobj';

/** Text of a website that wants to break its report. */
export function hostileReport(changes: Partial<ScanReportInput> = {}): ScanReportInput {
  const base = findings[0] as ReportFinding;
  return sampleReport({
    organization: { name: `${'Extraordinarily Long Organization Name '.repeat(5)}& <Partners>` },
    website: { name: rough, url: `https://${'very-long-label.'.repeat(12)}example/${'path/'.repeat(20)}` },
    findings: [
      {
        ...base,
        title: `${rough} ${'x'.repeat(300)}`,
        explanation: `${rough}\n\n${'unbroken'.repeat(80)}`,
        fix: `- ${rough}\n- ${'y'.repeat(500)}`,
        references: ['javascript:alert(1)', `https://safe.example/${'z'.repeat(300)}`],
        places: [
          {
            method: 'PROPFIND-WITH-A-LONG-NAME',
            url: `https://shop.example/?q=${'%F0%9F%98%80'.repeat(60)}`,
            parameter: 'p'.repeat(200),
            evidence: rough.repeat(20),
            request: `GET /${'a'.repeat(1900)}`,
            response: `${rough}\n`.repeat(30),
          },
        ],
      },
    ],
    coverage: {
      blocked: [rough],
      timedOut: [`https://shop.example/${'deep/'.repeat(200)}`],
      skipped: Array.from({ length: 80 }, (_, index) => `https://shop.example/out-of-scope/${index}: budget`),
    },
    ...changes,
  });
}
