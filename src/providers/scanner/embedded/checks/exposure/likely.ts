/** Which files are worth asking for on a site, so that a site made with one language is not asked for the files of all. */

const platforms = ['php', 'java', 'aspnet', 'node', 'python', 'ruby', 'go'] as const;

const ofPlatform: readonly (readonly [(typeof platforms)[number], RegExp])[] = [
  [
    'php',
    /\.php\b|laravel|phpunit|_profiler|telescope|_debugbar|_ignition|wp-con|debug\/default|fpm-status|parameters\.yml|\.inc$|p(?:hpmya|hpMyA|gA|gad)min|pma\/|adminer|dbadmin|mysql\/|error_log|auth\.json|public_html|composer\.|joomla|CHANGELOG\.txt|readme\.html|en-GB|wp-links/,
  ],
  ['aspnet', /elmah|trace\.axd|appsettings|web\.config|swagger\/v1/],
  [
    'java',
    /actuator|management\/env|^env$|WEB-INF|application\.(?:properties|yml)|v[23]\/api-docs|swagger-ui\.html|jolokia|hawtio|jmx-console|web-console|h2-console|^h2\/|^examples\/|tomcat|manager\/html|RELEASE-NOTES/,
  ],
  ['python', /^console$|__debug__|requirements\.txt|\.pypirc/],
  ['ruby', /rails\/|Gemfile|database\.yml|log\/(?:production|development)\.log/],
  ['go', /debug\/(?:pprof|vars)/],
];

// What is worth a request everywhere: another program may stand behind the same name.
const everywhere =
  /^(?:phpinfo\.php|info\.php|wp-config\.php\.bak|config\.php\.bak|phpmyadmin\/|adminer\.php|actuator|actuator\/env|elmah\.axd|console|debug\/pprof\/|web\.config|composer\.json)$/;

// Addresses of programs in general; a site of plain files has hardly any.
const ofPrograms =
  /swagger|openapi|api-docs|redoc|graphql|^docs$|api\/docs|documentation|metrics|status|\.log$/;
const first =
  /^(?:swagger\.json$|graphql\?|openapi\.json$|metrics$|(?:server-|nginx_)(?:status|info)$|(?:logs\/)?error\.log$|access\.log$|debug\.log$)/;

/** Whether a file may lie on a site with this technology. Where the language of the site is unknown, any may.
 * `files` stands for a site that consists of plain files. */
export function isLikely(path: string, tech: ReadonlySet<string>): boolean {
  if (everywhere.test(path)) return true;
  const files = tech.has('files');
  if (!files && !platforms.some((platform) => tech.has(platform))) return true;
  if (files && ofPrograms.test(path)) return first.test(path);
  const found = ofPlatform.find(([, pattern]) => pattern.test(path));
  return found === undefined || tech.has(found[0]);
}

/** True for files that a server refusing names with a leading dot will not give out. */
export function isDotted(path: string): boolean {
  return /(?:^|\/)\.(?!well-known\/)/.test(path);
}
