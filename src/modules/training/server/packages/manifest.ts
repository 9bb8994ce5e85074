import { Refusal } from '#platform/server/refusal.ts';
import { attribute, child, children, readXml, type XmlElement } from './manifestXml.ts';

export type PackageStandard = '1.2' | '2004';

export type PackagePart = {
  id: string;
  title: string;
  href: string;
  /** Behind the address of that file: '' or what begins with `?` or `#`. */
  parameters: string;
  /** Of 1.2 in the units of the score, of 2004 from -1 to 1. */
  masteryScore: number | null;
  /** What the package wants told when the part begins. */
  launchData: string;
  /** It only shows something and says nothing of itself: seen is done. */
  isAsset: boolean;
};
export type PackageManifest = { title: string; standard: PackageStandard; parts: PackagePart[] };

const mostParts = 100;
const noManifest = (why: string): Refusal => new Refusal('no-manifest', undefined, new Error(why));

/** The standard by what the manifest says, or else by the namespaces that only one of them has. */
function standardOf(root: XmlElement, text: string): PackageStandard {
  const metadata = child(root, 'metadata');
  const schema = child(metadata, 'schema')?.text.toLowerCase() ?? '';
  const version = child(metadata, 'schemaversion')?.text.toLowerCase().trim() ?? '';
  if (schema === '' || /scorm/.test(schema)) {
    if (/^1\.[12](\.|$)/.test(version)) return '1.2';
    if (/^(cam )?1\.3|^2004/.test(version)) return '2004';
  }
  if (/adlcp_v1p3|adlnav_v1p3|adlseq_v1p3/.test(text)) return '2004';
  if (/adlcp_rootv1p2/.test(text)) return '1.2';
  throw new Refusal('unknown-standard', undefined, new Error(`${schema} ${version}`.slice(0, 200)));
}

