// Writes the bill of materials of a production install, CycloneDX 1.6, from the lockfile: dist/sbom.cdx.json.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const readJson = (file: string): unknown => JSON.parse(readFileSync(path.join(root, file), 'utf8'));

type Locked = {
  name?: string;
  version: string;
  license?: string;
  integrity?: string;
  dev?: boolean;
  optional?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
};
type Lock = { name: string; version: string; packages: Record<string, Locked> };

export const readLock = (): Lock => readJson('package-lock.json') as Lock;

/** Licenses of packages that declare none in a field npm reads; each was read in the package's own license file. */
export const reviewedLicenses = readJson('bin/reviewedLicenses.json') as Record<
  string,
  { license: string; seenIn: string }
>;

const nameAt = (place: string): string =>
  place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
const purlOf = (name: string, version: string): string => `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;

/** What a production install may hold: every package of the lockfile that is not for development alone. */
export const productionPackages = (lock: Lock) =>
  Object.entries(lock.packages)
    .filter(([place, { dev }]) => place !== '' && !dev)
    .map(([place, locked]) => {
      const name = locked.name ?? nameAt(place);
      const { version } = locked;
      const license = locked.license ?? reviewedLicenses[`${name}@${version}`]?.license;
      return { ...locked, place, name, license, purl: purlOf(name, version) };
    });
type Package = ReturnType<typeof productionPackages>[number];

/** SHA-512 in hex, from the integrity value of a lockfile. */
const sha512Of = ({ name, integrity = '' }: Package): string => {
  const [, base64] = /^sha512-(\S+)$/.exec(integrity) ?? [];
  if (!base64) throw new Error(`${name} has no SHA-512 in package-lock.json: install it again with npm.`);
  return Buffer.from(base64, 'base64').toString('hex');
};

/** The package that an import of `name` in `place` finds, as Node looks it up. */
function resolved(known: ReadonlyMap<string, Package>, place: string, name: string): Package | undefined {
  const folders = place
    .split('/node_modules/')
    .map((_part, index, parts) => parts.slice(0, index + 1).join('/node_modules/'));
  const nearestFirst = [...(place === '' ? [] : folders.toReversed().map((folder) => `${folder}/`)), ''];
  return nearestFirst.map((folder) => known.get(`${folder}node_modules/${name}`)).find(Boolean);
}

/** @throws where a package has no license or hash: a bill with gaps is worth nothing */
export function softwareBill(lock: Lock) {
  const packages = productionPackages(lock);
  const known = new Map(packages.map((one) => [one.place, one]));
  const refsOf = (place: string, { dependencies, optionalDependencies, peerDependencies }: Partial<Locked>) =>
    [...new Set(Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))]
      .flatMap((name) => resolved(known, place, name)?.purl ?? [])
      .sort();
  const components = new Map<string, object>();
  const links = new Map<string, Set<string>>();
  for (const one of packages) {
    if (!one.license)
      throw new Error(
        `${one.name} ${one.version} declares no license: read its license file and name it in bin/reviewedLicenses.json.`,
      );
    const [group, name] = one.name.startsWith('@') ? one.name.split('/') : [undefined, one.name];
    components.set(one.purl, {
      type: 'library',
      'bom-ref': one.purl,
      ...(group ? { group } : {}),
      name,
      version: one.version,
      scope: one.optional ? 'optional' : 'required',
      hashes: [{ alg: 'SHA-512', content: sha512Of(one) }],
      licenses: [/[ ()]/.test(one.license) ? { expression: one.license } : { license: { id: one.license } }],
      purl: one.purl,
    });
    links.set(one.purl, new Set([...(links.get(one.purl) ?? []), ...refsOf(one.place, one)]));
  }
  const self = purlOf(lock.name, lock.version);
  const id = createHash('sha256').update(JSON.stringify(lock.packages)).digest('hex');
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    // the same lockfile gives the same bill, byte for byte
    serialNumber: `urn:uuid:${id.slice(0, 8)}-${id.slice(8, 12)}-5${id.slice(13, 16)}-8${id.slice(17, 20)}-${id.slice(20, 32)}`,
    version: 1,
    metadata: {
      component: { type: 'application', 'bom-ref': self, name: lock.name, version: lock.version, purl: self },
    },
    components: [...components.values()],
    dependencies: [
      { ref: self, dependsOn: refsOf('', lock.packages['']!) },
      ...[...links].map(([ref, dependsOn]) => ({ ref, dependsOn: [...dependsOn].sort() })),
    ],
  };
}

export const billFile = 'dist/sbom.cdx.json';

/** @returns the number of packages listed */
export function writeSoftwareBill(): number {
  const bill = softwareBill(readLock());
  mkdirSync(path.join(root, 'dist'), { recursive: true });
  writeFileSync(path.join(root, billFile), `${JSON.stringify(bill, null, 1)}\n`);
  return bill.components.length;
}

if (import.meta.main) console.log(`Listed ${writeSoftwareBill()} packages in ${billFile}.`);
