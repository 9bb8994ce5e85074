import { HttpFailure, header, redirectTarget, type HttpAnswer } from '#probes/http/answer.ts';
import { judgeHsts } from '#probes/web/hsts.ts';
import { defineRule, type Check, type Scan } from '../../rule.ts';

const noHttps = defineRule({
  id: 'tls.no-https',
  title: 'The website is not encrypted',
  // as with SSL 3.0: who listens on the way needs no deed of the visitor
  vector: 'AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:N',
  cwe: 'CWE-319',
  pci: '4.2.1',
  pciAutoFail: true,
  explanation:
    'Everything that visitors send and see travels in the clear. Anyone on the way, for example in the same wireless network, can read passwords and change pages. Browsers mark the website as not secure.',
  fix: "1. Get a certificate; Let's Encrypt issues them free of charge: certbot --nginx -d example.com -d www.example.com\n2. Serve the website on port 443.\n3. Send all http addresses to https with a permanent redirect.\n4. Scan the https address again.",
  references: ['https://letsencrypt.org/getting-started/', 'https://https.cio.gov/'],
});

const notRedirected = defineRule({
  id: 'tls.http-not-redirected',
  title: 'The unencrypted address does not lead to the encrypted one',
  vector: 'AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:L/A:N',
  cwe: 'CWE-319',
  pci: '4.2.1',
  explanation:
    'The website exists encrypted and unencrypted. A visitor who types the address or follows an old link may stay on the unencrypted one, where others can read and change everything.',
  fix: '1. Answer every http address with a permanent redirect to https.\nnginx: server { listen 80; server_name example.com www.example.com; return 301 https://$host$request_uri; }\nApache: RewriteEngine On\n  RewriteCond %{HTTPS} off\n  RewriteRule ^ https://%{HTTP_HOST}%{REQUEST_URI} [R=301,L]\n2. Then add the Strict-Transport-Security header.',
  references: [
    'https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Strict-Transport-Security',
    'https://https.cio.gov/',
  ],
});

const hstsMissing = defineRule({
  id: 'tls.hsts-missing',
  title: 'Browsers are not told to always use encryption (HSTS)',
  vector: 'AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N',
  cwe: 'CWE-523',
  pci: '4.2.1',
  explanation:
    'Without the Strict-Transport-Security header the first request of each visit may go out unencrypted, and someone on the same network can keep the visitor on an unencrypted copy.',
  fix: '1. Send this header with every https answer:\nStrict-Transport-Security: max-age=31536000; includeSubDomains\nnginx: add_header Strict-Transport-Security "max-age=31536000; includeSubDomains" always;\nApache: Header always set Strict-Transport-Security "max-age=31536000; includeSubDomains"\n2. Leave includeSubDomains out while a subdomain still needs http.',
  references: ['https://www.rfc-editor.org/rfc/rfc6797', 'https://hstspreload.org/'],
});

const hstsWeak = defineRule({
  id: 'tls.hsts-weak',
  title: 'Browsers remember to use encryption only for a short time (HSTS)',
  vector: 'AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N',
  cwe: 'CWE-523',
  pci: '4.2.1',
  explanation:
    'The Strict-Transport-Security header is there, but browsers forget it so soon that many visits begin without its protection.',
  fix: '1. Raise max-age to a year: Strict-Transport-Security: max-age=31536000; includeSubDomains\n2. Send the header once per answer only.',
  references: ['https://www.rfc-editor.org/rfc/rfc6797'],
});

const isIp = (host: string) => /^[\d.]+$|^\[/.test(host);

async function ask(scan: Scan, url: string): Promise<HttpAnswer | null> {
  try {
    return await scan.http.ask(url, { cookies: false, maxBytes: 200_000, totalMs: 10_000 });
  } catch (error) {
    if (error instanceof HttpFailure) return null;
    throw error;
  }
}

async function judgePlain(scan: Scan): Promise<void> {
  const { front, base } = scan;
  const twin = base.port === '' ? await ask(scan, `https://${base.hostname}${base.pathname}`) : null;
  if (twin && twin.status < 400 && redirectTarget(twin)?.protocol !== 'http:')
    return scan.report(notRedirected, {
      answer: front,
      evidence: `${base.origin} answers ${front.status} itself although https://${base.hostname} exists.`,
    });
  const why = twin
    ? 'https leads back to it'
    : base.port === ''
      ? 'nothing answers on https'
      : 'does not lead to https';
  scan.report(noHttps, {
    answer: front,
    evidence: `${base.origin} serves pages over http, and ${why}.`,
  });
}

function judgeMemory(scan: Scan): void {
  scan.tried([hstsMissing, hstsWeak], scan.base.href);
  const value = header(scan.front, 'strict-transport-security');
  const worth = judgeHsts(value);
  if (worth !== 'missing' && worth !== 'weak') return;
  scan.report(worth === 'missing' ? hstsMissing : hstsWeak, {
    answer: scan.front,
    parameter: 'Strict-Transport-Security',
    evidence: value === undefined ? 'The header is absent.' : `The header is ${value}`,
  });
}

async function judgeTwin(scan: Scan): Promise<void> {
  const { hostname, port, pathname } = scan.base;
  const plain = scan.startedPlain ?? (port === '' ? await ask(scan, `http://${hostname}${pathname}`) : null);
  if (!plain) return;
  scan.tried([notRedirected], plain.url);
  if (plain.status >= 400 || plain.status === 204) return;
  const next = redirectTarget(plain);
  const hop = next && next.protocol === 'http:' ? await ask(scan, next.href) : null;
  const end = hop ? (redirectTarget(hop) ?? new URL(hop.url)) : (next ?? new URL(plain.url));
  if (end.protocol !== 'http:') return;
  scan.report(notRedirected, {
    answer: plain,
    evidence: next
      ? `It leads to ${end.href}, still unencrypted.`
      : `It answers ${plain.status} with a page instead of a redirect.`,
  });
}

export const https: Check = {
  name: 'Encryption of all pages',
  rules: [noHttps, notRedirected, hstsMissing, hstsWeak],
  countsItself: true,
  level: 'lightning',
  activity: 'Checking that all pages are encrypted',
  run: async (scan) => {
    if (scan.base.protocol === 'http:') {
      await judgePlain(scan);
      return { undecided: [noHttps, notRedirected, hstsMissing, hstsWeak] };
    }
    scan.tried([noHttps], scan.base.href);
    // HSTS means nothing for bare addresses (RFC 6797, 8.1.1).
    if (!isIp(scan.base.hostname) || scan.allowsPrivate) judgeMemory(scan);
    await judgeTwin(scan);
    return undefined;
  },
};
