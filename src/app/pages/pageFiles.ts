import { registerHooks } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin, Rolldown } from 'vite';

type Load = () => Promise<unknown>;
type Declared = {
  path: string;
  access: 'signedOut' | 'public' | 'link' | 'signedIn' | 'staff';
  ownFrame?: true;
  chunk?: string;
  load?: Load;
  to?: unknown;
  menu?: { icon?: Load };
};

/** A page, and the files that its code and the icon of its menu entry are in. */
type PageFiles = Omit<Declared, 'load' | 'to' | 'menu'> & { files: string[]; icons: string[] };

/** A page as the server preloads it: `files` are scripts of the build. */
export type PageScripts = Pick<Declared, 'path' | 'access' | 'ownFrame'> & { files: string[] };
/** The whole table, with the frames around pages of members and of staff. */
export type PageTable = { pages: PageScripts[]; frames: Record<'signedIn' | 'staff', string> };
export const pageTableFile = '.vite/pages.json';

const frames = {
  signedIn: path.resolve(import.meta.dirname, '../web/shell/SignedInFrame.tsx'),
  staff: path.resolve(import.meta.dirname, '../web/shell/StaffFrame.tsx'),
};
/** Chunks that pages name. What two of them need is in the one that comes first here. */
const chunks = ['home', 'signin', 'accounts', 'scans'];

/** Reads which files pages would import, by letting each import what it imports and giving it nothing. */
async function readPageFiles(): Promise<PageFiles[]> {
  const list = pathToFileURL(path.resolve(import.meta.dirname, '../web/shell/modules.ts')).href;
  const { pages } = (await import(list)) as { pages: readonly Declared[] };
  let asked: string[] = [];
  const hooks = registerHooks({
    resolve: (specifier, context, next) => {
      const found = next(specifier, context);
      if (!context.parentURL?.endsWith('/module.ts')) return found;
      asked.push(fileURLToPath(found.url));
      return { url: 'data:text/javascript,', shortCircuit: true };
    },
  });
  const filesOf = async (load: Load | undefined): Promise<string[]> => {
    asked = [];
    await load?.();
    return asked;
  };
  const read: PageFiles[] = [];
  for (const { load, to, menu, ...page } of pages) {
    const shown = load ?? pages.find((other) => other.path === to)?.load;
    const [files, icons] = [await filesOf(shown), await filesOf(menu?.icon)];
    read.push({ ...page, files, icons });
  }
  hooks.deregister();
  return read;
}

/** Puts pages on which visits begin into one file each, with everything that they need, instead of fifty small ones. */
function groupsOf(pages: readonly PageFiles[]): Rolldown.CodeSplittingGroup[] {
  const iconsOf = (access: 'signedIn' | 'staff') =>
    pages.filter((page) => page.access === access).flatMap(({ icons }) => icons);
  const unknown = pages.find(({ chunk }) => chunk !== undefined && !chunks.includes(chunk));
  if (unknown) throw new Error(`${unknown.path} names a chunk that is not known here: ${unknown.chunk}.`);
  const deskIcons = new Set(iconsOf('staff'));
  return [
    ...chunks.map((name, at) => {
      const own = pages.filter(({ chunk }) => chunk === name).flatMap(({ files }) => files);
      const files = new Set(name === 'home' ? [frames.signedIn, ...iconsOf('signedIn'), ...own] : own);
      return { name, test: (id: string) => files.has(id), priority: name === 'home' ? 7 : 6 - at };
    }),
    {
      test: (id) => deskIcons.has(id),
      // an icon that others have too stays out of it: it would bring the others along
      name: (id, graph) => (graph.getModuleInfo(id)?.importers.length === 0 ? 'desk' : null),
      priority: 2,
    },
  ];
}

/**
 * Builds what pages declare (shell/modules.ts): chunks get their names, and the build says which scripts a page begins with,
 * so that the server can have them fetched at once (preloads.ts).
 * @internal vite.config.ts uses it, which a search for dead code in production does not read
 */
export function pageFiles(): Plugin {
  let pages: PageFiles[] = [];
  return {
    name: 'page-files',
    apply: 'build',
    async config() {
      pages = await readPageFiles();
      return { build: { rolldownOptions: { output: { codeSplitting: { groups: groupsOf(pages) } } } } };
    },
    generateBundle(_options, bundle) {
      const scriptOf = (file: string): string => {
        const script = Object.values(bundle).find(
          (one) => one.type === 'chunk' && one.moduleIds.includes(file),
        );
        if (!script) throw new Error(`${file} is in no script of the build.`);
        return script.fileName;
      };
      const table: PageTable = {
        pages: pages.map(({ path: pattern, access, ownFrame, files }) => ({
          path: pattern,
          access,
          ownFrame,
          files: files.map(scriptOf),
        })),
        frames: { signedIn: scriptOf(frames.signedIn), staff: scriptOf(frames.staff) },
      };
      this.emitFile({ type: 'asset', fileName: pageTableFile, source: JSON.stringify(table) });
    },
  };
}
