import { bodyText } from '#probes/http/answer.ts';
import { readPage, type Page } from '#probes/web/page.ts';
import { likeness } from '../../answers/likeness.ts';
import { defineRule, type Check, type Scan } from '../../rule.ts';
import { consistsOfFiles } from './exposure.ts';

const openAdmin = defineRule({
  id: 'exposure.open-admin',
  title: 'A page for administrators opens without a sign-in',
  vector: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:N',
  cwe: 'CWE-306',
  pci: '7.2.1',
  confidence: 'firm',
  explanation:
    'A page with which the website is managed answers everybody who knows its address. Strangers can look at, change or delete what only administrators should.',
  fix: '1. Ask for a sign-in and for the right role in front of every page and every action of the administration, on the server.\n2. Allow the administration only from known addresses where you can.\n3. Look in the logs whether strangers have used it.',
  references: [
    'https://owasp.org/Top10/A01_2021-Broken_Access_Control/',
    'https://cwe.mitre.org/data/definitions/306.html',
  ],
});
const installer = defineRule({
  id: 'exposure.installer',
  title: 'The set-up program of the website is still there',
  vector: 'AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:H',
  cwe: 'CWE-1188',
  pci: '2.2.4',
  confidence: 'firm',
  explanation:
    'The program with which the website was set up can be opened by everybody. Whoever runs it again makes themselves administrator or points the website to a database of their own.',
  fix: '1. Delete the folder or file of the set-up program.\n2. Check that the accounts of administrators and the settings of the database are still yours.',
});

const adminPaths = [
  'admin/',
  'administrator/',
  'admin.php',
  'administration/',
  'admin/index.php',
  'admin/dashboard',
  'admin/users',
  'manage/',
  'management/',
  'backend/',
  'console/',
  'cp/',
  'controlpanel/',
];
const installPaths = [
  'install.php',
  'install/',
  'setup.php',
  'setup/',
  'installation/index.php',
  'wp-admin/install.php',
  'core/install.php',
  'install/index.php',
];

const heading = /\badmin(?:istrat(?:ion|or))?\b|control panel|back[- ]?office|management console/i;
const action =
  /(?:^|[/_.?&=-])(?:users?|accounts?|members|orders|settings|config|roles?|permissions|plugins|logs?|edit|delete|remove|create|add|new|ban|approve)(?:[/_.?&=-]|$)/i;

const titleOf = (page: Page, html: string): string =>
  `${page.title} ${/<h[12][^<>]{0,300}>([^<]{0,200})/i.exec(html)?.[1] ?? ''}`;

export function adminProof(page: Page, html: string): string | null {
  if (page.hasPassword || !heading.test(titleOf(page, html))) return null;
  if (
    /log ?in|sign ?in|anmelden|not authori[sz]ed|access denied|forbidden|permission|unauthori[sz]ed/i.test(
      page.prose.slice(0, 3000),
    ) &&
    !/log ?out|sign ?out/i.test(html)
  )
    return null;
  const acts = [
    ...page.forms.filter((form) => form.method === 'POST').map((form) => form.action),
    ...page.links.filter((link) => new URL(link).origin === new URL(page.url).origin),
  ].filter((url) => {
    const { pathname, search } = new URL(url);
    return heading.test(pathname)
      ? action.test(pathname.replace(heading, '') + search)
      : /[?&/](?:delete|edit|remove|ban|approve)/i.test(pathname + search);
  });
  const distinct = [...new Set(acts.map((url) => new URL(url).pathname))];
  return distinct.length >= 2
    ? `${titleOf(page, html).trim().slice(0, 100)}: ${distinct.slice(0, 4).join(', ')}`
    : null;
}

export function installerProof(page: Page, html: string): string | null {
  const title = titleOf(page, html);
  if (
    !/\b(?:install(?:ation|er)?|set-?up|setup wizard)\b/i.test(title) ||
    /already (?:been )?(?:installed|set up|configured)|bereits installiert|is locked/i.test(page.prose)
  )
    return null;
  const fields = page.forms
    .filter((form) => form.method === 'POST')
    .flatMap((form) => form.fields.map((field) => field.name));
  const telling = fields.filter((name) =>
    /(?:db|database|mysql|sql)[-_]?(?:host|name|user|server|pass)|dbname|table_?prefix|admin_?(?:user|pass|email|name)|weblog_title|site_?(?:name|title)|language/i.test(
      name,
    ),
  );
  const button =
    page.forms.some((form) => form.method === 'POST') &&
    /create\s*(?:\/|or)\s*reset database|reset (?:the )?database|begin installation|start installation|create database/i.test(
      html,
    );
  return telling.length > 0 || button
    ? `${title.trim().slice(0, 100)}${telling.length > 0 ? ` with the fields ${telling.slice(0, 4).join(', ')}` : ''}`
    : null;
}

const isSignedIn = (scan: Scan) => /^(?:cookie|authorization):\s*\S/im.test(scan.front.requestHead);

export const adminPages: Check = {
  name: 'Pages for administrators',
  rules: [openAdmin, installer],
  level: 'safe',
  weight: 2,
  activity: 'Looking for pages meant for administrators',
  run: async (scan) => {
    const folder = scan.base.pathname.replace(/(?<![^/])[^/]*$/, '');
    const named = [...scan.site.paths, ...scan.site.disclosed];
    const known = named
      .filter((path) =>
        /(?:^|[/_-])(?:admin\w*|manage(?:ment)?|backend|backoffice|install\w*|setup)(?:[/_.-]|$)/i.test(path),
      )
      .slice(0, 10);
    const folders = [...new Set(['/', folder])];
    const most = consistsOfFiles(scan) ? 0 : scan.depth === 'few' ? 6 : adminPaths.length;
    const guesses = [...adminPaths.slice(0, most), ...installPaths.slice(0, most)];
    const list = [...new Set([...known, ...folders.flatMap((base) => guesses.map((path) => base + path))])];
    await Promise.all(
      list.map(async (path) => {
        const url = new URL(path, scan.base.origin);
        if (!scan.inScope(url) || scan.isHarmful(url)) return;
        // What a signed-in scan may see proves nothing about strangers.
        const answer = await scan.probe(url, { maxBytes: 300_000, cookies: false });
        if (answer?.status !== 200) return;
        const html = bodyText(answer);
        const page = readPage(html, answer.url);
        const admin = adminProof(page, html);
        const setUp = admin === null ? installerProof(page, html) : null;
        if (admin === null && setUp === null) return;
        if (
          (await scan.looksMissing(answer)) ||
          (!isSignedIn(scan) && url.pathname !== scan.base.pathname && likeness(scan.front, answer) > 0.98)
        )
          return;
        const place = { answer, parameter: url.pathname, placeKey: page.shape + page.title };
        if (admin !== null)
          scan.report(openAdmin, { ...place, evidence: `Shown without a sign-in: ${admin}` });
        else scan.report(installer, { ...place, evidence: `Shown to everybody: ${setUp}` });
      }),
    );
  },
};
