/** Characters that PostgreSQL cannot keep: NUL anywhere, half of a surrogate pair in JSON. */
const cleaned = (text: string): string => text.replaceAll('\u0000', '').toWellFormed();

/** The same value with every text in it fit for the database. What a hostile website answers may contain anything. */
export function storable<T>(value: T): T {
  if (typeof value === 'string') return cleaned(value) as T;
  if (Array.isArray(value)) return value.map(storable) as T;
  if (value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [cleaned(key), storable(inner)])) as T;
  return value;
}
