import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pageTableFile, type PageScripts, type PageTable } from './pageFiles.ts';

type Chunk = { file: string; imports?: string[]; css?: string[] };
export type Visitor = 'signedOut' | 'signedIn' | 'staff';

/** What an address matches, as the router reads patterns: the one that names most of it literally. */
function matcher(pages: readonly PageScripts[]): (pathname: string) => PageScripts | undefined {
  const patterns = pages
    .map((page) => ({
      page,
      literal: page.path.replace(/\/:.*/, '').length,
      matches: new RegExp(
        `^${page.path.replace(/\/:\w+\?/g, '(?:/[^/]+)?').replace(/\/:\w+/g, '/[^/]+')}/?$`,
      ),
    }))
    .sort((one, other) => other.literal - one.literal);
  return (pathname) => patterns.find(({ matches }) => matches.test(pathname))?.page;
}

/**
 * Reads what the build says of its scripts (pageFiles.ts).
 * @returns a function that gives the preload links of a page, so that no script waits for another to be read
 */
export function readPreloads(webDir: string): (pathname: string, visitor: Visitor) => string {
  const read = (file: string) => JSON.parse(readFileSync(path.join(webDir, file), 'utf8')) as unknown;
  const manifest = read('.vite/manifest.json') as Record<string, Chunk>;
  const { pages, frames } = read(pageTableFile) as PageTable;
  const pageAt = matcher(pages);
  const byFile = new Map(Object.values(manifest).map((chunk) => [chunk.file, chunk]));
  const font = Object.entries(manifest).find(([source]) => source.endsWith('inter-latin.woff2'))?.[1].file;
  const fontLink = font ? `<link rel="preload" as="font" type="font/woff2" href="/${font}" crossorigin>` : '';

  const filesOf = (chunk: Chunk, seen: Set<Chunk> = new Set()): Set<Chunk> => {
    if (seen.has(chunk)) return seen;
    seen.add(chunk);
    for (const name of chunk.imports ?? []) if (manifest[name]) filesOf(manifest[name], seen);
    return seen;
  };
  const linksOf = (file: string): string[] => {
    const chunk = byFile.get(file);
    if (!chunk) return [];
    return [...filesOf(chunk)].flatMap((one) => [
      `<link rel="modulepreload" crossorigin href="/${one.file}">`,
      ...(one.css ?? []).map((sheet) => `<link rel="preload" as="style" crossorigin href="/${sheet}">`),
    ]);
  };
  const signIn = pageAt('/signin')?.files ?? [];
  /** The scripts that a visitor will need beside the first one. */
  const scriptsOf = (pathname: string, visitor: Visitor): string[] => {
    const { access, ownFrame, files = [] } = pageAt(pathname) ?? {};
    if (access === 'link' || ownFrame) return files;
    if (visitor === 'signedOut') return access === 'signedOut' || access === 'public' ? files : signIn;
    // who is signed in is led home from there
    return [frames[visitor], ...(access === 'signedOut' ? [] : files)];
  };
  return (pathname, visitor) =>
    fontLink + [...new Set(scriptsOf(pathname, visitor).flatMap(linksOf))].join('');
}
