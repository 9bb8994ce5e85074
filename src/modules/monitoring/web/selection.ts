import { monitoringPaths } from '../paths.ts';
import { nameKey } from '../rules.ts';

type Named = { targetId: string; targetName: string };

export type Selection<T> = { shown: T } | { redirect: string } | { empty: true };

/** The name in an address as it stands there, decoded once; null at the base path, and for what cannot be decoded. */
export function nameInPath(pathname: string): { name: string | null } | { name: null; broken: true } {
  const rest = pathname.slice(monitoringPaths.home.length).replace(/^\/|\/$/g, '');
  if (rest === '') return { name: null };
  try {
    return { name: decodeURIComponent(rest) };
  } catch {
    return { name: null, broken: true };
  }
}

/**
 * Which website an address shows (modules.md 2): the named one; the first where none is named; the base path for a name
 * that is not in the list.
 * @param remembered the website that was chosen: for names that no address can carry, and while a new name is on its way
 */
export function selectWebsite<T extends Named>(websites: readonly T[], pathname: string, remembered?: string): Selection<T> {
  const asked = nameInPath(pathname);
  if (asked.name === null && !('broken' in asked)) {
    const shown = websites.find((one) => one.targetId === remembered) ?? websites[0];
    return shown ? { shown } : { empty: true };
  }
  const { name } = asked;
  const shown =
    name === null
      ? undefined
      : (websites.find((one) => one.targetName === name) ??
        websites.find((one) => nameKey(one.targetName) === nameKey(name)) ??
        websites.find((one) => one.targetId === remembered));
  return shown ? { shown } : { redirect: monitoringPaths.home };
}
