import { useId, type ReactNode } from 'react';
import classes from './Panel.module.css';

export type PanelProps = {
  title?: ReactNode;
  /** One line under the title. */
  description?: ReactNode;
  /** Quiet buttons or a menu at the title's end. */
  actions?: ReactNode;
  /** Level of the title's heading, 2 by default. */
  level?: 2 | 3;
  /** Small cards have less air. */
  size?: 'small' | 'large';
  /** No inner space, for a table that reaches the edges. */
  flush?: boolean;
  className?: string;
  children?: ReactNode;
};

/** A white card; with a title it is a named region of the page. */
export function Panel({
  title,
  description,
  actions,
  level = 2,
  size = 'large',
  flush = false,
  className,
  children,
}: PanelProps) {
  const id = useId();
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section
      className={[`${classes.panel} card min-w-0`, className].filter(Boolean).join(' ')}
      data-size={size}
      data-flush={flush || undefined}
      aria-labelledby={title ? id : undefined}
    >
      {(title || actions) && (
        <div className={`${classes.head} flex flex-wrap items-start justify-between gap-2 gap-x-4 mb-4`}>
          <div className={`${classes.words} min-w-0`}>
            {title && (
              <Heading id={id} className={`${classes.title} text-title wrap-anywhere`}>
                {title}
              </Heading>
            )}
            {description && <p className={`measure-72 text-dimmed mt-0.5`}>{description}</p>}
          </div>
          {actions && <div className={`${classes.actions} row gap-2`}>{actions}</div>}
        </div>
      )}
      {children}
    </section>
  );
}
