import { ever, headerAbsent, html, type Story } from './story.ts';

const portal = html(
  'Harbor Lamps | Trade customers',
  '<h1>Trade customers</h1><form action="/sign-in" method="post"></form>',
);

/** Scanned each quarter, and once more by hand after each clean-up. */
export const trade: Story = {
  name: 'Wholesale portal',
  url: 'https://trade.harborlamps.example',
  server: ['Server: Microsoft-IIS/10.0'],
  pages: 33,
  requests: 430,
  byHand: [
    { daysAgo: 371, what: 'scan' },
    { daysAgo: 201, what: 'scan' },
  ],
  down: [240, 203],
  issues: [
    {
      rule: 'tls.certificate-expired',
      during: [[ever, 375]],
      at: '/',
      parameter: 'CN=trade.harborlamps.example',
      evidence: 'Valid until {11 days before}, 11 days ago.',
    },
    {
      rule: 'exposure.env',
      during: [[ever, 375]],
      at: '/.env',
      type: '',
      body: 'APP_NAME=Trade\nDB_HOST=db.internal\nDB_PASSWORD=Tr33house\n',
      evidence: 'Settings with the names APP_NAME, DB_HOST, DB_PASSWORD',
    },
    {
      rule: 'cors.any-origin',
      subject: 'credentials',
      during: [[ever, 210]],
      at: '/api/prices',
      parameter: 'Access-Control-Allow-Origin',
      type: 'application/json',
      headers: ['Access-Control-Allow-Origin: https://zq7.example', 'Access-Control-Allow-Credentials: true'],
      body: '[{"id":1}]',
      evidence:
        'Origin: https://zq7.example was answered with Access-Control-Allow-Origin: https://zq7.example and Access-Control-Allow-Credentials: true.',
    },
    {
      rule: 'exposure.database-admin',
      during: [[ever, 250]],
      at: '/phpmyadmin/',
      body: html('phpMyAdmin', '<h1>Welcome to phpMyAdmin</h1>'),
      evidence: 'The sign-in page of phpMyAdmin',
    },
    {
      rule: 'tls.tls10',
      during: [[ever, 150]],
      at: '/',
      parameter: 'TLS 1.0',
      evidence: 'A handshake with TLS 1.0 succeeded.',
    },
    {
      rule: 'tls.tls11',
      during: [[ever, 150]],
      at: '/',
      parameter: 'TLS 1.1',
      evidence: 'A handshake with TLS 1.1 succeeded.',
    },
    {
      rule: 'tls.weak-cipher',
      during: [[ever, 150]],
      at: '/',
      evidence: 'Accepted: TLS_RSA_WITH_3DES_EDE_CBC_SHA, TLS_RSA_WITH_RC4_128_SHA.',
    },
    {
      rule: 'tls.no-forward-secrecy',
      during: [[ever, 0]],
      at: '/',
      evidence: 'Accepted: TLS_RSA_WITH_AES_128_CBC_SHA, TLS_RSA_WITH_AES_256_CBC_SHA.',
    },
    {
      rule: 'exposure.api-docs',
      during: [[ever, 150]],
      at: '/swagger.json',
      type: 'application/json',
      body: '{"swagger":"2.0","paths":{"/prices":{"get":{}}}}',
      evidence: 'The description of a programming interface',
    },
    {
      rule: 'leaks.stack-trace',
      during: [[ever, 70]],
      at: '/orders?id[]=1',
      status: 500,
      body: html(
        'Runtime error',
        '<pre>   at Trade.Orders.Load(Int32 id) in C:\\sites\\trade\\Orders.cs:line 41</pre>',
      ),
      evidence: '.NET: at Trade.Orders.Load(Int32 id) in C:\\sites\\trade\\Orders.cs:line 41',
    },
    {
      rule: 'content.password-in-url',
      during: [[ever, 150]],
      at: '/sign-in',
      body: portal,
      evidence: 'A form with a password field has method="get".',
    },
    {
      rule: 'cookies.samesite-missing',
      during: [[ever, 0]],
      at: '/sign-in',
      parameter: 'ASP.NET_SessionId',
      headers: ['Set-Cookie: ASP.NET_SessionId=4pdkzr0o2wq1; path=/; secure; HttpOnly'],
      body: portal,
      evidence: 'ASP.NET_SessionId=4pdk***; path=/; secure; HttpOnly',
    },
    {
      ...headerAbsent('headers.csp-missing', 'Content-Security-Policy', [[ever, 0]], portal),
      also: ['/sign-in', '/orders'],
    },
    {
      rule: 'headers.clickjacking',
      during: [[ever, 100]],
      at: '/sign-in',
      body: portal,
      evidence: 'Neither X-Frame-Options nor frame-ancestors is set.',
    },
    headerAbsent('headers.nosniff-missing', 'X-Content-Type-Options', [[ever, 250]], portal),
    headerAbsent('tls.hsts-missing', 'Strict-Transport-Security', [[ever, 150]], portal),
    {
      rule: 'leaks.server-version',
      during: [[ever, 0]],
      at: '/',
      parameter: 'Server',
      body: portal,
      evidence: 'Server: Microsoft-IIS/10.0',
    },
  ],
};

/** Added yesterday; its first scan is still to come. */
export const parts: Story = {
  name: 'Spare parts store',
  url: 'https://parts.harborlamps.example',
  server: [],
  pages: 0,
  requests: 0,
  issues: [],
};

export const livePreviewName = 'Lamp shop preview';
