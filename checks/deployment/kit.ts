import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { parse } from 'yaml';

/** The files by which the portal is deployed, as their checks read them. */

export const read = (file: string) => readFileSync(file, 'utf8');
export const { version, scripts } = JSON.parse(read('package.json')) as {
  version: string;
  scripts: Record<string, string>;
};
export const dockerfile = read('Dockerfile').replaceAll('\\\n', ' ');
export const compose = parse(read('compose.yaml'), { merge: true });
export const services = Object.entries(compose.services) as [string, any][];
export const ofPortal = services.filter(([, { image }]) => image.startsWith('cyber-safety-portal:'));
export const imageEnv = Object.fromEntries(
  [...dockerfile.matchAll(/^ENV (.+)$/gm)].flatMap((match) =>
    match[1]!
      .trim()
      .split(/\s+/)
      .map((pair) => pair.split('=')),
  ),
) as Record<string, string>;
export const folder = () => {
  const made = mkdtempSync(path.join(os.tmpdir(), 'portal-kit-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
};

/** What deploy/secrets.sh makes, in a folder of its own. */
export function madeSecrets() {
  const dir = folder();
  cpSync('deploy/secrets.sh', path.join(dir, 'secrets.sh'));
  const run = () => execFileSync('sh', [path.join(dir, 'secrets.sh')]);
  run();
  const env = (name: string): Record<string, string> =>
    Object.fromEntries(
      [...read(path.join(dir, 'secrets', name)).matchAll(/^([A-Z0-9_]+)=(.+)$/gm)].map((match) => [
        match[1]!,
        match[2]!,
      ]),
    );
  return { dir: path.join(dir, 'secrets'), env, run };
}
