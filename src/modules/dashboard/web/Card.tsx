import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from '#ui/text/Link.tsx';
import classes from './Card.module.css';

/** One tool of the dashboard: its name and state, what matters most of it, and one button. */
export function Card(props: {
  id: string;
  title: string;
  badge?: ReactNode;
  status: ReactNode;
  drawing: ReactNode;
  /** One button; a second only where there are two things to look at. */
  buttons: readonly { label: string; href: string }[];
  children: ReactNode;
}) {
  const { id, title, badge, status, drawing, buttons, children } = props;
  return (
    <section className={`${classes.card} card min-w-0`} aria-labelledby={`card-${id}`}>
      <div className={`${classes.inside} h-full grid items-start p-card`}>
        <div className={classes.drawing}>{drawing}</div>
        <div className={`${classes.head} flex flex-col items-start gap-2`}>
          <div className="row flex-wrap gap-1 gap-x-2">
            <h3 id={`card-${id}`} className="text-title">
              {title}
            </h3>
            {badge}
          </div>
          {status}
        </div>
        <div className={`${classes.body} flex flex-wrap gap-4 gap-x-8`}>{children}</div>
        <div className={`${classes.foot} flex flex-wrap gap-2`}>
          {buttons.map(({ label, href }) => (
            <Button key={label} component={Link} href={href} variant="default">
              {label}
            </Button>
          ))}
        </div>
      </div>
    </section>
  );
}

/** What a tool is for, while it has no numbers. */
export function CardText({ children }: { children: ReactNode }) {
  return <p className="measure-62 text-dimmed">{children}</p>;
}
