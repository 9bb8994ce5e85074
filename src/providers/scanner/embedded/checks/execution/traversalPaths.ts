import { bodyText, mediaType, type HttpAnswer } from '#probes/http/answer.ts';
import type { Rule, Scan } from '../../rule.ts';
import { byDepth } from './likely.ts';
import { only } from './files.ts';
import { paths } from './traversalValues.ts';

/** Folders of files that were met, the fuller first, and the root. */
function foldersOf(scan: Scan): { folder: string; file: URL }[] {
  const files = [
    ...scan.site.paths,
    ...scan.site.scripts.keys(),
    ...scan.site.pages.flatMap(({ page }) => page.styles.map(({ url }) => url)),
  ];
  const found = new Map<string, { folder: string; file: URL; count: number }>();
  for (const text of files) {
    if (!URL.canParse(text, scan.base.href)) continue;
    const file = new URL(text, scan.base);
    if (
      !scan.inScope(file) ||
      file.origin !== scan.base.origin ||
      !/\.(?:css|js|mjs|png|jpe?g|gif|svg|ico|txt|pdf|woff2?)$/i.test(file.pathname)
    )
      continue;
    const folder = /^\/[^/]+\//.exec(file.pathname)?.[0];
    if (!folder) continue;
    const known = found.get(folder);
    if (known) known.count += 1;
    else found.set(folder, { folder, file, count: 1 });
  }
  return [...found.values()].sort((a, b) => b.count - a.count);
}

const same = (a: HttpAnswer, b: HttpAnswer) =>
  a.status === 200 && b.status === 200 && mediaType(a) === mediaType(b) && a.body.equals(b.body);

/** An alias without its slash: `/static../static/x.css` is the file, reached from one folder above. */
async function tryAlias(scan: Scan, rule: Rule, folder: string, file: URL): Promise<boolean> {
  const name = folder.slice(1, -1);
  const ask = (inserted: string) =>
    scan.ask(new URL(`/${name}${inserted}${file.pathname}`, scan.base), {
      rawPath: `/${name}${inserted}${file.pathname}`,
    });
  const answer = await ask('..');
  if (answer?.status !== 200 || answer.body.length < 20) return false;
  const [plain, control] = [await scan.ask(file), await ask(scan.mark)];
  if (!plain || !same(plain, answer) || (control && same(plain, control))) return false;
  scan.report(rule, {
    answer,
    payload: `/${name}..${file.pathname}`,
    url: new URL(folder, scan.base).href,
    parameter: 'path',
    evidence: `/${name}..${file.pathname} gives the file ${file.pathname}: files one folder above ${folder} can be read.`,
  });
  return true;
}

/** Servers that put the path of the address to a folder by themselves. */
export async function tryAddresses(scan: Scan, rule: Rule): Promise<void> {
  const folders = foldersOf(scan).slice(0, byDepth(scan, 2, 4, 12));
  for (const { folder, file } of folders) if (await tryAlias(scan, rule, folder, file)) break;
  const number = byDepth(scan, 2, 4, 99);
  const roots = [
    '/',
    ...folders.map(({ folder }) => folder),
    ...(scan.site.tech.has('apache') && scan.depth !== 'few' ? ['/cgi-bin/', '/icons/'] : []),
  ];
  for (const folder of roots) {
    for (const { file, rawPath } of paths(folder).slice(0, number)) {
      const answer = await scan.ask(new URL(folder, scan.base), { rawPath, maxBytes: 200_000 });
      const seen = answer && answer.status < 400 ? file.find(bodyText(answer)) : null;
      if (!answer || !seen || file.find(bodyText(scan.front)) !== null) continue;
      // The same words without a way up: a page that answers to anything, or that tells about the file.
      const control = await scan.ask(new URL(folder, scan.base), {
        rawPath: `${folder}${scan.mark}-${file.path.replace(/\W+/g, '-')}`,
        maxBytes: 200_000,
      });
      if (!control || file.find(bodyText(control)) !== null) continue;
      scan.report(rule, {
        answer: only(answer, seen),
        payload: rawPath,
        url: new URL(folder, scan.base).href,
        parameter: 'path',
        evidence: `The address ${rawPath} gives the file ${file.name} of the server: ${seen}`,
      });
      return;
    }
  }
}
