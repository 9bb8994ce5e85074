import { ActionIcon } from '@mantine/core';
import IconLifebuoy from '@tabler/icons-react/dist/esm/icons/IconLifebuoy.mjs';
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs';
import type { ReactNode } from 'react';
import classes from './PageHeader.module.css';
import { Tip } from './Tip.tsx';

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
    <header className={classes.header}>
      {trail && <div className={classes.trail}>{trail}</div>}
      <div className={classes.words}>
        <div className={classes.line}>
          <h1 className={classes.title}>{title}</h1>
          {badge}
        </div>
        {purpose && <p className={classes.purpose}>{purpose}</p>}
      </div>
      <div className={classes.actions}>
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
