import { usePortal } from '#platform/web/boot.ts';
import type { ReactNode } from 'react';
import { BetaBadge } from '#ui/badge/BetaBadge.tsx';
import { LinkTabs, linkTabPanel } from '#ui/page/LinkTabs.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { maturityPaths } from '../paths.ts';

const tabs = [
  { id: 'assessment', label: 'Assessment', href: maturityPaths.assessment },
  { id: 'report', label: 'Report', href: maturityPaths.report },
] as const;

type MaturityPageProps = {
  children: ReactNode;
  at: (typeof tabs)[number]['id'];
  purpose: string;
  onViewIntro: () => void;
  action?: ReactNode;
  menu?: ReactNode;
};

/** What both pages of the module share: the header, the tabs, and the panel below them. */
export function MaturityPage({ at, purpose, onViewIntro, action, menu, children }: MaturityPageProps) {
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
      <LinkTabs name="maturity" label="Cyber Maturity" tabs={tabs} current={at} />
      <div {...linkTabPanel('maturity', at)}>{children}</div>
    </>
  );
}
