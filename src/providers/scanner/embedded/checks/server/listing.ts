import type { HttpAnswer } from '#probes/http/answer.ts';
import { bodyText } from '#probes/http/answer.ts';
import { readPage } from '../../crawl/page.ts';
import type { Check, Scan } from '../../rule.ts';
import { defineRule } from '../../rule.ts';

const listing = defineRule({
  id: 'server.directory-listing',
  title: 'The server shows lists of its files',
  vector: 'AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N',
  cwe: 'CWE-548',
  pci: '6.2.4',
  explanation:
    'Instead of a page the server shows all files in a folder. Visitors find backups, exports and other files that nobody linked to.',
  fix: '1. Switch the listing off.\nApache: Options -Indexes\nnginx: autoindex off;\nIIS: <directoryBrowse enabled="false" />\nTomcat: listings = false for the DefaultServlet in web.xml\n2. Move files that are not for the public out of the web folder.',
  references: ['https://cwe.mitre.org/data/definitions/548.html'],
});

const decode = (text: string) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const title = /<title>([^<]{0,300})<\/title>/i;
const heading = /<h[1-3][^>]{0,200}>([\s\S]{0,300}?)<\/h[1-3]>/i;
const plain = (html: string) =>
  decode(
    html
      .replace(/<[^>]+>/g, '')
      .replaceAll('&#x2f;', '/')
      .replaceAll('&#47;', '/')
      .replace(/\s+/g, ' ')
      .trim(),
  );

/**
 * Tells whether an answer is a list of files made by a server, and by which kind. It takes the words that the server
 * puts above its list together with links to files that lie in that very folder.
 */
