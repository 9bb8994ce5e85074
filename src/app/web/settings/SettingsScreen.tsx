import { createElement, Fragment, Suspense, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { settingsPaths, settingsTabs, type SettingsTab } from '#modules/organization/paths.ts';
import { useProfile } from '#modules/organization/web/queries.ts';
import { AdminsTab } from '#modules/organization/web/settings/AdminsTab.tsx';
import { GoalsPanel } from '#modules/organization/web/settings/GoalsPanel.tsx';
import { OrganizationPanel } from '#modules/organization/web/settings/OrganizationPanel.tsx';
import { whyNotShown } from '#modules/organization/web/settings/wording.ts';
import { YouPanel } from '#modules/organization/web/settings/YouPanel.tsx';
import { fillWords } from '#platform/web/boot.ts';
import { ErrorState } from '#ui/page/ErrorState.tsx';
import { LinkTabs, linkTabPanel, type LinkTab } from '#ui/page/LinkTabs.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import { panelsOf, ResetSecondFactor } from './panels.ts';

/** platform.md 2: the label, and the short one where there is little room. */
const labels: Record<SettingsTab, { label: string; short?: string }> = {
  you: { label: 'Your Details' },
  organization: { label: 'Organization Details' },
  admins: { label: 'Manage {brand} Admins', short: 'Manage Admins' },
};

const tabs = (): LinkTab<SettingsTab>[] =>
  settingsTabs.map((id) => ({
    id,
    href: settingsPaths.tab(id),
    label: fillWords(labels[id].label),
    short: labels[id].short,
  }));

/** Everything an administrator can set: about themself, about the organisation, about the other administrators. */
export function SettingsScreen() {
  const { pathname } = useLocation();
  const tab = settingsTabs.find((one) => settingsPaths.tab(one) === pathname) ?? 'you';
  return (
    <>
      <PageHeader
        title="Settings"
        purpose="Your details, your organization, and your fellow administrators."
      />
      <LinkTabs name="settings" label="Settings" tabs={tabs()} current={tab} />
      <div {...linkTabPanel('settings', tab)} className="stack gap-6">
        {tab === 'admins' ? <AdminsTab ResetSecondFactor={ResetSecondFactor} /> : <ProfilePanel tab={tab} />}
        {/* together: one that came alone would push the next ones down */}
        <Suspense key={tab} fallback={<SkeletonPanel height={640} lines={8} />}>
          {createElement(Fragment, null, ...panelsOf(tab).map((Extra) => createElement(Extra)))}
        </Suspense>
      </div>
    </>
  );
}

function ProfilePanel({ tab }: { tab: Exclude<SettingsTab, 'admins'> }): ReactNode {
  const profile = useProfile();
  const { companyData, userData, orgId, orgGoals } = profile.data ?? {};
  if (tab === 'you' && userData) return <YouPanel person={userData} />;
  if (tab === 'organization' && companyData && orgId)
    return (
      <>
        <OrganizationPanel company={companyData} orgId={orgId} />
        {orgGoals && <GoalsPanel goals={orgGoals} orgId={orgId} />}
      </>
    );
  if (profile.isPending) return <SkeletonPanel height={240} />;
  return (
    <Panel>
      <ErrorState
        title="Your details could not be loaded"
        retrying={profile.isFetching}
        onRetry={() => void profile.refetch()}
      >
        {whyNotShown(profile.error)}
      </ErrorState>
    </Panel>
  );
}
