import type { ReactNode } from 'react';
import classes from './AuthLayout.module.css';

export type AuthLayoutProps = {
  /** The brand's logo, linking home. */
  logo: ReactNode;
  title: ReactNode;
  /** One line under the title. */
  subtitle?: ReactNode;
  /** The panel beside the form, usually BrandPanel. */
  panel?: ReactNode;
  /** Under the form: the way to the other page. */
  footer?: ReactNode;
  children: ReactNode;
};

/** Pages before sign-in: a form of 400 px beside the brand's panel, below each other where there is no room. */
export function AuthLayout({ logo, title, subtitle, panel, footer, children }: AuthLayoutProps) {
  return (
    <div className={`${classes.page} stack bg-card`} data-panel={panel ? true : undefined}>
      <div className={`${classes.side} flex flex-col min-w-0`}>
        <header className={`min-h-10 row`}>{logo}</header>
        <main className={`${classes.main} w-full`} id="main">
          <h1 className={`${classes.title} text-page text-balance`}>{title}</h1>
          {subtitle && <p className="text-reading text-dimmed wrap-anywhere text-pretty mt-2">{subtitle}</p>}
          <div className={classes.form}>{children}</div>
          {footer && <div className={`${classes.footer} text-dimmed border-t mt-6`}>{footer}</div>}
        </main>
      </div>
      {panel && <aside className="min-w-0">{panel}</aside>}
    </div>
  );
}
