const plainly = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    // broken escapes: compared as written
    return text;
  }
};

type Pattern = (text: string) => boolean;

/** A pattern in which `*` stands for any characters; matched part by part, so that many of them cost no more than one. */
function pattern(given: string): Pattern {
  const [first, ...rest] = plainly(given).split(/\*+/);
  const last = rest.pop();
  return (text) => {
    if (last === undefined) return text === first;
    if (!text.startsWith(first!) || !text.endsWith(last) || text.length < first!.length + last.length)
      return false;
    let at = first!.length;
    for (const part of rest) {
      const found = text.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return at <= text.length - last.length;
  };
}

type Wanted = { name: Pattern; value: Pattern | null };
type Exclusion = { matchesPath: (path: string) => boolean; query: readonly Wanted[] };

function read(given: string): Exclusion {
  const text =
    URL.canParse(given) && /^https?:/i.test(given) ? given.replace(/^[a-z]+:\/\/[^/?#]*/i, '') : given;
  const [before = '', after] = [
    text.split('?')[0],
    text.includes('?') ? text.slice(text.indexOf('?') + 1) : undefined,
  ];
  const query = (after ?? '')
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair): Wanted => {
      const at = pair.indexOf('=');
      return at < 0
        ? { name: pattern(pair), value: null }
        : { name: pattern(pair.slice(0, at)), value: pattern(pair.slice(at + 1)) };
    });
  const path = `/${before.replace(/^\/+/, '')}`.replace(/(.)\/$/, '$1');
  const exact = pattern(path);
  const below = pattern(`${path === '/' ? '' : path}/*`);
  if (query.length > 0)
    return { matchesPath: (at) => before === '' || exact(at.replace(/(.)\/$/, '$1')), query };
  return { matchesPath: (at) => before !== '' && (exact(at) || below(at)), query };
}

const known = new Map<string, Exclusion>();

function exclusionOf(given: string): Exclusion {
  let found = known.get(given);
  if (!found) {
    if (known.size > 500) known.clear();
    known.set(given, (found = read(given)));
  }
  return found;
}

/**
 * Whether an address is one of those that are left alone. A path leaves out everything below it; with a query, that page
 * alone where the query has what is named, in any order. `*` stands for anything.
 */
export function isExcluded(url: URL, exclude: readonly string[]): boolean {
  if (exclude.length === 0) return false;
  const path = plainly(url.pathname);
  const pairs = [...url.searchParams];
  return exclude.some((given) => {
    const { matchesPath, query } = exclusionOf(given);
    return (
      matchesPath(path) &&
      query.every(({ name, value }) =>
        pairs.some(([key, held]) => name(key) && (value === null || value(held))),
      )
    );
  });
}
