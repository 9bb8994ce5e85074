import { Button } from '@mantine/core';
import IconMessageCirclePlus from '@tabler/icons-react/dist/esm/icons/IconMessageCirclePlus.mjs';
import { lazy, Suspense, type ComponentType } from 'react';
import { Navigate, useParams } from 'react-router';
import { askExpert } from '#modules/plans/web/public.ts';
import { usePortal } from '#platform/web/boot.ts';
import { useFeatureIntro } from '#modules/plans/web/public.ts';
import { LinkTabs, linkTabPanel } from '#ui/page/LinkTabs.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import { conciergePaths, conciergeTabs, type ConciergeTab } from '../paths.ts';
import { AboutTab } from './AboutTab.tsx';
import { useConciergeConfig } from './queries.ts';

// the first tab is part of the page: in a chunk of its own it would show 300 ms late
const tabs: Record<ConciergeTab, ComponentType> = {
  about: AboutTab,
  weaknesses: lazy(async () => ({ default: (await import('./WeaknessesTab.tsx')).WeaknessesTab })),
  messages: lazy(async () => ({ default: (await import('./MessagesTab.tsx')).MessagesTab })),
  conversations: lazy(async () => ({
    default: (await import('./conversations/ConversationsTab.tsx')).ConversationsTab,
  })),
};

const labels: Record<ConciergeTab, string> = {
  about: 'About',
  weaknesses: 'Security Weaknesses',
  messages: 'Messages',
  conversations: 'Conversations',
};
const shorts: Partial<Record<ConciergeTab, string>> = { weaknesses: 'Weaknesses' };

/** Cyber Concierge (modules.md 2): what it is, what it found, what it wrote, and what one talks about. */
export function ConciergeScreen() {
  const { tabId = 'about' } = useParams();
  const { helpCenter } = usePortal().brand;
  const intro = useFeatureIntro('cyberconcierge');
  const config = useConciergeConfig();
  const tab = conciergeTabs.find((one) => one === tabId);
  if (!tab) return <Navigate to="/404" replace />;
  const Tab = tabs[tab];
  return (
    <>
      <PageHeader
        title={config.data?.pageTitle ?? 'Cyber Concierge'}
        purpose={config.data?.subtitle ?? 'People who help you decide and act'}
        onViewIntro={intro.open}
        helpCenterHref={config.data?.knowledgeBaseLink ?? helpCenter}
        action={
          tab !== 'about' && (
            <Button
              leftSection={<IconMessageCirclePlus size={18} stroke={1.75} aria-hidden />}
              onClick={() => askExpert()}
            >
              Ask an expert
            </Button>
          )
        }
      />
      <LinkTabs
        name="concierge"
        label="Cyber Concierge"
        current={tab}
        tabs={conciergeTabs.map((id) => ({
          id,
          href: conciergePaths.tab(id),
          label: labels[id],
          short: shorts[id],
        }))}
      />
      <div className="mt-6" {...linkTabPanel('concierge', tab)}>
        <Suspense fallback={<SkeletonPanel lines={8} height={480} label="Loading" />}>
          <Tab />
        </Suspense>
      </div>
    </>
  );
}
