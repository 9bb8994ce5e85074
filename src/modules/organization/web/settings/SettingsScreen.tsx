import { Suspense } from 'react';
import { useLocation } from 'react-router';
import { PageHeader } from '#ui/PageHeader.tsx';
import { SkeletonPanel } from '#ui/SkeletonPanel.tsx';
import { settingsPaths, settingsTabs } from '../../paths.ts';
import type { SettingsPanels } from '../routes.tsx';
import classes from './Settings.module.css';
import { SettingsTabs, tabPanelId, tabId } from './SettingsTabs.tsx';

/** Everything an administrator can set: about themself, about the organisation, about the other administrators. */
export function SettingsScreen({ panels }: { panels: SettingsPanels }) {
  const { pathname } = useLocation();
  const tab = settingsTabs.find((one) => settingsPaths.tab(one) === pathname) ?? 'you';
  return (
    <>
      <PageHeader title="Settings" purpose="Your own details, your organization, and who looks after it with you." />
      <SettingsTabs current={tab} />
      <div role="tabpanel" id={tabPanelId} aria-labelledby={tabId(tab)} className={classes.stack}>
        {panels[tab]?.map(({ id, Extra }) => (
          <Suspense key={id} fallback={<SkeletonPanel />}>
            <Extra />
          </Suspense>
        ))}
      </div>
    </>
  );
}
