import { flawedSite } from '../sites/flawed.ts';
import { serve, type Site } from '../sites/serve.ts';

/** What a scan of the flawed site must find. `place` is a path of the site, a parameter, or part of the evidence. */
type Expectation = { rule: string; place: string };

export const flawedSiteExpectations: Expectation[] = [
  { rule: 'tls.no-https', place: '/' },
  { rule: 'content.password-unencrypted', place: '/login.php' },
  { rule: 'headers.csp-missing', place: '/' },
  { rule: 'headers.clickjacking', place: '/login.php' },
  { rule: 'headers.nosniff-missing', place: '/' },
  { rule: 'headers.referrer-policy-missing', place: '/' },
  { rule: 'cookies.secure-missing', place: 'PHPSESSID' },
  { rule: 'cookies.httponly-missing', place: 'PHPSESSID' },
  { rule: 'cookies.samesite-missing', place: 'PHPSESSID' },
  { rule: 'leaks.server-version', place: 'Server' },
  { rule: 'leaks.powered-by', place: 'x-powered-by' },
  { rule: 'leaks.generator-version', place: 'generator' },
  { rule: 'leaks.comment-credentials', place: 'comment' },
  { rule: 'leaks.private-address', place: '10.20.30.40' },
  { rule: 'leaks.internal-path', place: '/var/www/lamps' },
  { rule: 'leaks.secret', place: 'Stripe secret key' },
  { rule: 'leaks.source-map', place: '/js/app.min.js.map' },
  { rule: 'leaks.stack-trace', place: '/search' },
  { rule: 'content.sri-missing', place: 'carousel-2.1.0.js' },
  { rule: 'libraries.known-flaw', place: 'jquery-1.12.4' },
  { rule: 'server.trace-enabled', place: 'TRACE' },
  { rule: 'cors.any-origin', place: '/api/orders' },
  { rule: 'server.directory-listing', place: '/images/' },
  { rule: 'server.directory-listing', place: '/old-backup/' },
  { rule: 'exposure.git', place: '/.git/HEAD' },
  { rule: 'exposure.git', place: '/.git/config' },
  { rule: 'exposure.env', place: '/.env' },
  { rule: 'exposure.backup-source', place: '/login.php~' },
  { rule: 'exposure.archive', place: '/backup.zip' },
  { rule: 'exposure.database-dump', place: '/dump.sql.gz' },
  { rule: 'exposure.database-dump', place: '/old-backup/customers.sql' },
  { rule: 'exposure.htpasswd', place: '/.htpasswd' },
  { rule: 'exposure.ds-store', place: '/.DS_Store' },
  { rule: 'exposure.build-files', place: '/composer.json' },
  { rule: 'exposure.phpinfo', place: '/phpinfo.php' },
  { rule: 'exposure.server-status', place: '/server-status' },
  { rule: 'exposure.crossdomain', place: '/crossdomain.xml' },
  { rule: 'exposure.api-docs', place: '/swagger.json' },
  { rule: 'exposure.log-file', place: '/error.log' },
  { rule: 'active.reflected-xss', place: '/search' },
  { rule: 'active.open-redirect', place: '/go' },
  { rule: 'active.sql-injection', place: '/shop' },
];

/** A shop with one of everything wrong. Nothing in it is real. */
export async function serveFlawedSite(): Promise<Site & { expected: Expectation[] }> {
  return { ...(await serve(flawedSite)), expected: flawedSiteExpectations };
}
