const escaped = (text: string): string => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

const isLabel = (label: string): boolean => {
  try {
    return new TextDecoder(label).encoding !== '';
  } catch {
    return false;
  }
};

/** The encoding of a page, as a browser would find it; asked here because what is put before the page moves its mark out of sight. */
function encodingOf(bytes: Buffer, isCut: boolean): string {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  const head = bytes.subarray(0, 2048).toString('latin1');
  const named =
    /<meta[^<>]+charset\s{0,9}=\s{0,9}["']?\s{0,9}([\w.:-]+)/i.exec(head)?.[1] ??
    /^<\?xml[^>]+encoding=["']([\w.:-]+)["']/i.exec(head)?.[1];
  if (named && isLabel(named) && !/^utf-16/i.test(named)) return named.toLowerCase();
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** The encoding of two bytes a character that a page's first two name; null for any other. */
export const wideEncodingOf = (page: Buffer): string | null =>
  page[0] === 0xff && page[1] === 0xfe
    ? 'utf-16le'
    : page[0] === 0xfe && page[1] === 0xff
      ? 'utf-16be'
      : null;

/** What stands before a page's first element: mark of the byte order, declarations and comments. */
const prologue =
  /^(?:\u00ef\u00bb\u00bf)?(?:\s|<\?[^>]*>|<!doctype[^>]*>|<!--(?:[^-]|-[^-]|--+[^->])*--+>)*/i;

/**
 * A page of a package with our script before everything that is its own. Bytes stay as they are but for that.
 * @param script address of the script
 * @param told what the script is told
 * @param isCut the page is longer, and this is its beginning
 */
export function withScript(
  page: Buffer,
  script: string,
  told: object,
  isCut = false,
): { bytes: Buffer; encoding: string } {
  const wide = wideEncodingOf(page);
  const bytes = wide ? Buffer.from(new TextDecoder(wide).decode(page)) : page;
  // one character for each byte, so that places in the text are places in the bytes
  const start = prologue.exec(bytes.subarray(0, 65_536).toString('latin1'))?.[0].length ?? 0;
  // ASCII means the same in every encoding that is left
  const ascii = JSON.stringify(told).replace(
    /[^\u0020-\u007e]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const element = Buffer.from(
    `<script src="${escaped(script)}" data-portal="${escaped(ascii)}"></script>`,
    'latin1',
  );
  return {
    bytes: Buffer.concat([bytes.subarray(0, start), element, bytes.subarray(start)]),
    encoding: encodingOf(bytes, isCut),
  };
}
