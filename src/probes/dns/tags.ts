/** The list of tags that DKIM, DMARC, MTA-STS and TLS-RPT records are made of (RFC 6376 3.2). */
type TagList = {
  /** Names in lower case, values without white space around them; the first of several with one name. */
  tags: ReadonlyMap<string, string>;
  duplicates: string[];
  /** Pieces that are no `name=value`: text of others. */
  broken: string[];
  first: string | null;
};

/** Reads `name=value; …`. Never throws. */
export function parseTags(text: string): TagList {
  const tags = new Map<string, string>();
  const duplicates: string[] = [];
  const broken: string[] = [];
  for (const piece of text.split(';')) {
    const trimmed = piece.trim();
    if (trimmed === '') continue;
    const equals = trimmed.indexOf('=');
    const name = trimmed.slice(0, Math.max(0, equals)).trim().toLowerCase();
    if (!/^[a-z][a-z0-9_]*$/.test(name)) broken.push(trimmed);
    else if (tags.has(name)) duplicates.push(name);
    else tags.set(name, trimmed.slice(equals + 1).trim());
  }
  return { tags, duplicates, broken, first: tags.keys().next().value ?? null };
}
