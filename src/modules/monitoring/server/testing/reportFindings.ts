import type { ReportFinding } from '../report/reportPdf.ts';

export const findings: ReportFinding[] = [
  {
    id: 'f-sqli',
    rule: 'injection.sql-error',
    title: 'Database commands can be injected through the search field',
    severity: 'high',
    cvss: { vector: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', score: 9.8 },
    cwe: 'CWE-89',
    owasp: 'A03:2021 Injection',
    pci: '6.2.4',
    pciAutoFail: true,
    confidence: 'certain',
    explanation:
      'Text typed into the search field reaches the database as a command. A stranger could read, change or delete everything the website stores, including customer records.',
    fix: '1. Use prepared statements for every query that contains text of a visitor.\n2. Give the website a database account that can only do what it needs.\n3. Search the logs of the last weeks for single quotes in the search field.',
    references: [
      'https://owasp.org/www-community/attacks/SQL_Injection',
      'https://cwe.mitre.org/data/definitions/89.html',
    ],
    places: [
      {
        method: 'GET',
        url: 'https://shop.example/search?q=lamp&sort=price',
        parameter: 'q',
        evidence: 'A single quote makes the database answer with a syntax error.',
        request:
          'GET /search?q=lamp%27&sort=price HTTP/1.1\nHost: shop.example\nUser-Agent: SiteCheck/1.0 (+https://harbor.example/scanner)\nAccept: text/html\nCookie: session=********',
        response:
          "HTTP/1.1 500 Internal Server Error\nContent-Type: text/html; charset=utf-8\n\n<h1>Database error</h1>\n<p>syntax error at or near \"'\" at character 47: SELECT * FROM products WHERE name LIKE '%lamp'%'</p>",
      },
    ],
    state: 'new',
    firstSeen: '2026-11-20T06:12:00Z',
    lastSeen: '2026-11-20T06:12:00Z',
  },
  {
    id: 'f-lib',
    rule: 'library.known-weakness',
    title: 'jQuery 1.12.4 has known weaknesses',
    severity: 'medium',
    cvss: { vector: 'AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N', score: 6.1 },
    cwe: 'CWE-1395',
    owasp: 'A06:2021 Vulnerable and Outdated Components',
    pci: '6.3.3',
    pciAutoFail: false,
    confidence: 'firm',
    explanation:
      'The website loads a version of a script library that is known to be weak. Attackers look for such versions automatically.',
    fix: 'Update to version 3.7.1 or later and test the menus and forms afterwards.',
    references: ['https://blog.jquery.com/2020/04/10/jquery-3-5-0-released/'],
    places: [1, 2, 3].map((page) => ({
      method: 'GET',
      url: `https://shop.example/assets/vendor/jquery-1.12.4.min.js?page=${page}`,
      parameter: 'jquery',
      evidence: 'The file says version 1.12.4.',
      request: 'GET /assets/vendor/jquery-1.12.4.min.js HTTP/1.1\nHost: shop.example',
      response:
        'HTTP/1.1 200 OK\nContent-Type: text/javascript\n\n/*! jQuery v1.12.4 | (c) jQuery Foundation | jquery.org/license */',
    })),
    state: 'open',
    firstSeen: '2026-08-02T05:00:00Z',
    lastSeen: '2026-11-20T06:12:00Z',
  },
  {
    id: 'f-csp',
    rule: 'headers.csp-missing',
    title: 'No content security policy',
    severity: 'low',
    cvss: { vector: 'AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N', score: 3.1 },
    cwe: 'CWE-693',
    owasp: 'A05:2021 Security Misconfiguration',
    pci: '6.4.3',
    pciAutoFail: false,
    confidence: 'certain',
    explanation:
      'The website does not tell the browser which scripts it expects. If a foreign script gets in, nothing stops it.',
    fix: 'Send a Content-Security-Policy header that names the sources of scripts, styles and images. Start in report-only mode for a week.',
    references: [],
    places: [
      {
        method: 'GET',
        url: 'https://shop.example/',
        parameter: 'Content-Security-Policy',
        evidence: 'The header is missing.',
        request: '',
        response: '',
      },
    ],
    state: 'reopened',
    firstSeen: '2026-05-14T05:00:00Z',
    lastSeen: '2026-11-20T06:12:00Z',
  },
];

const decision = { by: 'dana@smith-lighting.example', at: '2026-11-18T18:00:00Z' };

/** What the organisation decided not to count. */
export const decidedFindings: ReportFinding[] = [
  {
    ...findings[1]!,
    id: 'f-old',
    title: 'A slider library has known weaknesses',
    decision: {
      ...decision,
      kind: 'accepted',
      reason: 'Goes away with the new theme in spring.',
      until: '2027-03-01T07:59:59Z',
    },
  },
  {
    ...findings[2]!,
    id: 'f-key',
    title: 'A key stands in a script',
    severity: 'high',
    cvss: { ...findings[2]!.cvss, score: 7.5 },
    decision: {
      ...decision,
      kind: 'false-positive',
      reason: 'It is the public name of our map, not a key.',
      until: null,
    },
  },
];
