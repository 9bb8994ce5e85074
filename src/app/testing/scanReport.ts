import { toPdfBrand, type Catalog } from '#modules/catalog/server/public.ts';
import { issuePath } from '#modules/monitoring/paths.ts';
import type { ScanReportInput } from '#modules/monitoring/server/report/reportPdf.ts';
import { rules } from '#providers/scanner/embedded/registry.ts';
import { outcomeOf } from '../demo/results.ts';
import type { Issue, Story } from '../demo/story.ts';

/** Every rule on one website that nobody has cared for: name of the rule, path, parameter, what proves it, what was sent. */
const seen: readonly (readonly [
  rule: string,
  at: string,
  evidence: string,
  parameter?: string,
  payload?: string,
])[] = [
  [
    'active.sql-injection',
    "/lamps?category=desk'",
    'One apostrophe brings an error of MySQL (You have an error in your SQL syntax), two do not.',
    'category',
    "desk'",
  ],
  [
    'active.reflected-xss',
    '/search?q=%3Czq7%3E',
    'The text came back as markup (between elements)',
    'q',
    '<zq7>',
  ],
  [
    'active.path-traversal',
    '/download?file=../../etc/passwd',
    'The answer holds lines of /etc/passwd',
    'file',
    '../../../../etc/passwd',
  ],
  ['leaks.secret', '/assets/checkout.js', 'A key of a payment provider: sk_l***'],
  ['content.password-unencrypted', '/sign-in', 'A form with a field for a password'],
  ['exposure.backup-source', '/checkout.php.bak', 'The source code of checkout.php'],
  ['exposure.htpasswd', '/.htpasswd', 'A line with a name and a hash of a password'],
  ['exposure.git', '/.git/HEAD', '.git/HEAD says ref: refs/heads/main'],
  ['exposure.env', '/.env', 'DB_PASSWORD=s3c***'],
  ['exposure.database-dump', '/dump.sql', 'The first line says MySQL dump 10.13'],
  [
    'cors.any-origin',
    '/api/orders',
    'Access-Control-Allow-Origin repeats the origin of the request',
    'Origin',
    'https://zq7.example',
  ],
  ['forms.csrf-missing', '/account', 'A form that changes the address has no token', 'email'],
  [
    'leaks.database-error',
    "/lamps?category=desk'",
    'You have an error in your SQL syntax',
    'category',
    "desk'",
  ],
  ['server.directory-listing', '/media/catalog/', 'A page titled Index of /media/catalog/'],
  ['leaks.stack-trace', '/api/orders?id=x', 'at OrderController.show (OrderController.php:41)', 'id', 'x'],
  ['exposure.phpinfo', '/phpinfo.php', 'PHP Version 7.4.33'],
  ['exposure.server-status', '/server-status', 'Apache Server Status for shop.example'],
  [
    'active.open-redirect',
    '/go?to=https://zq7.example',
    'Location: https://zq7.example',
    'to',
    'https://zq7.example',
  ],
  ['headers.clickjacking', '/', 'Neither X-Frame-Options nor frame-ancestors'],
  ['cookies.secure-missing', '/cart', 'PHPSESSID=q1w2***; path=/', 'PHPSESSID'],
  ['cookies.httponly-missing', '/cart', 'PHPSESSID=q1w2***; path=/', 'PHPSESSID'],
  ['tls.tls10', '/', 'A handshake with TLS 1.0 succeeded.', 'TLS 1.0'],
  ['headers.csp-missing', '/', 'No Content-Security-Policy'],
  ['headers.referrer-policy-missing', '/', 'No Referrer-Policy'],
  ['headers.nosniff-missing', '/', 'No X-Content-Type-Options'],
  ['exposure.build-files', '/composer.json', 'Names 14 packages with their versions'],
  ['leaks.powered-by', '/', 'X-Powered-By: PHP/7.4.33', 'X-Powered-By'],
  ['leaks.source-map', '/assets/app.js.map', 'A source map of version 3'],
  ['server.trace-enabled', '/', 'The answer repeats the request'],
];

