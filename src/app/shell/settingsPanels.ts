import { lazy } from 'react';
import type { SettingsPanels } from '#modules/organization/web/routes.tsx';

const RecentActivity = lazy(async () => ({ default: (await import('#modules/audit/web/RecentActivity.tsx')).RecentActivity }));

const PrivacyPanel = lazy(async () => ({ default: (await import('#modules/marketing/web/PrivacyPanel.tsx')).PrivacyPanel }));

/** What modules hang below the tabs of Settings, in this order. */
export const settingsPanels: SettingsPanels = {
  you: [{ id: 'privacy', Extra: PrivacyPanel }],
  organization: [{ id: 'activity', Extra: RecentActivity }],
  admins: [],
};
