import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { PackageStandard } from './manifest.ts';

/** Where the build puts what runs inside packages (src/app/build/webBuild.ts). */
const runtimeDir = path.resolve(import.meta.dirname, '../../../../../dist/package-runtime');
const fileOf: Record<PackageStandard, string> = { '1.2': 'scorm12.js', '2004': 'scorm2004.js' };

export type RuntimeFile = { name: string; bytes: Buffer; brotli: Buffer | null };
const read = new Map<string, RuntimeFile>();

/** The script that gives a package its learning system, under a name that changes with it; null where it is not built. */
export function runtimeFile(standard: PackageStandard): RuntimeFile | null {
  const file = path.join(runtimeDir, fileOf[standard]);
  const known = read.get(standard);
  if (known) return known;
  if (!existsSync(file)) return null;
  const bytes = readFileSync(file);
  const brotli = existsSync(`${file}.br`) ? readFileSync(`${file}.br`) : null;
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 12);
  const found = { name: `${path.basename(file, '.js')}-${hash}.js`, bytes, brotli };
  read.set(standard, found);
  return found;
}

export const runtimeFileNamed = (name: string): RuntimeFile | null =>
  (['1.2', '2004'] as const).map(runtimeFile).find((file) => file?.name === name) ?? null;
