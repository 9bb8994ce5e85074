import { bodyText, type HttpAnswer } from '#probes/http/answer.ts';
import { isBucketListing, listingKind } from '#probes/web/listing.ts';
import { defineRule, type Check, type Scan } from '../../rule.ts';

const listing = defineRule({
  id: 'server.directory-listing',
  title: 'The server shows lists of its files',
  vector: 'AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N',
  cwe: 'CWE-548',
  explanation:
    'Instead of a page the server shows all files in a folder. Visitors find backups, exports and other files that nobody linked to.',
  fix: '1. Switch the listing off.\nApache: Options -Indexes\nnginx: autoindex off;\nIIS: <directoryBrowse enabled="false" />\nTomcat: listings = false for the DefaultServlet in web.xml\n2. Move files that are not for the public out of the web folder.',
});

const suspicious =
  /(?:~|\.(?:bak|old|orig|save|sw[op]|sql|sqlite3?|db|dump|log|env|key|pem|ini|ya?ml|conf|cfg|htpasswd|zip|tar|tgz|gz|rar|7z))$|^\.env/i;

const mostFolders = 25;

/** Folders of everything known about the site, shallow ones and telling names first. */
export function foldersOf(scan: Scan): string[] {
  const folders = new Set<string>();
  for (const path of [...scan.site.paths, ...scan.site.disclosed]) {
    const parts = path.split('/');
    for (let depth = 2; depth <= Math.min(parts.length - 1, 5); depth++)
      folders.add(`${parts.slice(0, depth).join('/')}/`);
  }
  const telling =
    /backup|upload|files?|data|export|log|tmp|temp|old|private|admin|config|include|doc|download|image|media|asset|static|js|css/i;
  folders.delete('/');
  return [...folders]
    .sort(
      (a, b) =>
        Number(telling.test(b)) - Number(telling.test(a)) ||
        a.split('/').length - b.split('/').length ||
        a.localeCompare(b),
    )
    .slice(0, mostFolders);
}

// Folders that exist on many sites without being linked.
const guesses = ['/uploads/', '/backup/', '/backups/', '/files/', '/logs/', '/data/', '/tmp/', '/images/'];

function judge(scan: Scan, answer: HttpAnswer): void {
  if (answer.status !== 200) return;
  if (isBucketListing(answer))
    scan.report(listing, { answer, evidence: 'The answer is the content list of a storage bucket.' });
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
    if (!seen.own || seen.via !== 'page' || (seen.kind !== 'html' && seen.kind !== 'text')) return false;
    judge(scan, seen.answer);
    return undefined;
  },
  run: async (scan) => {
    const known = foldersOf(scan);
    const wordpress = scan.site.tech.has('wordpress')
      ? ['/wp-content/uploads/', '/wp-includes/', '/wp-content/plugins/']
      : [];
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
