import type { Check, Scan } from '../../rule.ts';
import { isStaticFile } from '../documents.ts';
import { foldersOf } from '../server/listing.ts';
import { archivesOf, backupRules, backups, copiesOf, suspectsOf } from './backups.ts';
import { consoles } from './consoles.ts';
import { developerFiles } from './developerFiles.ts';
import { isDotted, isLikely } from './likely.ts';
import { descriptionsOf, operatorRules, operatorTools } from './operatorTools.ts';
import { expose, type Exposure } from './probe.ts';
import { repositories } from './repositories.ts';
import { settings } from './settings.ts';

const mostFolders = 4;
/** Names tried for one kind of file where few are wanted. */
const mostNames = 12;

type Task = { exposure: Exposure; url: URL; after: string | null };

function folders(scan: Scan): string[] {
  const own = scan.base.pathname.replace(/(?<![^/])[^/]*$/, '');
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

/** No page or script gives a sign of a program behind the site; a form to send may have one of its own. */
export function consistsOfFiles({ site, front }: Scan): boolean {
  return (
    isStaticFile(front) &&
    site.pages.every((page) => isStaticFile(page.answer)) &&
    site.apis.size === 0 &&
    site.parametrised.size === 0
  );
}

function tasks(scan: Scan): Task[] {
  const list: Task[] = [];
  const known = new Set<string>();
  const tech = consistsOfFiles(scan) ? new Set([...scan.site.tech, 'files']) : scan.site.tech;
  const add = (exposure: Exposure, folder: string, path: string) => {
    const url = new URL(folder + path, scan.base.origin);
    if (known.has(url.href)) return;
    known.add(url.href);
    list.push({
      exposure,
      url,
      after: exposure.after ? new URL(folder + exposure.after, scan.base.origin).href : null,
    });
  };
  const all = [
    ...repositories,
    ...settings,
    ...developerFiles,
    ...consoles,
    ...operatorTools,
    ...backups(scan.base.hostname),
  ].filter((exposure) => exposure.when?.(tech) ?? true);
  // Few payloads, few names: the first of a long list are the likely ones.
  const most = scan.depth === 'few' ? mostNames : Infinity;
  const likely = (exposure: Exposure) => exposure.paths.filter((path) => isLikely(path, tech)).slice(0, most);
  for (const exposure of all) for (const path of likely(exposure)) add(exposure, '/', path);
  for (const folder of folders(scan))
    for (const exposure of all)
      if (exposure.folders === 'all')
        for (const path of exposure.paths.slice(0, 1)) add(exposure, folder, path);
  // A site that does not live at the top: what lies beside its pages is as telling, most of all where that folder was asked for.
  const own = scan.base.pathname.replace(/(?<![^/])[^/]*$/, '');
  const here = scan.target.pathname.startsWith(own) ? 6 : 1;
  if (own !== '/')
    for (const exposure of all) for (const path of likely(exposure).slice(0, here)) add(exposure, own, path);
  const named = (path: string) => settings.find((item) => item.paths.includes(path))!;
  const suspects = suspectsOf(scan, {
    env: named('.env'),
    config: named('config.yml'),
    key: named('server.key'),
  });
  for (const exposure of [...suspects, ...copiesOf(scan), ...archivesOf(scan), ...descriptionsOf(scan)])
    for (const path of exposure.paths) add(exposure, '/', path);
  // What robots.txt names may be one of the files themselves.
  for (const path of scan.site.disclosed)
    for (const exposure of all)
      if (exposure.paths.some((file) => path.endsWith(`/${file}`))) add(exposure, '', path);
  return list;
}

/** Files that do not belong on a public website, each believed only when its content proves it. */
export const exposure: Check = {
  name: 'Files that should not be public',
  rules: [
    ...new Set([...repositories, ...settings, ...developerFiles, ...consoles].map((item) => item.rule)),
    ...backupRules,
    ...operatorRules,
  ],
  level: 'safe',
  weight: 14,
  activity: 'Looking for files that should not be public',
  countsItself: true,
  run: async (scan) => {
    // A server that refuses every name with a leading dot need not be asked for each of them.
    const dotted = await scan.probe(new URL(`/.${scan.mark}nothing`, scan.base), { maxBytes: 20_000 });
    const usual = await scan.probe(new URL(`/${scan.mark}nothing`, scan.base), { maxBytes: 20_000 });
    const refusesDots = dotted !== null && [401, 403, 406].includes(dotted.status) && usual?.status === 404;
    const list = tasks(scan).filter((task) => !refusesDots || !isDotted(task.url.pathname));
    const hits = new Set<Exposure>();
    const missing = new Set<string>();
    let done = 0;
    const ask = async (task: Task) => {
      if (!(task.exposure.firstOnly && hits.has(task.exposure)) && scan.http.stats.failedInARow < 8) {
        const end = await expose(scan, task.exposure, task.url);
        if (end === 'hit') hits.add(task.exposure);
        if (end === 'missing') missing.add(task.url.href);
      }
      done += 1;
      if (done % 5 === 0)
        scan.step(
          `Looking for files that should not be public (${done} of ${list.length})`,
          done / list.length,
        );
    };
    await Promise.all(list.filter((task) => task.after === null).map(ask));
    await Promise.all(list.filter((task) => task.after !== null && !missing.has(task.after)).map(ask));
  },
};
