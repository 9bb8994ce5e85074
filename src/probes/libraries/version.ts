import semver from 'semver';

/**
 * How a version looks in a file name or a banner: two to four numbers, then perhaps a pre-release or a maker's suffix.
 * The numbers are short, so that a date (20160523, 2016.05.23) or a build number is not taken for one.
 */
export const versionPattern = String.raw`\d{1,3}(?:\.\d{1,4}){1,3}(?:[-.+]?(?:alpha|beta|b|rc|pre|dev|next|canary|lts|aem)(?:[-.]?\d{1,4}){0,3})?(?![\w]|\.\d)`;

/** A version made comparable; `patched` when a vendor's suffix says that fixes were put back into it. */
export type ComparableVersion = { semver: string; patched: boolean };

const parts = /^v?(\d{1,3})\.(\d{1,4})(?:\.(\d{1,4}))?(?:\.\d{1,4})?(?:[-.+]?([a-z]+)[-.]?([\d.-]*))?$/i;
const preReleases = new Set(['alpha', 'beta', 'b', 'rc', 'pre', 'dev', 'next', 'canary']);

/** `1.12.0-rc`, `1.9.0b1`, `1.8.3.1`, `4.24.0-lts` as an npm version; null for what is none. */
export function comparable(version: string): ComparableVersion | null {
  const [, major, minor, patch, suffix, rest] = parts.exec(version.trim()) ?? [];
  if (major === undefined || minor === undefined) return null;
  const word = suffix?.toLowerCase();
  const base = `${Number(major)}.${Number(minor)}.${Number(patch ?? 0)}`;
  const numbers = (rest ?? '').split(/[-.]/).filter(Boolean).map(Number);
  const pre = word && preReleases.has(word) ? `-${[word === 'b' ? 'beta' : word, ...numbers].join('.')}` : '';
  const parsed = semver.valid(base + pre);
  return parsed ? { semver: parsed, patched: word === 'aem' } : null;
}

export function inRange(version: ComparableVersion, range: string): boolean {
  return !version.patched && semver.satisfies(version.semver, range, { includePrerelease: true });
}

export function nextFix(version: ComparableVersion, fixes: readonly string[]): string | null {
  const newer = fixes.filter((fix) => {
    const fixed = comparable(fix);
    return fixed !== null && semver.gt(fixed.semver, version.semver);
  });
  return (
    newer.toSorted((one, other) =>
      semver.compare(comparable(one)?.semver ?? one, comparable(other)?.semver ?? other),
    )[0] ?? null
  );
}