const shopPage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Harbor Lamps</title>
<link rel="stylesheet" href="/assets/shop.css"><script src="/assets/jquery-1.12.4.min.js"></script></head>
<body><header><a href="/">Harbor Lamps</a><form action="/search"><input name="q"></form></header>
${Array.from({ length: 6 }, (_, at) => `<article><h2>Lamp ${at + 1}</h2><a href="/lamps?category=desk&amp;page=${at}">More</a></article>`).join('\n')}
</body></html>`;

const everywhere = ['/lamps?category=desk', '/cart', '/sign-in', '/search?q=lamp', '/about', '/contact'];

const neglected: Story = {
  name: 'Online shop',
  url: 'https://shop.example',
  server: [
    'Server: Apache/2.4.41 (Ubuntu)',
    'X-Powered-By: PHP/7.4.33',
    'Cache-Control: no-store',
    'Date: Fri, 20 Nov 2026 06:40:00 GMT',
  ],
  pages: 94,
  requests: 4760,
  issues: seen.map(([rule, at, evidence, parameter, payload]): Issue => ({
    rule,
    at,
    evidence,
    during: [[1000, 0]],
    body: `${evidence}\n${shopPage}`,
    ...(rule.startsWith('headers.') ? { also: everywhere } : {}),
    ...(parameter ? { parameter } : {}),
    ...(payload ? { payload } : {}),
  })),
};

/** A JPEG as big as the scanner's pictures are; a reader of its head sees 1280 by 800 pixels. */
export const pictureOfPage = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQH/wAALCAMgBQABAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACv/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AfwD/2Q==',
  'base64',
).toString('base64');

/** A scan that found 29 issues, in the words of the scanner's own rules. */
export function neglectedReport(kind: ScanReportInput['kind'], catalog: Catalog): ScanReportInput {
  const at = new Date('2026-11-20T06:54:00Z');
  const { result } = outcomeOf(neglected, at, 1);
  const passed = new Set(result.passed);
  return {
    kind,
    brand: toPdfBrand(catalog.defaultBrand),
    organization: { name: 'Harbor Lamps LLC' },
    website: { name: neglected.name, url: `${neglected.url}/` },
    scan: {
      id: '6f0c1c3e-7c1e-4f0e-9a55-0a4f2a6f9f10',
      level: 'normal',
      levelLabel: 'Normal',
      startedAt: '2026-11-20T06:12:00Z',
      finishedAt: at.toISOString(),
      durationMinutes: 42,
      requests: result.requests,
      pages: result.pages,
      engine: 'Site scanner 1.4, rules of 2026-11-01',
    },
    findings: result.findings.map((finding, index) => ({
      ...finding,
      page:
        catalog.defaultBrand.wire.webAddress + issuePath('6f0c1c3e-7c1e-4f0e-9a55-0a4f2a6f9f11', finding.id),
      state: index % 3 === 0 ? 'new' : 'open',
      firstSeen: index % 3 === 0 ? at.toISOString() : '2026-08-02T05:00:00Z',
      lastSeen: at.toISOString(),
      ...(finding.rule === 'active.reflected-xss' ? { screenshot: pictureOfPage } : {}),
    })),
    fixed: [
      {
        title: 'The server shows a default page',
        severity: 'low',
        firstSeen: '2026-05-14T05:00:00Z',
        fixedAt: at.toISOString(),
      },
    ],
    passed: rules
      .filter(({ id }) => passed.has(id))
      .map(({ id, title, owasp, pci, cwe }) => ({ rule: id, title, owasp, pci, cwe })),
    tried: result.tried ?? null,
    notTested: [
      { rule: 'active.upload-code', title: 'Uploaded programs', reason: 'does not apply' },
      { rule: 'active.log4shell', title: 'Log4Shell', reason: 'level' },
      { rule: 'active.ssrf', title: 'Server-side request forgery', reason: 'no listener' },
    ],
    coverage: {
      blocked: [],
      timedOut: ['https://shop.example/export/all.csv'],
      skipped: [
        'https://shop.example/logout: would end the session',
        'https://cdn.example/: another website',
      ],
    },
    history: Array.from({ length: 6 }, (_, index) => ({
      finishedAt: new Date(Date.UTC(2026, 4 + index, 20, 6)).toISOString(),
      highs: 12 - index,
      mediums: 8 + (index % 3),
      lows: 9 - (index % 4),
    })),
    consent: { by: 'Dana Smith', at: '2026-05-02T17:00:00Z' },
    now: new Date('2026-11-20T15:00:00Z'),
  };
}
