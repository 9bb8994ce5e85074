import type { ReactNode } from 'react';
import classes from './KeyValueList.module.css';

export type KeyValueListProps = { items: { key: string; label: ReactNode; value: ReactNode }[] };

/** Names and their values, side by side where there is room. */
export function KeyValueList({ items }: KeyValueListProps) {
  return (
    <dl className={classes.list}>
      {items.map((item) => (
        <div key={item.key} className={classes.row}>
          <dt className={classes.label}>{item.label}</dt>
          <dd className={classes.value}>{item.value}</dd>
        </div>
      ))}
    </dl>
  );
}
