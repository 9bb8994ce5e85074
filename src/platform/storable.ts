/** Characters that PostgreSQL cannot keep: NUL anywhere, half of a surrogate pair in JSON. */
const cleaned = (text: string): string => text.replaceAll('\u0000', '').toWellFormed();

/** The same value with every text in it fit for the database. The reply of a hostile server may contain anything. */
export function storable<T>(value: T): T {
  if (typeof value === 'string') return cleaned(value) as T;
  if (Array.isArray(value)) return value.map(storable) as T;
  if (value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype)
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [cleaned(key), storable(inner)]),
    ) as T;
  return value;
}

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0');

/** Where a body holds text that no column takes, as a path of names; null where all can be kept. */
export function unstorableField(body: unknown): string | null {
  // a list of what is left to look at: a body may be nested deeper than calls can be
  const left: [value: unknown, path: string][] = [[body, '']];
  for (let next = left.pop(); next; next = left.pop()) {
    const [value, path] = next;
    if (typeof value === 'string' && !isStorable(value)) return path;
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, part] of Object.entries(value)) {
      if (!isStorable(name)) return path;
      left.push([part, path ? `${path}.${name}` : name]);
    }
  }
  return null;
}