export function listingKind(html: string, url: string): { kind: string; entries: string[] } | null {
  const path = decode(new URL(url).pathname);
  const folder = new URL('.', url);
  const named = title.exec(html)?.[1] ?? '';
  const headed = heading.exec(html)?.[1] ?? '';
  const words = `${plain(named)}\n${plain(headed)}`;
  const bare = path.replace(/\/+$/, '');
  const mentions = (text: string) => text.toLowerCase().includes(bare.toLowerCase()) || path === '/';

  const entries = [
    ...new Set(
      readPage(html, url)
        .links.map((link) => new URL(link))
        .filter((link) => link.origin === folder.origin && link.pathname.startsWith(folder.pathname) && link.pathname !== folder.pathname)
        .filter((link) => link.pathname.slice(folder.pathname.length).replace(/\/$/, '').split('/').length === 1 && link.search === '')
        .map((link) => decode(link.pathname.slice(folder.pathname.length))),
    ),
  ];
  if (entries.length === 0) return null;
  const parent =
    /<a\s[^>]{0,200}href="?(?:\.\.\/?|\/[^">]{0,500})"?[^>]{0,200}>\s{0,20}(?:\[?To Parent Directory\]?|Parent Directory|\.\.\/?|Up to higher level directory|Up To \[?)/i.test(
      html,
    );
  const kinds: [string, boolean][] = [
    [
      'Apache, nginx or lighttpd',
      /^index of\s*\//im.test(words) &&
        mentions(words) &&
        (parent || /[?&]C=[NMSD];O=[AD]|<pre>|class="(?:list|indexcolname|n|m|s|t)"/i.test(html) || path === '/'),
    ],
    ['IIS', /\[To Parent Directory\]/i.test(html) && /<pre>/i.test(html) && /<br>\s*\d{1,2}[/.]\d{1,2}[/.]\d{4}|&lt;dir&gt;/i.test(html)],
    [
      'IIS',
      path === '/' &&
        /<title>[^<]* - \/<\/title>/i.test(html) &&
        /&lt;dir&gt;|<br>\s*\d{1,2}\/\d{1,2}\/\d{4}\s+\d{1,2}:\d\d [AP]M/i.test(html),
    ],
    ['Python http.server', /^directory listing for\s*\//im.test(words) && /<hr>\s*<ul>/i.test(html)],
    ['Tomcat or Jetty', /^directory(?: listing for)?(?: \[|:\s*)\s*\//im.test(words) && mentions(words)],
    ['serve-index', /<title>listing directory /i.test(html) && /id="files"/.test(html)],
    ['serve', /<title>(?:files within|index of) /i.test(html) && /id="files"|class="(?:contents|listing|folder|file)/i.test(html)],
    ['http-server', /<title>Index of /i.test(html) && /class="perms"|<address>Node\.js/i.test(html)],
    [
      'Caddy',
      mentions(words) &&
        /class="(?:listing|entry|file)[" ]/.test(html) &&
        /(?:\?|&(?:amp;)?)sort=(?:name|namedirfirst|size|time)&(?:amp;)?order=|\.\/\?sort=/.test(html),
    ],
    ['WEBrick or Mongoose', /^index of\s*\//im.test(words) && /(?:\?N=[AD]|href="\?[nds][ad]?")/i.test(html)],
    ['Go http.FileServer', /^\s*(?:<!doctype html>\s*<meta[^>]*>\s*)*<pre>\s*(?:<a href="[^"]+">[^<]+<\/a>\s*)+<\/pre>\s*$/i.test(html)],
  ];
  const kind = kinds.find(([, fits]) => fits)?.[0];
  return kind === undefined ? null : { kind, entries };
}

/** A bucket that answers with the list of what is in it. */
export function isBucketListing(answer: HttpAnswer): boolean {
  const text = bodyText(answer).slice(0, 2000);
  return (
    (/<ListBucketResult\b/.test(text) || /<EnumerationResults\b[^>]*ContainerName=/.test(text)) && /<(Key|Name)>/.test(bodyText(answer))
  );
}

const suspicious =
  /(?:~|\.(?:bak|old|orig|save|sw[op]|sql|sqlite3?|db|dump|log|env|key|pem|ini|ya?ml|conf|cfg|htpasswd|zip|tar|tgz|gz|rar|7z))$|^\.env/i;

const mostFolders = 25;

/** Folders of everything known about the site, shallow ones and telling names first. */
export function foldersOf(scan: Scan): string[] {
  const folders = new Set<string>();
  for (const path of [...scan.site.paths, ...scan.site.disclosed]) {
    const parts = path.split('/');
    for (let depth = 2; depth <= Math.min(parts.length - 1, 5); depth++) folders.add(`${parts.slice(0, depth).join('/')}/`);
  }
  const telling =
    /backup|upload|files?|data|export|log|tmp|temp|old|private|admin|config|include|doc|download|image|media|asset|static|js|css/i;
  folders.delete('/');
  return [...folders]
    .sort((a, b) => Number(telling.test(b)) - Number(telling.test(a)) || a.split('/').length - b.split('/').length || a.localeCompare(b))
    .slice(0, mostFolders);
}

// Folders that exist on many sites without being linked.
const guesses = ['/uploads/', '/backup/', '/backups/', '/files/', '/logs/', '/data/', '/tmp/', '/images/'];

function judge(scan: Scan, answer: HttpAnswer): void {
  if (answer.status !== 200) return;
  if (isBucketListing(answer)) scan.report(listing, { answer, evidence: 'The answer is the content list of a storage bucket.' });
  const found = listingKind(bodyText(answer), answer.url);
  if (found) {
    for (const entry of found.entries) {
      const path = new URL(entry.split('/').map(encodeURIComponent).join('/'), answer.url).pathname;
      if (suspicious.test(entry) && scan.site.suspects.size < 40) scan.site.suspects.add(path);
      else if (/\.\w+$/.test(entry)) scan.site.paths.add(path);
    }
    scan.report(listing, {
      answer,
      evidence: `A list of ${found.entries.length} file${found.entries.length === 1 ? '' : 's'} in the style of ${found.kind}: ${found.entries.slice(0, 6).join(', ')}${found.entries.length > 6 ? ' …' : ''}`,
    });
  }
}

export const listings: Check = {
  name: 'Lists of files',
  rules: [listing],
  level: 'safe',
  weight: 3,
  activity: 'Looking for lists of files',
  look: (seen, scan) => {
    if (seen.own && seen.via === 'page' && (seen.kind === 'html' || seen.kind === 'text')) judge(scan, seen.answer);
  },
  run: async (scan) => {
    const known = foldersOf(scan);
    const wordpress = scan.site.tech.has('wordpress') ? ['/wp-content/uploads/', '/wp-includes/', '/wp-content/plugins/'] : [];
    const list = [...new Set([...known, ...wordpress, ...guesses])];
    const read = new Set(scan.site.pages.map((page) => new URL(page.url).pathname));
    const open = list.filter((path) => !read.has(path));
    let done = 0;
    await Promise.all(
      open.map(async (path) => {
        const answer = await scan.probe(new URL(path, scan.base), { maxBytes: 300_000 });
        if (answer) judge(scan, answer);
        done += 1;
        scan.step(`Looking for lists of files (${done} of ${open.length})`, done / open.length);
      }),
    );
  },
};
