import { bodyText } from '#probes/http/answer.ts';
import { cheatSheet, defineRule, type Check, type Scan, type Seen } from '../../rule.ts';
import { findError } from './errorPatterns.ts';

const fixErrors =
  '1. Show visitors a plain error page and write the details to a log file.\nPHP: display_errors = Off, log_errors = On\nASP.NET: <customErrors mode="On" /> \nDjango: DEBUG = False\nLaravel: APP_DEBUG=false\nExpress: NODE_ENV=production\nSpring: server.error.include-stacktrace=never\n2. Look at the log and repair the cause.';
const references = [cheatSheet('Error_Handling')];

const stackTrace = defineRule({
  id: 'leaks.stack-trace',
  title: 'Error messages show the inside of the program',
  vector: 'AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N',
  cwe: 'CWE-209',
  explanation:
    'When something goes wrong, the website shows where in the program it happened: file names, libraries and sometimes data. Attackers use that to find a way in.',
  fix: fixErrors,
  references,
});
const debugPage = defineRule({
  id: 'leaks.debug-mode',
  title: "The website runs in the developers' debug mode",
  vector: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N',
  cwe: 'CWE-215',
  pci: '6.5.6',
  explanation:
    'Errors are answered with a page made for developers. It shows source code, settings and often passwords of the database, and some of these pages let a stranger run commands.',
  fix: '1. Switch the debug mode off.\nDjango: DEBUG = False\nFlask: never app.run(debug=True) on a public server\nLaravel: APP_DEBUG=false\nSymfony: APP_ENV=prod\nRails: RAILS_ENV=production\nASP.NET Core: ASPNETCORE_ENVIRONMENT=Production\n2. Change passwords and keys that the page has shown.',
  references: ['https://cwe.mitre.org/data/definitions/489.html', ...references],
});
const databaseError = defineRule({
  id: 'leaks.database-error',
  title: 'Error messages of the database reach the visitor',
  vector: 'AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N',
  cwe: 'CWE-209',
  explanation:
    'The website shows messages of its database. They tell attackers how the data is organised and are often the first sign that commands can be smuggled into it.',
  fix: `${fixErrors}\n3. Check that every query uses parameters, never text put together from what visitors enter.`,
  references,
});

const rules = { trace: stackTrace, debug: debugPage, database: databaseError };

function look(seen: Seen, scan: Scan): void | false {
  if (!seen.own || seen.kind === 'script' || seen.kind === 'style' || seen.kind === 'other') return false;
  const text = bodyText(seen.answer);
  if (text.length === 0) return false;
  const isError = seen.answer.status >= 400;
  const path = new URL(seen.answer.url).pathname;
  const before =
    seen.via === 'probe' ? scan.site.pages.find((page) => new URL(page.url).pathname === path) : undefined;
  // Plain text and JSON have no samples; but a file served for download is not an error message.
  const prose = seen.page ? seen.page.prose : seen.kind === 'json' ? text : '';
  let found = findError(text.slice(0, 500_000), prose, isError);
  if (!found && before) {
    const stirred = findError(text.slice(0, 500_000), prose, true);
    if (
      stirred &&
      !bodyText(before.answer).includes(stirred.match) &&
      !stirred.pattern.pattern.test(bodyText(before.answer))
    )
      found = stirred;
  }
  if (!found) return undefined;
  scan.report(rules[found.pattern.kind], {
    answer: seen.answer,
    subject: found.pattern.kind === 'debug' ? found.pattern.name : '',
    ...(found.pattern.mild ? { vector: 'AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N' } : {}),
    parameter: found.pattern.name,
    evidence: `${found.pattern.name}: ${found.match
      .replace(/<[^<>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 300)}`,
    excerpt: found.match,
    placeKey: `${seen.answer.url.replace(/\?.*/s, '')} ${found.pattern.name}`,
  });
  return undefined;
}

export const errors: Check = {
  name: 'Error messages',
  rules: [stackTrace, debugPage, databaseError],
  level: 'safe',
  weight: 2,
  activity: 'Looking at error messages',
  look,
  run: async (scan) => {
    // Requests that no careful program stumbles over; the passive part above judges the answers.
    const base = scan.base;
    await Promise.all([
      scan.probe(new URL(`/${scan.mark}-not-found`, base)),
      scan.probe(base, { rawPath: '/%' }),
      scan.probe(base, { rawPath: `/${scan.mark}%c0%ae.txt` }),
      scan.probe(base, { rawPath: `${base.pathname}?${scan.mark}[]=1&${scan.mark}%00=1` }),
      ...[...extensions(scan)].map((extension) => scan.probe(new URL(`/${scan.mark}.${extension}`, base))),
    ]);
    // A list in place of a value, and a value of the wrong kind, once per page with parameters.
    const pages = [...scan.site.parametrised.values()].slice(0, 15);
    let done = 0;
    await Promise.all(
      pages.map(async (page) => {
        const name = [...page.searchParams.keys()][0]!;
        const asList = new URL(page);
        asList.searchParams.delete(name);
        await scan.probe(
          `${asList.href}${asList.search === '' ? '?' : '&'}${encodeURIComponent(name)}[]=${scan.mark}`,
        );
        done += 1;
        scan.step(`Looking at error messages (${done} of ${pages.length})`, done / pages.length);
      }),
    );
  },
};

function extensions(scan: Scan): Set<string> {
  const found = new Set<string>();
  if (scan.site.tech.has('php')) found.add('php');
  if (scan.site.tech.has('aspnet') || scan.site.tech.has('iis')) found.add('aspx');
  if (scan.site.tech.has('java')) found.add('jsp');
  return found;
}
