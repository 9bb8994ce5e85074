export type SortValue = string | number | Date | boolean | null | undefined;
export type SortState = { column: string; direction: 'ascending' | 'descending' };

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function compare(one: SortValue, other: SortValue): number {
  if (typeof one === 'string' && typeof other === 'string') return collator.compare(one, other);
  return Number(one) - Number(other);
}

/** Rows in the order of one value; equal rows keep their order, rows without a value come last either way. */
export function sortRows<Row>(
  rows: readonly Row[],
  valueOf: (row: Row) => SortValue,
  direction: SortState['direction'],
): Row[] {
  const sign = direction === 'ascending' ? 1 : -1;
  const none = (value: SortValue) => value === null || value === undefined || value === '';
  return rows.toSorted((a, b) => {
    const [one, other] = [valueOf(a), valueOf(b)];
    if (none(one) || none(other)) return Number(none(one)) - Number(none(other));
    return sign * compare(one, other);
  });
}
