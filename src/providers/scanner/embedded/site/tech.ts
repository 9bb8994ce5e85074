import { bodyText, header, headerAll } from '#probes/http/answer.ts';
import type { Seen } from '../rule.ts';

const byHeader: readonly [string, RegExp, string][] = [
  ['server', /apache(?!-coyote)/i, 'apache'],
  ['server', /nginx|openresty/i, 'nginx'],
  ['server', /microsoft-iis/i, 'iis'],
  ['server', /tomcat|coyote|jetty|jboss|wildfly|glassfish|weblogic/i, 'java'],
  ['server', /werkzeug|gunicorn|uvicorn|wsgi/i, 'python'],
  ['server', /cloudflare/i, 'cloudflare'],
  ['x-powered-by', /php/i, 'php'],
  ['x-powered-by', /asp\.net/i, 'aspnet'],
  ['x-powered-by', /express|next\.js|nuxt/i, 'node'],
  ['x-powered-by', /servlet|jsp/i, 'java'],
  ['x-aspnet-version', /./, 'aspnet'],
  ['x-generator', /drupal/i, 'drupal'],
  ['x-runtime', /^\d+\.\d+$/, 'ruby'],
  ['x-drupal-cache', /./, 'php'],
  ['x-pingback', /xmlrpc\.php/, 'php'],
];
const byCookie: readonly [RegExp, string][] = [
  [/^PHPSESSID=/i, 'php'],
  [/^laravel_session=/i, 'php'],
  [/^JSESSIONID/i, 'java'],
  [/^ASP\.NET_SessionId=|^\.AspNet/i, 'aspnet'],
  [/^connect\.sid=/i, 'node'],
  [/^(sessionid|csrftoken)=/i, 'python'],
  [/^_\w+_session=/i, 'ruby'],
];
const byExtension: readonly [RegExp, string][] = [
  [/\.php\d?$/i, 'php'],
  [/\.(aspx?|ashx|asmx)$/i, 'aspnet'],
  [/\.(jspx?|do|action)$/i, 'java'],
];

// What frameworks answer for an address they do not know.
const byError: readonly [RegExp, string][] = [
  [/<pre>Cannot GET \//, 'node'],
  [/"message":"Route GET:[^"]{0,2000} not found"/, 'node'],
  [/^404 page not found\n?$/, 'go'],
  [
    /<title>HTTP Status 4\d\d|<h1>Whitelabel Error Page|"status":404,"error":"Not Found"[\s\S]{0,200}"path":/,
    'java',
  ],
  [
    /If you entered the URL manually please check your spelling|^\{"detail":"Not Found"\}$|<code>DEBUG = True<\/code>/,
    'python',
  ],
  [/<h1>The page you were looking for doesn't exist\.<\/h1>/, 'ruby'],
  [/<title>The resource cannot be found\.<\/title>/, 'aspnet'],
  [/^File not found\.\n?$/, 'php'],
];

/** Guesses what a site is built with, to try the likely files first. A guess never decides a finding. */
export function learnTech(seen: Seen, tech: Set<string>): void {
  if (!seen.own) return;
  for (const [name, pattern, word] of byHeader)
    if (pattern.test(header(seen.answer, name) ?? '')) tech.add(word);
  for (const line of headerAll(seen.answer, 'set-cookie'))
    for (const [pattern, word] of byCookie) if (pattern.test(line)) tech.add(word);
  const path = new URL(seen.answer.url).pathname;
  if (seen.answer.status < 400)
    for (const [pattern, word] of byExtension) if (pattern.test(path)) tech.add(word);
  if (seen.answer.status === 404) {
    const text = bodyText(seen.answer).slice(0, 20_000);
    for (const [pattern, word] of byError) if (pattern.test(text)) tech.add(word);
  }
  if (!seen.page) return;
  const html = bodyText(seen.answer);
  if (/\/wp-(content|includes)\//.test(html)) tech.add('wordpress').add('php');
  if (/\/sites\/(default|all)\/|drupal-settings-json/.test(html)) tech.add('drupal').add('php');
  if (/\/media\/(jui|system)\/js\/|joomla/i.test(html.slice(0, 20_000))) tech.add('joomla').add('php');
  if (/__NEXT_DATA__|\/_next\/static\//.test(html)) tech.add('node');
  if (/__VIEWSTATE/.test(html)) tech.add('aspnet');
}
