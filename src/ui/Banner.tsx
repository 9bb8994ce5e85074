import { CloseButton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Banner.module.css';

export type BannerProps = {
  tone?: 'info' | 'warning' | 'promo';
  /** platform.md 9: a notice is 50 px high and 80 on phones, a promotion 70 and 120. */
  size?: 'notice' | 'promotion';
  /** What kind of notice it is, for screen readers. */
  label: string;
  icon?: ReactNode;
  action?: ReactNode;
  onDismiss?: () => void;
  children: ReactNode;
};

/** One line over the page that stays until its reason is gone. */
export function Banner({
  tone = 'info',
  size = 'notice',
  label,
  icon,
  action,
  onDismiss,
  children,
}: BannerProps) {
  return (
    <section className={classes.banner} data-tone={tone} data-size={size} aria-label={label}>
      <div className={classes.inner}>
        {icon && <span className={classes.icon}>{icon}</span>}
        <div className={classes.text}>{children}</div>
        {action && <div className={classes.action}>{action}</div>}
      </div>
      {onDismiss && (
        <CloseButton
          aria-label={`Dismiss: ${label}`}
          size={40}
          iconSize={18}
          onClick={onDismiss}
          className={classes.close}
        />
      )}
    </section>
  );
}
