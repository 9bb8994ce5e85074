/** How a character of the first text came back: as it was, as an entity, behind a backslash, percent-encoded or not at all. */
export type Came = 'raw' | 'entity' | 'escaped' | 'encoded' | 'gone';

export type Survivors = ReadonlyMap<string, Came>;

const names: Record<string, string> = { '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos', '/': 'sol', '=': 'equals' };

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);

/** Every way in which programs write one character. */
function waysOf(char: string): [Came, string][] {
  const code = char.charCodeAt(0);
  const hex = code.toString(16).padStart(2, '0');
  const named = names[char] ? `|${names[char]}` : '';
  return [
    ['escaped', String.raw`\\(?:x${hex}|u00${hex}|u\{0{0,4}${hex}\}|${literal(char)})`],
    ['entity', `&(?:amp;)?(?:#0{0,4}${code}|#x0{0,4}${hex}${named});`],
    ['encoded', char === ' ' ? String.raw`%(?:25)?20|\+` : `%(?:25)?${hex}`],
    ['raw', literal(char)],
  ];
}

const kinds: readonly Came[] = ['escaped', 'entity', 'encoded', 'raw'];
const patterns = new Map<string, RegExp>();

/** One piece of the text: a single character, or a tag, whose name must be there for its signs to count. */
function patternOf(piece: string): RegExp {
  let found = patterns.get(piece);
  if (found) return found;
  const one = (char: string) =>
    waysOf(char)
      .map(([, source]) => `(${source})`)
      .join('|');
  const tag = /^<(\/?)(\w+)(.*)>$/.exec(piece);
  const source = tag
    ? `(?:${one('<')})?${tag[1] ? `(?:${one('/')})?` : ''}${tag[2]}${tag[3] ? `(?:(?:${one(' ')})?${tag[3].trim().split('=')[0]}(?:${one('=')})?1)?` : ''}(?:${one('>')})?`
    : `(?:${one(piece)})`;
  found = new RegExp(source, 'iy');
  if (patterns.size > 500) patterns.clear();
  patterns.set(piece, found);
  return found;
}

const signsOf = (piece: string): string[] => {
  const tag = /^<(\/?)(\w+)(.*)>$/.exec(piece);
  return tag ? ['<', ...(tag[1] ? ['/'] : []), ...(tag[3] ? [' ', '='] : []), '>'] : [piece];
};

const worst: Record<Came, number> = { raw: 0, escaped: 1, entity: 2, encoded: 3, gone: 4 };

/** Follows the rest of the first text from where the mark ended; tells what became of its signs and where it ends. */
export function followTail(html: string, from: number, mark: string): { end: number; came: Survivors } {
  const pieces = [`'`, `"`, '>', '-', '-', '>', '</title>', '</textarea>', '</style>', '</noscript>', '</script>', `<${mark}x ${mark}y=1>`];
  const came = new Map<string, Came>();
  let at = from;
  for (const piece of pieces) {
    const pattern = patternOf(piece);
    let hit: RegExpExecArray | null = null;
    const own = piece.includes(mark);
    // A filter that took a word away may leave the signs around it; our own name is known wherever it stands.
    for (let skip = 0; !hit && skip <= (own ? 60 : 2); skip++) {
      if (skip > 0 && !own && (piece.length < 2 || !/[<>/]/.test(html[at + skip - 1] ?? ''))) break;
      pattern.lastIndex = at + skip;
      hit = pattern.exec(html);
    }
    // The page's own sign right behind the text is not ours.
    const foreign = hit !== null && own && came.get('>') === 'gone' && hit[0].endsWith('>');
    for (const [index, sign] of signsOf(piece).entries()) {
      const group = hit?.slice(1 + index * kinds.length, 1 + (index + 1) * kinds.length) ?? [];
      const nth = group.findIndex((text) => text !== undefined);
      const how = nth < 0 || (foreign && sign === '>') ? 'gone' : kinds[nth]!;
      // A word that a filter took away says nothing about the signs around the others.
      const before = came.get(sign);
      if (before === undefined || worst[how] < worst[before]) came.set(sign, how);
    }
    if (hit) at = hit.index + hit[0].length - (foreign ? 1 : 0);
  }
  return { end: at, came };
}
