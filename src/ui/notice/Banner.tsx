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
    <section
      className={`${classes.banner} row flex-none leading-5`}
      data-tone={tone}
      data-size={size}
      aria-label={label}
    >
      <div className={`${classes.inner} row justify-center flex-auto min-w-0 gap-2 gap-x-4`}>
        {icon && <span className={`${classes.icon} flex flex-none`}>{icon}</span>}
        <div className={`${classes.text} min-w-0 font-medium text-pretty`}>{children}</div>
        {action && <div className="flex-none">{action}</div>}
      </div>
      {onDismiss && (
        <CloseButton
          aria-label={`Dismiss: ${label}`}
          size={40}
          iconSize={18}
          onClick={onDismiss}
          className={`${classes.close} flex-none`}
        />
      )}
    </section>
  );
}
