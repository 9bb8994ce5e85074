import { Suspense, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { ErrorState } from '#ui/ErrorState.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Panel } from '#ui/Panel.tsx';
import { SkeletonPanel } from '#ui/SkeletonPanel.tsx';
import { settingsPaths, settingsTabs, type SettingsTab } from '../../paths.ts';
import { useProfile } from '../queries.ts';
import type { SettingsPanels } from '../routes.tsx';
import { AdminsTab } from './AdminsTab.tsx';
import { OrganizationPanel } from './OrganizationPanel.tsx';
import classes from './Settings.module.css';
import { SettingsTabs, tabId, tabPanelId } from './SettingsTabs.tsx';
import { whyNotShown } from './wording.ts';
import { YouPanel } from './YouPanel.tsx';

/** Everything an administrator can set: about themself, about the organisation, about the other administrators. */
export function SettingsScreen({ panels }: { panels: SettingsPanels }) {
  const { pathname } = useLocation();
  const tab = settingsTabs.find((one) => settingsPaths.tab(one) === pathname) ?? 'you';
  return (
    <>
      <PageHeader title="Settings" purpose="Your own details, your organization, and who looks after it with you." />
      <SettingsTabs current={tab} />
      <div role="tabpanel" id={tabPanelId} aria-labelledby={tabId(tab)} className={classes.stack}>
        {tab === 'admins' ? <AdminsTab ResetSecondFactor={panels.ResetSecondFactor} /> : <ProfilePanel tab={tab} />}
        {panels[tab]?.map(({ id, Extra }) => (
          <Suspense key={id} fallback={<SkeletonPanel />}>
            <Extra />
          </Suspense>
        ))}
      </div>
    </>
  );
}

function ProfilePanel({ tab }: { tab: Exclude<SettingsTab, 'admins'> }): ReactNode {
  const profile = useProfile();
  const { companyData, userData, orgId } = profile.data ?? {};
  if (tab === 'you' && userData) return <YouPanel person={userData} />;
  if (tab === 'organization' && companyData && orgId) return <OrganizationPanel company={companyData} orgId={orgId} />;
  if (profile.isPending) return <SkeletonPanel height={240} />;
  return (
    <Panel>
      <ErrorState title="Your details could not be loaded" retrying={profile.isFetching} onRetry={() => void profile.refetch()}>
        {whyNotShown(profile.error)}
      </ErrorState>
    </Panel>
  );
}
