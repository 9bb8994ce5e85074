import { monitoringPaths } from '../../paths.ts';
import { nameKey } from '../../rules.ts';

type Named = { targetId: string; targetName: string };

export type Selection<T> = { shown: T } | { list: true } | { redirect: string } | { empty: true };

/** The name in an address, decoded once; null at the base path, and for what cannot be decoded. */
export function nameInPath(
  pathname: string,
  search = '',
): { name: string | null } | { name: null; broken: true } {
  const rest = pathname.slice(monitoringPaths.home.length).replace(/^\/|\/$/g, '');
  if (rest === '') return { name: new URLSearchParams(search).get('name') };
  try {
    return { name: decodeURIComponent(rest) };
  } catch {
    return { name: null, broken: true };
  }
}

/**
 * Which website an address shows (modules.md 2): the named one; without a name the only one there is, else the list of all;
 * the base path for a name that is not in the list.
 * @param remembered the website that was chosen: while a new name is on its way
 */
export function selectWebsite<T extends Named>(
  websites: readonly T[],
  { pathname, search = '' }: { pathname: string; search?: string },
  remembered?: string,
): Selection<T> {
  const asked = nameInPath(pathname, search);
  if (asked.name === null && !('broken' in asked)) {
    const shown =
      websites.find((one) => one.targetId === remembered) ??
      (websites.length === 1 ? websites[0] : undefined);
    if (shown) return { shown };
    return websites.length === 0 ? { empty: true } : { list: true };
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
