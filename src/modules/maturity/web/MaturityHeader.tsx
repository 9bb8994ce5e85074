import { usePortal } from '#platform/web/boot.ts';
import type { ReactNode } from 'react';
import { BetaBadge } from '#ui/BetaBadge.tsx';
import { Link } from '#ui/Link.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { maturityPaths } from '../paths.ts';
import classes from './Header.module.css';

const places = [
  { id: 'assessment', label: 'Assessment', href: maturityPaths.assessment },
  { id: 'report', label: 'Report', href: maturityPaths.report },
] as const;

type MaturityHeaderProps = {
  at: (typeof places)[number]['id'];
  purpose: string;
  onViewIntro: () => void;
  action?: ReactNode;
  menu?: ReactNode;
};

/** How both pages of the module begin, with the way from one to the other. */
export function MaturityHeader({ at, purpose, onViewIntro, action, menu }: MaturityHeaderProps) {
  const { helpCenter } = usePortal().brand;
  return (
    <>
      <PageHeader
        title="Cyber Maturity"
        badge={<BetaBadge />}
        purpose={purpose}
        onViewIntro={onViewIntro}
        helpCenterHref={helpCenter}
        menu={menu}
        action={action}
      />
      <nav className={classes.places} aria-label="Cyber Maturity">
        {places.map(({ id, label, href }) => (
          <Link key={id} href={href} className={classes.place} {...(id === at ? { 'aria-current': 'page' as const } : {})}>
            {label}
          </Link>
        ))}
      </nav>
    </>
  );
}