/** The beginning of a text, without half of a character. */
export const cut = (text: string, most: number): string =>
  text.slice(0, most).replace(/[\ud800-\udbff]$/, '');

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** A path of the package from the bases and the address in the manifest; null for an address elsewhere. */
function fileAt(base: string, href: string): { file: string; tail: string } | null {
  const [, address = '', tail = ''] = /^([^?#]*)(.*)$/s.exec(href.trim().replaceAll('\\', '/')) ?? [];
  const joined = address.startsWith('/') ? '' : base.replaceAll('\\', '/').split(/[?#]/, 1)[0]!;
  const whole = `${joined}${address}`;
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(whole)) return null;
  const file: string[] = [];
  for (const segment of decoded(whole).split('/')) {
    if (segment === '..') {
      if (file.pop() === undefined) return null;
    } else if (segment !== '' && segment !== '.') file.push(segment);
  }
  return { file: file.join('/'), tail };
}

/** How an item's parameters follow the address of its resource (SCORM 2004 CAM 3.4.1.1.4). */
export function joinParameters(tail: string, parameters: string): string {
  let given = parameters.trim();
  while (/^[?&]/.test(given)) given = given.slice(1);
  if (given === '') return tail;
  if (given.startsWith('#')) return tail.includes('#') ? tail : tail + given;
  const [query = '', fragment = ''] = tail.split(/(?=#)/s);
  return `${query}${query.includes('?') ? '&' : '?'}${given}${given.includes('#') ? '' : fragment}`;
}

const numberOf = (text: string | undefined, from: number, to: number): number | null => {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) && value >= from && value <= to ? value : null;
};

/** The measure that an item of 2004 asks for, in its own sequencing or in the shared one that it names. */
function minimumMeasure(item: XmlElement, shared: ReadonlyMap<string, XmlElement>): number | null {
  const own = child(item, 'sequencing');
  for (const sequencing of [own, shared.get(attribute(own, 'IDRef') ?? '')]) {
    const primary = child(child(sequencing, 'objectives'), 'primaryObjective');
    if (primary && /^(true|1)$/i.test(attribute(primary, 'satisfiedByMeasure') ?? ''))
      return numberOf(child(primary, 'minNormalizedMeasure')?.text, -1, 1) ?? 1;
  }
  return null;
}

type Reading = {
  standard: PackageStandard;
  resources: ReadonlyMap<string, { base: string; element: XmlElement }>;
  sequencing: ReadonlyMap<string, XmlElement>;
  files: ReadonlyMap<string, string>;
};

function partOf(item: XmlElement, { standard, resources, sequencing, files }: Reading): PackagePart | null {
  const resource = resources.get(attribute(item, 'identifierref') ?? '');
  if (!resource) return null;
  const href = attribute(resource.element, 'href');
  if (href === undefined) return null;
  const place = fileAt(resource.base, href);
  const file = place && files.get(place.file.normalize('NFC').toLowerCase());
  if (!file) throw noManifest(`${href} is not in the package`.slice(0, 200));
  const scormType = attribute(resource.element, 'scormtype')?.toLowerCase();
  return {
    id: cut(attribute(item, 'identifier') ?? file, 200),
    title: cut(child(item, 'title')?.text ?? '', 200),
    href: file,
    parameters: cut(joinParameters(place.tail, attribute(item, 'parameters') ?? ''), 1000),
    masteryScore:
      standard === '1.2'
        ? numberOf(child(item, 'masteryscore')?.text, 0, 100)
        : minimumMeasure(item, sequencing),
    launchData: cut(child(item, 'dataFromLMS')?.text ?? '', 4096),
    isAsset: scormType === 'asset',
  };
}

/** Items that lead to something, in order, whatever they are nested in. */
function partsOf(item: XmlElement, reading: Reading): PackagePart[] {
  if (/^(false|0)$/i.test(attribute(item, 'isvisible') ?? '')) return [];
  const own = partOf(item, reading);
  return [...(own ? [own] : []), ...children(item, 'item').flatMap((one) => partsOf(one, reading))];
}

/** Each part by an id of its own: tools copy items together with theirs. */
function withOwnIds(parts: PackagePart[]): PackagePart[] {
  const used = new Set<string>();
  return parts.map((part) => {
    let id = part.id;
    for (let n = 2; used.has(id); n++) id = `${cut(part.id, 190)}-${n}`;
    used.add(id);
    return { ...part, id };
  });
}

/**
 * Reads the manifest of a package of SCORM 1.2 or 2004. Of sequencing, the order of items and the measure that an item asks
 * for count; conditions, prerequisites and rollup rules do not: every part can be opened at any time.
 * @param paths files of the package, by their paths beside the manifest
 * Refuses with `no-manifest`, `unknown-standard`, `unsafe-package`.
 */
export function readManifest(bytes: Buffer, paths: readonly string[]): PackageManifest {
  const { root, text } = readXml(bytes);
  if (root.name !== 'manifest') throw noManifest('root');
  const standard = standardOf(root, text);
  const organizations = child(root, 'organizations');
  const all = children(organizations, 'organization');
  const chosen =
    all.find((one) => attribute(one, 'identifier') === attribute(organizations, 'default')) ?? all[0];
  if (!chosen) throw noManifest('organization');
  const outer = child(root, 'resources');
  const base = (attribute(root, 'base') ?? '') + (attribute(outer, 'base') ?? '');
  const resources = new Map(
    children(outer, 'resource').map((element) => [
      attribute(element, 'identifier') ?? '',
      { base: base + (attribute(element, 'base') ?? ''), element },
    ]),
  );
  const sequencing = new Map(
    children(child(root, 'sequencingCollection'), 'sequencing').map((one) => [
      attribute(one, 'ID') ?? '',
      one,
    ]),
  );
  const files = new Map(paths.map((one) => [one.normalize('NFC').toLowerCase(), one]));
  const parts = children(chosen, 'item').flatMap((one) =>
    partsOf(one, { standard, resources, sequencing, files }),
  );
  if (parts.length === 0) throw noManifest('nothing to launch');
  if (parts.length > mostParts) throw new Refusal('package-too-large');
  const title = cut((child(chosen, 'title')?.text ?? '').replace(/\s+/g, ' '), 200).trim();
  return {
    title,
    standard,
    parts: withOwnIds(parts.map((part) => ({ ...part, title: part.title || title || part.href }))),
  };
}
