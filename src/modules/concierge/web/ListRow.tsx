import type { ReactNode } from 'react';
import { shownDay, shownTime } from '#platform/dates.ts';
import { Link } from '#ui/text/Link.tsx';
import classes from './Concierge.module.css';

type ListRowProps = {
  href: string;
  title: string;
  summary: string;
  at: string;
  /** What screen readers hear before the title of an unread one; empty where it was read. */
  unread: string;
  /** Of one that was read. */
  icon: ReactNode;
  facts: ReactNode;
  children?: ReactNode;
};

export const ListRow = ({ href, title, summary, at, unread, icon, facts, children }: ListRowProps) => (
  <li
    className={`${classes.letter} grid relative gap-1 gap-x-3 hover-bg`}
    data-unread={unread ? true : undefined}
  >
    <span className={`${classes.mark} grid place-items-center text-dimmed`} aria-hidden>
      {unread ? <span className={`${classes.unread} rounded-circle`} /> : icon}
    </span>
    <div className="min-w-0">
      <h3 className={`${classes.letterTitle} leading-6.5 font-medium`}>
        <Link href={href}>
          {unread && <span className="visually-hidden">{unread} </span>}
          {title}
        </Link>
      </h3>
      {summary && <p className={`${classes.summary} mt-0.5 text-body text-dimmed`}>{summary}</p>}
      <div className="row flex-wrap gap-1 gap-x-3 text-small text-dimmed mt-2">{facts}</div>
    </div>
    <div
      className={`${classes.aside} flex flex-col items-end gap-1.5 text-small text-dimmed whitespace-nowrap`}
    >
      <time dateTime={at} title={shownTime(at)}>
        {shownDay(at)}
      </time>
      {children}
    </div>
  </li>
);
