import type { ReactNode } from 'react';
import classes from './KeyValueList.module.css';

export type KeyValueListProps = { items: { key: string; label: ReactNode; value: ReactNode }[] };

/** Names and their values, side by side where there is room. */
export function KeyValueList({ items }: KeyValueListProps) {
  return (
    <dl>
      {items.map((item) => (
        <div key={item.key} className={`${classes.row} grid gap-1 gap-x-4 border-b`}>
          <dt className="text-dimmed">{item.label}</dt>
          <dd className="min-w-0 tabular-nums wrap-anywhere">{item.value}</dd>
        </div>
      ))}
    </dl>
  );
}
