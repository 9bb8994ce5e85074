import { ActionIcon } from '@mantine/core';
import IconLifebuoy from '@tabler/icons-react/dist/esm/icons/IconLifebuoy.mjs';
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs';
import type { ReactNode } from 'react';
import classes from './PageHeader.module.css';
import { Tip } from '../text/Tip.tsx';

export type PageHeaderProps = {
  title: ReactNode;
  /** One line: what this page is for. */
  purpose?: ReactNode;
  /** A small badge beside the title, such as Beta. */
  badge?: ReactNode;
  /** The page's one primary button. */
  action?: ReactNode;
  /** Everything else one can do here: a menu. */
  menu?: ReactNode;
  /** Above the title: breadcrumb or back link. */
  trail?: ReactNode;
  onViewIntro?: () => void;
  helpCenterHref?: string;
};

/** How every page begins. */
export function PageHeader({
  title,
  purpose,
  badge,
  action,
  menu,
  trail,
  onViewIntro,
  helpCenterHref,
}: PageHeaderProps) {
  return (
    <header className={`${classes.header} flex flex-wrap items-start gap-4 gap-x-6 mb-6`}>
      {trail && <div className={`${classes.trail} text-small text-dimmed`}>{trail}</div>}
      <div className={`${classes.words} min-w-0`}>
        <div className="row flex-wrap gap-2 gap-x-3">
          <h1 className={`${classes.title} text-page wrap-anywhere text-balance`}>{title}</h1>
          {badge}
        </div>
        {purpose && <p className={`measure-72 text-reading text-dimmed text-pretty mt-1`}>{purpose}</p>}
      </div>
      <div className={`${classes.actions} row flex-wrap gap-2`}>
        {onViewIntro && (
          <Tip label="View Intro">
            <ActionIcon aria-label="View Intro" onClick={onViewIntro}>
              <IconPlayerPlay size={20} stroke={1.5} aria-hidden />
            </ActionIcon>
          </Tip>
        )}
        {helpCenterHref && (
          <Tip label="Help Center">
            <ActionIcon
              aria-label="Help Center (opens in a new tab)"
              component="a"
              href={helpCenterHref}
              target="_blank"
              rel="noreferrer"
            >
              <IconLifebuoy size={20} stroke={1.5} aria-hidden />
            </ActionIcon>
          </Tip>
        )}
        {menu}
        {action}
      </div>
    </header>
  );
}
