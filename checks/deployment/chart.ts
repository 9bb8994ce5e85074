import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { parseAllDocuments } from 'yaml';
import yauzl from 'yauzl';

export type Manifest = {
  apiVersion: string;
  kind: string;
  metadata: { name: string; annotations?: Record<string, string> };
  spec?: any;
};

const chart = 'deploy/helm';
const packed = createRequire(import.meta.url).resolve('@aws-cdk/asset-kubectl-v20/lib/layer.zip');
const unpacked = path.resolve('node_modules/.cache/helm');

/** Helm itself: HELM, or the one that comes with a package of AWS for its own deployments. It is a program for Linux. */
async function helm(): Promise<string> {
  if (process.env.HELM) return process.env.HELM;
  if (existsSync(unpacked)) return unpacked;
  const zip = await yauzl.openPromise(packed);
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName !== 'helm/helm') continue;
    mkdirSync(path.dirname(unpacked), { recursive: true });
    const draft = `${unpacked}.${process.pid}`;
    writeFileSync(draft, await buffer(await zip.openReadStreamPromise(entry)));
    chmodSync(draft, 0o755);
    renameSync(draft, unpacked);
    return unpacked;
  }
  throw new Error(`There is no helm in ${packed}.`);
}

/** Whether Helm of the package runs here. */
export const hasHelm = Boolean(process.env.HELM) || (process.platform === 'linux' && process.arch === 'x64');

/** What the chart makes of values. @throws Error with Helm's own words */
export async function renderChart(values: object): Promise<Manifest[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'portal-chart-'));
  try {
    const file = path.join(folder, 'values.yaml');
    writeFileSync(file, JSON.stringify(values));
    const { status, stdout, stderr } = spawnSync(
      await helm(),
      ['template', 'portal', chart, '--namespace', 'portal', '--kube-version', '1.30.0', '--values', file],
      { encoding: 'utf8', env: { PATH: process.env.PATH, HOME: folder } },
    );
    if (status !== 0) throw new Error(stderr);
    return parseAllDocuments(stdout).flatMap((document) => {
      if (document.errors.length > 0) throw document.errors[0];
      return document.toJS() ?? [];
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const moduleOf = ({ apiVersion }: Manifest) =>
  apiVersion.startsWith('monitoring.coreos.com/')
    ? `@kubernetes-models/prometheus-operator/${apiVersion}`
    : `kubernetes-models/${apiVersion}`;

/** What the Kubernetes schemas hold against manifests: types, required fields, values. */
export async function schemaErrors(manifests: Manifest[]): Promise<string[]> {
  const errors: string[] = [];
  for (const manifest of manifests) {
    const { [manifest.kind]: Model } = await import(moduleOf(manifest));
    try {
      new Model(manifest).validate();
    } catch (error) {
      errors.push(`${manifest.kind} ${manifest.metadata.name}: ${(error as Error).message}`);
    }
  }
  return errors;
}

/** Fields that Kubernetes does not know, which its schemas let pass: the compiler compares manifests with the types. */
export function typeErrors(manifests: Manifest[]): string[] {
  // Below the packages, so that the compiler finds them.
  mkdirSync(path.dirname(unpacked), { recursive: true });
  const folder = mkdtempSync(path.join(path.dirname(unpacked), 'manifests-'));
  try {
    const lines = manifests.map(
      (manifest, at) =>
        `export const manifest${at}: import(${JSON.stringify(moduleOf(manifest))}).I${manifest.kind} = ${JSON.stringify(manifest, null, 1)};`,
    );
    writeFileSync(path.join(folder, 'manifests.ts'), lines.join('\n'));
    const flags = [
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--module',
      'esnext',
      '--moduleResolution',
      'bundler',
      '--types',
      'node',
    ];
    const { status, stdout } = spawnSync(
      'node_modules/.bin/tsc',
      ['--ignoreConfig', ...flags, path.join(folder, 'manifests.ts')],
      {
        encoding: 'utf8',
      },
    );
    return status === 0 ? [] : stdout.split('\n').filter((line) => /error/.test(line));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
