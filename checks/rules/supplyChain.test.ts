import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { productionPackages, readLock, reviewedLicenses, softwareBill } from '../../bin/sbom.ts';

const lock = readLock();
const packages = Object.entries(lock.packages).filter(([place]) => place !== '');
const production = productionPackages(lock);
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, Record<string, string>>;

test('every locked package is the one that its place names, with a hash and without a registry', () => {
  const wrong = packages.filter(([place, { name, integrity }]) => {
    const expected = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    return (name !== undefined && name !== expected) || !integrity?.startsWith('sha512-');
  });
  expect(wrong).toEqual([]);
  expect(JSON.stringify(lock)).not.toContain('"resolved"');
  expect(readFileSync('.npmrc', 'utf8')).toContain('omit-lockfile-registry-resolved=true');
});

test('package.json names each dependency by one exact version and no alias', () => {
  const all = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
  const loose = Object.entries(all).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version));
  expect(loose).toEqual([]);
});

test('the bill of materials lists each production package with version, license, purl and hash', () => {
  const { components, dependencies, ...bill } = softwareBill(lock);
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 });
  expect(bill.serialNumber).toMatch(/^urn:uuid:[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/);
  const listed = (components as Record<string, any>[]).map(
    ({ group, name, version, licenses, purl, hashes }) => ({
      name: group ? `${group}/${name}` : name,
      version,
      purl,
      license: licenses[0].expression ?? licenses[0].license.id,
      hash: `sha512-${Buffer.from(hashes[0].content, 'hex').toString('base64')}`,
    }),
  );
  const wanted = new Map(
    packages
      .filter(([, { dev }]) => !dev)
      .map(([place, { version, license, integrity }]) => {
        const name = place.split('node_modules/').at(-1)!;
        const reviewed = reviewedLicenses[`${name}@${version}`]?.license;
        const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
        return [purl, { name, version, purl, license: license ?? reviewed, hash: integrity }] as const;
      }),
  );
  expect(listed.length).toBeGreaterThan(300);
  expect(listed).toEqual([...wanted.values()]);
  const refs = new Set(listed.map(({ purl }) => purl));
  expect(dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual([]);
  const ofPortal = dependencies[0]!.dependsOn;
  expect(ofPortal).toEqual(
    expect.arrayContaining(
      Object.keys(manifest.dependencies!).map((name) => expect.stringContaining(name.replace('@', '%40'))),
    ),
  );
});

// what may go into a product that others run under licenses of their own
const accepted = new Set(
  'MIT MIT-0 ISC 0BSD BSD-2-Clause BSD-3-Clause Apache-2.0 BlueOak-1.0.0 MPL-2.0 CC0-1.0 Unlicense Python-2.0 Zlib'.split(
    ' ',
  ),
);
/** The font's license covers the font alone, which goes along unchanged. */
const acceptedFor: Record<string, string> = { '@fontsource-variable/inter': 'OFL-1.1' };

/** SPDX: of `OR` one must be accepted, of `AND` each. */
const isAccepted = (expression: string): boolean => {
  const plain = expression.replace(/^\((.*)\)$/, '$1');
  if (plain.includes(' OR ')) return plain.split(' OR ').some(isAccepted);
  return plain.split(' AND ').every((id) => accepted.has(id));
};

test('each production package has a license that lets others run the product', () => {
  const refused = production.filter(
    ({ name, license = '' }) => acceptedFor[name] !== license && !isAccepted(license),
  );
  expect(refused.map(({ name, version, license }) => `${name} ${version}: ${license}`)).toEqual([]);
  expect(
    ['(MIT OR GPL-3.0-or-later)', '(MIT AND Zlib)', 'GPL-3.0-only', '(MIT AND GPL-2.0-only)', ''].map(
      isAccepted,
    ),
  ).toEqual([true, true, false, false, false]);
});

test('a reviewed license is of a locked version, and stands in the file that was read', () => {
  const locked = new Map(production.map((one) => [`${one.name}@${one.version}`, one]));
  for (const [id, { license, seenIn }] of Object.entries(reviewedLicenses)) {
    expect(lock.packages[locked.get(id)?.place ?? '']?.license, id).toBeUndefined();
    expect(readFileSync(path.join(locked.get(id)!.place, seenIn), 'utf8'), id).toMatch(
      new RegExp(`\\b${license}\\b`),
    );
  }
});

test('updates are looked for in what this repository has, weekly in groups, and daily for security', () => {
  const rules = JSON.parse(readFileSync('renovate.json', 'utf8'));
  const present = {
    npm: 'package-lock.json',
    'github-actions': '.github/workflows',
    dockerfile: 'Dockerfile',
    'docker-compose': 'compose.yaml',
  };
  expect(rules.enabledManagers).toEqual(
    Object.entries(present)
      .filter(([, file]) => existsSync(file))
      .map(([manager]) => manager),
  );
  expect(rules.schedule).toEqual(['before 6am on monday']);
  expect(rules.vulnerabilityAlerts).toMatchObject({ enabled: true, schedule: ['before 6am every day'] });
  expect(rules.packageRules.every(({ groupName }: { groupName?: string }) => groupName)).toBe(true);
  const named = rules.packageRules.flatMap(
    ({ matchPackageNames = [] }: { matchPackageNames?: string[] }) => matchPackageNames,
  );
  const dependencies = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies });
  for (const pattern of named)
    expect(
      dependencies.some((name) => name.startsWith(pattern.replace('*', ''))),
      pattern,
    ).toBe(true);
});

test('where the lockfile has no Node for the platform, commands run under the Node of the machine', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'portal-run-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const dir of ['bin', 'node_modules']) mkdirSync(path.join(folder, dir));
  copyFileSync('bin/run.mjs', path.join(folder, 'bin/run.mjs'));
  writeFileSync(path.join(folder, 'package-lock.json'), '{}');
  const stamp = createHash('sha256')
    .update('{}')
    .update(process.platform + process.arch)
    .digest('hex');
  writeFileSync(path.join(folder, 'node_modules/.lock-stamp'), stamp);
  const run = spawnSync(
    process.execPath,
    [path.join(folder, 'bin/run.mjs'), 'node', '-p', 'process.execPath'],
    { encoding: 'utf8' },
  );
  expect(run.stdout.trim()).toBe(process.execPath);
});
