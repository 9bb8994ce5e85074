import { versionPattern } from './version.ts';

/** What the address of a script says about the library in it, by the conventions of CDNs and of people naming files. */

/** `floating`: the address asks for the newest release that begins like this (`@3.6`), so the true version is at least that. */
export type AddressHint = { packages: string[]; files: string[]; version: string; floating: boolean };

const version = `(?<version>${versionPattern})`;
const scriptFile = /\.(?:m?js|cjs)$/i;
/** What people hang behind a name without changing what it is. */
const variant = String.raw`(?:[-.](?:min|slim|pack|packed|prod|production|development|dev|debug|umd|global|esm|custom|bundle|full|all|latest|compressed|dist))*`;

/** `name@1.2.3`, with or without a scope, as npm CDNs write it. */
const npmPackage = new RegExp(
  String.raw`(?<name>@[\w.-]+/[\w.-]+|(?<![\w.-])[\w.-]+)@v?(?<version>\d[^/,]*)`,
  'g',
);
/** `/ajax/libs/jquery/1.2.3/jquery.min.js` (cdnjs, Google), `/ajax/jquery/…` (Microsoft). */
const cdnjs = new RegExp(String.raw`/ajax(?:/libs)?/(?<name>[\w.-]+)/v?${version}/`, 'i');
/** `/bootstrap/3.3.7/js/bootstrap.min.js`, `/bootstrap-3.3.7/js/bootstrap.min.js`, `/tinymce/4.5.1/tinymce.min.js` */
const folder = new RegExp(
  String.raw`/(?<name>[\w.-]*?[A-Za-z])[-_.@/]v?${version}/(?:[\w.-]+/){0,3}(?<file>[\w.-]+)\.m?js$`,
  'i',
);
/** What a build puts behind a name: a hash of the content. */
const fingerprint = String.raw`(?:[-.](?=\d*[a-f])[0-9a-f]{8,64})?`;
/** `jquery-1.12.4.min.js`, `jquery.1.12.4.js`, `jquery_1.12.4.js` */
const fileName = new RegExp(
  String.raw`^(?<file>[\w.-]*?[A-Za-z])[-_.]v?${version}${variant}${fingerprint}${variant}\.m?js$`,
  'i',
);
const bareFile = new RegExp(String.raw`^(?<file>[\w.-]+?)${variant}\.m?js$`, 'i');
/** WordPress puts the library's own version there; themes and plugins put theirs, so no other path counts. */
const wordPress = /\/wp-includes\/js\/(?:jquery|dist\/vendor|[\w-]+(?:\.min)?\.js)/i;

const complete = new RegExp(`^${versionPattern}$`, 'i');

function npmHint(name: string, raw: string): AddressHint | null {
  if (/^\d{1,3}\.\d{1,4}$/.test(raw)) return { packages: [name], files: [], version: raw, floating: true };
  return complete.test(raw) ? { packages: [name], files: [], version: raw, floating: false } : null;
}

const shown = (text: string) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** The folder must be the library's own: a number above any file may be that of the whole application. */
function folderHint(path: string, bareName: string): AddressHint | null {
  const { name = '', version } = folder.exec(path)?.groups ?? {};
  return version && sameName(name, bareName)
    ? { packages: [], files: [bareName], version, floating: false }
    : null;
}

function cdnHint(path: string, before: string): AddressHint | null {
  const { name, version } = cdnjs.exec(path)?.groups ?? {};
  if (!name || !version) return null;
  const floating = /^\d+\.\d+$/.test(version) && /^(?:https?:)?\/\/ajax\.googleapis\.com\//i.test(before);
  return { packages: [name], files: [], version, floating };
}

function stampHint(path: string, query: string, bareName: string): AddressHint | null {
  const stamp = new RegExp(`(?:^|&)ver=${version}(?:&|$)`, 'i').exec(query)?.groups?.['version'];
  return stamp && wordPress.test(path)
    ? { packages: [], files: [bareName], version: stamp, floating: false }
    : null;
}

/** Every reading of an address; most are empty. Never throws, whatever the address. */
export function readAddress(url: string): AddressHint[] {
  const bare = url.slice(0, 1000).replace(/#.*/s, '');
  const [before = '', query = ''] = bare.split(/\?(.*)/s);
  const path = shown(before.replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\/[^/]*/i, ''));
  const last = path.slice(path.lastIndexOf('/') + 1);
  // A style sheet, a map or a picture of a library says nothing about its script.
  if (/\.[a-z]\w{1,4}$/i.test(last) && !scriptFile.test(last) && !/@[\d.][\w.-]*$/.test(last)) return [];

  const npm = [...path.matchAll(npmPackage)].flatMap(
    ({ groups }) => npmHint(groups?.['name'] ?? '', groups?.['version'] ?? '') ?? [],
  );
  if (npm.length) return npm;
  const cdn = cdnHint(path, before);
  if (cdn) return [cdn];
  const named = fileName.exec(last)?.groups;
  const byName: AddressHint | null =
    named?.['file'] && named['version']
      ? { packages: [], files: [named['file']], version: named['version'], floating: false }
      : null;
  const bareName = bareFile.exec(last)?.groups?.['file'];
  const byPlace = bareName
    ? [named ? null : folderHint(path, bareName), stampHint(path, query, bareName)]
    : [];
  return [byName, ...byPlace].filter((hint) => hint !== null);
}

function sameName(one: string, other: string): boolean {
  const flat = (name: string) =>
    name
      .toLowerCase()
      .replace(/[-_.]?js$/, '')
      .replace(/[-_.]/g, '');
  return flat(one) === flat(other);
}
