import type { Check, Scan } from '../../rule.ts';
import { foldersOf } from '../server/listing.ts';
import { backupRules, backups, copiesOf, suspectsOf } from './backups.ts';
import { consoles } from './consoles.ts';
import { developerFiles } from './developerFiles.ts';
import type { Exposure } from './probe.ts';
import { expose } from './probe.ts';
import { repositories } from './repositories.ts';
import { settings } from './settings.ts';

/** Folders besides the top in which the telling files are looked for. */
const mostFolders = 4;

type Task = { exposure: Exposure; url: URL; group: object };

function folders(scan: Scan): string[] {
  const own = scan.base.pathname.replace(/[^/]*$/, '');
  const programs = foldersOf(scan).filter(
    (path) =>
      !/\.|\/(css|js|img|images?|fonts?|static|assets?|media|dist|build|vendor|lib|node_modules|_next|wp-content|wp-includes)\//i.test(
        path,
      ),
  );
  return [...new Set([own, ...programs.filter((path) => path.split('/').length <= 3)])]
    .filter((path) => path !== '/')
    .slice(0, mostFolders);
}

function tasks(scan: Scan): Task[] {
  const list: Task[] = [];
  const known = new Set<string>();
  const { tech } = scan.site;
  const add = (exposure: Exposure, path: string) => {
    const url = new URL(path, scan.base.origin);
    if (known.has(url.href)) return;
    known.add(url.href);
    list.push({ exposure, url, group: exposure });
  };
  const all = [...repositories, ...settings, ...developerFiles, ...consoles, ...backups(scan.base.hostname)].filter(
    (exposure) => exposure.when?.(tech) ?? true,
  );
  for (const exposure of all) for (const path of exposure.paths) add(exposure, `/${path}`);
  for (const folder of folders(scan))
    for (const exposure of all)
      if (exposure.folders === 'all') for (const path of exposure.paths.slice(0, 2)) add(exposure, `${folder}${path}`);
  // A site that does not live at the top: what lies beside its pages is as telling.
  const own = scan.base.pathname.replace(/[^/]*$/, '');
  if (own !== '/') for (const exposure of all) for (const path of exposure.paths.slice(0, 6)) add(exposure, `${own}${path}`);
  const named = (path: string) => settings.find((item) => item.paths.includes(path))!;
  const suspects = suspectsOf(scan, { env: named('.env'), config: named('config.yml'), key: named('server.key') });
  for (const exposure of [...suspects, ...copiesOf(scan)]) for (const path of exposure.paths) add(exposure, `/${path}`);
  // What robots.txt names may be one of the files themselves.
  for (const path of scan.site.disclosed)
    for (const exposure of all) if (exposure.paths.some((file) => path.endsWith(`/${file}`))) add(exposure, path);
  return list;
}

/** Files that do not belong on a public website, each believed only when its content proves it. */
export const exposure: Check = {
  name: 'Files that should not be public',
  rules: [...new Set([...repositories, ...settings, ...developerFiles, ...consoles].map((item) => item.rule)), ...backupRules],
  level: 'safe',
  weight: 14,
  activity: 'Looking for files that should not be public',
  run: async (scan) => {
    const list = tasks(scan);
    const hits = new Set<object>();
    let done = 0;
    await Promise.all(
      list.map(async (task) => {
        if (
          !(task.exposure.firstOnly && hits.has(task.group)) &&
          scan.http.stats.failedInARow < 8 &&
          (await expose(scan, task.exposure, task.url))
        )
          hits.add(task.group);
        done += 1;
        if (done % 5 === 0) scan.step(`Looking for files that should not be public (${done} of ${list.length})`, done / list.length);
      }),
    );
  },
};
