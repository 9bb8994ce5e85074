/** Types that a browser may show by itself: they run nothing. Everything else is kept as a file. */
const shown: Record<string, string> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  txt: 'text/plain; charset=utf-8',
};
const kept: Record<string, string> = {
  csv: 'text/csv; charset=utf-8',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  zip: 'application/zip',
  mp4: 'video/mp4',
  svg: 'image/svg+xml',
};

const endingOf = (name: string): string => /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? '';

/** How a file is handed out, told by its name alone: what somebody stored may claim any type. */
export function deliveryOf(name: string): { type: string; inline: boolean } {
  const ending = endingOf(name);
  const type = shown[ending];
  return type ? { type, inline: true } : { type: kept[ending] ?? 'application/octet-stream', inline: false };
}

/** A name of one public file: no folder, nothing hidden. */
export const isAssetName = (name: string): boolean =>
  /^[A-Za-z0-9][A-Za-z0-9 ._-]{0,199}$/.test(name) && !name.includes('..');

const prefixOf = (orgId: string): string => `organizations/${orgId}/`;

/**
 * The key of a file that an organisation asks for by path; null where the path could lead anywhere else. The path may name
 * the organisation's own folder or stand below it.
 */
export function privateKey(orgId: string, filePath: string): string | null {
  const prefix = prefixOf(orgId);
  const within = filePath.startsWith(prefix) ? filePath.slice(prefix.length) : filePath;
  if (within === '' || /^organizations\//i.test(within) || /[\\\p{Cc}\p{Cf}]|%2e|%2f|%5c/iu.test(within))
    return null;
  return within.split('/').some((segment) => /^[\s.]*$/.test(segment)) ? null : prefix + within;
}

/** The name under which a file is saved: as wished for, without folders and with the ending of the file itself. */
export function savedName(filePath: string, desired: string | undefined): string {
  const own = filePath.split('/').at(-1)!;
  const wished = (desired ?? '')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replaceAll(/[/\\:*?"<>|]/g, '_')
    .replace(/^[\s.]+/, '')
    .trim()
    .slice(0, 150);
  if (!wished) return own;
  const ending = endingOf(own);
  return !ending || endingOf(wished) === ending ? wished : `${wished}.${ending}`;
}
