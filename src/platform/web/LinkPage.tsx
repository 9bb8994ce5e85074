import { useEffect, useRef, type ReactNode } from 'react';
import { BrandLogo } from './BrandLogo.tsx';
import { fillWords, usePortal } from './boot.ts';
import { HeaderBar } from '#ui/HeaderBar.tsx';
import classes from './LinkPage.module.css';

/** A heading that takes the focus, so that whoever cannot see the page hears that it is another one. */
export function Heading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo?.(0, 0);
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1} className={classes.title}>
      {children}
    </h1>
  );
}

/** A page that a link in a mail opens for somebody without an account: the brand above, one task, nothing else. */
export function LinkPage({
  home,
  narrow = false,
  children,
}: {
  /** Where the logo leads. */ home: string;
  narrow?: boolean;
  children: ReactNode;
}) {
  const { brand } = usePortal();
  return (
    <div className={classes.page}>
      <HeaderBar logo={<BrandLogo href={home} />} />
      <main id="main" className={classes.main} data-narrow={narrow || undefined}>
        {children}
      </main>
      <footer className={classes.footer}>
        <span>{fillWords('Provided with {brandLong}. You need no account here; keep the link to yourself.')}</span>
        <a href={brand.links.privacy} target="_blank" rel="noreferrer noopener" className={classes.link}>
          Privacy
        </a>
      </footer>
    </div>
  );
}

/** One message in the middle of the page. */
export function LinkMessage({
  drawing,
  title,
  action,
  children,
}: {
  drawing: ReactNode;
  title: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={classes.message}>
      <div className={classes.drawing}>{drawing}</div>
      <Heading>{title}</Heading>
      <div className={classes.messageText}>{children}</div>
      {action && <div className={classes.messageAction}>{action}</div>}
    </div>
  );
}
