import { useEffect, useRef, type ReactNode } from 'react';
import { BrandLogo } from '#platform/web/BrandLogo.tsx';
import { fillWords, usePortal } from '#platform/web/boot.ts';
import { HeaderBar } from '#ui/HeaderBar.tsx';
import classes from './Learn.module.css';
import message from './Message.module.css';

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

/** A page for somebody without an account: the brand above, and what the footer says. */
export function LearnPage({ home, words, children }: { home: string; words?: string; children: ReactNode }) {
  const { brand } = usePortal();
  return (
    <div className={classes.page}>
      <HeaderBar logo={<BrandLogo href={home} />} />
      <main id="main" className={classes.main}>
        {children}
      </main>
      <footer className={classes.footer}>
        <span>{words ?? fillWords('Provided with {brandLong}. You need no account here; keep the link to yourself.')}</span>
        <a href={brand.links.privacy} target="_blank" rel="noreferrer noopener" className={classes.link}>
          Privacy
        </a>
      </footer>
    </div>
  );
}

/** One message in the middle of the page. */
export function Message({
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
    <div className={message.message}>
      <div className={message.drawing}>{drawing}</div>
      <Heading>{title}</Heading>
      <div className={message.messageText}>{children}</div>
      {action && <div className={message.messageAction}>{action}</div>}
    </div>
  );
}
