import { Button } from '@mantine/core';
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import { useEffect, useRef, type ReactNode } from 'react';
import { BrandLogo } from './BrandLogo.tsx';
import { fillWords, usePortal } from './boot.ts';
import { DrawingTrouble } from '#ui/drawings/DrawingTrouble.tsx';
import { HeaderBar } from '#ui/frame/HeaderBar.tsx';
import classes from './LinkPage.module.css';

/** A heading that takes the focus, so that a screen reader announces the new page. */
export function Heading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo?.(0, 0);
  }, []);
  return (
    <h1
      ref={heading}
      tabIndex={-1}
      className={`${classes.title} text-page wrap-anywhere text-balance outline-none`}
    >
      {children}
    </h1>
  );
}

type LinkPageProps = {
  /** Where the logo leads. */
  home: string;
  narrow?: boolean;
  /** First words of the footer. */
  footer?: string;
  children: ReactNode;
};

/** A page for people without an account, opened by the link of an email or by a code: the brand above, and one task. */
export function LinkPage({
  home,
  narrow = false,
  footer = fillWords('Provided with {brandLong}. You need no account here; keep the link to yourself.'),
  children,
}: LinkPageProps) {
  const { brand } = usePortal();
  return (
    <div className={`${classes.page} flex flex-col bg-canvas`}>
      <HeaderBar logo={<BrandLogo href={home} />} />
      <main id="main" className={`${classes.main} mx-auto w-full`} data-narrow={narrow || undefined}>
        {children}
      </main>
      <footer
        className={`${classes.footer} flex flex-wrap justify-center gap-1 gap-x-4 text-small leading-5 text-dimmed text-center`}
      >
        <span>{footer}</span>
        <a href={brand.links.privacy} target="_blank" rel="noreferrer noopener" className="text-accent">
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
    <div className={`${classes.message} text-center`}>
      <div className={classes.drawing}>{drawing}</div>
      <Heading>{title}</Heading>
      <div className={`${classes.messageText} text-reading text-dimmed wrap-anywhere text-pretty mt-3`}>
        {children}
      </div>
      {action && <div className="flex justify-center mt-6">{action}</div>}
    </div>
  );
}

/** The page could not be loaded, for a reason that may pass. */
export function LinkTrouble({
  retrying,
  onRetry,
  children,
}: {
  retrying: boolean;
  onRetry: () => void;
  children: ReactNode;
}) {
  return (
    <LinkMessage
      drawing={<DrawingTrouble />}
      title="This page could not be loaded"
      action={
        <Button
          onClick={onRetry}
          loading={retrying}
          leftSection={<IconRefresh size={18} stroke={1.75} aria-hidden />}
        >
          Try again
        </Button>
      }
    >
      {children}
    </LinkMessage>
  );
}
