import type { ReactNode } from 'react';
import { Link } from '../text/Link.tsx';
import classes from './StatTile.module.css';

export type StatTileProps = {
  label: ReactNode;
  value: ReactNode;
  /** Behind the value: of 10, days. */
  unit?: ReactNode;
  /** One quiet line below. */
  note?: ReactNode;
  icon?: ReactNode;
  /** Makes the tile a link. */
  href?: string;
  /** Without its own border, for tiles inside a card. */
  bare?: boolean;
};

/** One number that matters. */
export function StatTile({ label, value, unit, note, icon, href, bare = false }: StatTileProps) {
  const content = (
    <>
      <span className={`${classes.label} row gap-2 text-small leading-5 text-dimmed`}>
        {icon}
        {label}
      </span>
      <span className={`${classes.value} text-page tabular-nums`}>
        {value}
        {unit && <span className={`${classes.unit} text-body font-normal text-dimmed`}> {unit}</span>}
      </span>
      {note && <span className="text-small leading-5 text-dimmed">{note}</span>}
    </>
  );
  const common = { className: classes.tile, 'data-bare': bare || undefined };
  return href ? (
    <Link {...common} href={href}>
      {content}
    </Link>
  ) : (
    <div {...common}>{content}</div>
  );
}
