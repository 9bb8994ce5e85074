import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const root = path.resolve(import.meta.dirname, '../../..');
const outDir = path.join(root, 'dist/web');
/** The player that goes along with a course to other learning systems. */
const packageDir = path.join(root, 'dist/package');
/** What runs inside packages of other learning systems' courses (vite.package.config.ts). */
const runtimeDir = path.join(root, 'dist/package-runtime');
const stampFile = path.join(root, 'dist/web.stamp');

const isBrowserSource = (file: string) =>
  !/\.test\.tsx?$/.test(file) &&
  !/[\\/](server|embedded)[\\/]/.test(file) &&
  /\.(tsx?|css|html|svg|woff2|js|json)$/.test(file);

/** What the browser part is built from, as one hash. */
function sourceHash(): string {
  const hash = createHash('sha256');
  const files = ['src/app', 'src/modules', 'src/platform', 'src/ui']
    .flatMap((dir) =>
      readdirSync(path.join(root, dir), { recursive: true, encoding: 'utf8' }).map((name) =>
        path.join(dir, name),
      ),
    )
    .filter((file) => isBrowserSource(file) && statSync(path.join(root, file)).isFile())
    .sort();
  for (const file of [...files, 'vite.config.ts', 'vite.package.config.ts', 'package-lock.json'])
    hash.update(file).update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}

export const isWebBuilt = (): boolean =>
  [outDir, packageDir].every((dir) => existsSync(path.join(dir, 'index.html')));
export const isWebCurrent = (): boolean =>
  isWebBuilt() && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === sourceHash();

/** Assets are compressed once here, so that the server only picks the file. */
function precompress(dir: string) {
  for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(dir, name);
    if (!/\.(js|css|svg|json|html)$/.test(name) || !statSync(file).isFile()) continue;
    const bytes = readFileSync(file);
    if (bytes.length < 600) continue;
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(bytes, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
      }),
    );
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  }
}

/** Builds the browser part, and what packages of courses need of it, unless it is current. Returns whether it built. Throws when the build fails. */
export function buildWeb(options: { quiet?: boolean } = {}): boolean {
  if (isWebCurrent()) return false;
  rmSync(stampFile, { force: true });
  const hash = sourceHash();
  rmSync(runtimeDir, { recursive: true, force: true });
  const ofPackages = ['player', 'scorm12', 'scorm2004'].map((mode) => [
    '--config',
    'vite.package.config.ts',
    '--mode',
    mode,
  ]);
  for (const args of [[], ...ofPackages]) {
    const done = spawnSync(
      process.execPath,
      [path.join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn', ...args],
      {
        cwd: root,
        stdio: options.quiet ? 'pipe' : ['ignore', 2, 2],
        env: { ...process.env, NODE_ENV: 'production' },
      },
    );
    if (done.status !== 0)
      throw new Error(`The browser part could not be built.\n${done.stderr?.toString() ?? ''}`);
  }
  for (const dir of [outDir, runtimeDir]) precompress(dir);
  writeFileSync(stampFile, hash);
  return true;
}
