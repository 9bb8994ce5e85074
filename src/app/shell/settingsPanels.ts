import { lazy } from 'react';
import type { SettingsPanels } from '#modules/organization/web/routes.tsx';

const RecentActivity = lazy(async () => ({ default: (await import('#modules/audit/web/RecentActivity.tsx')).RecentActivity }));

/** What modules hang below the tabs of Settings, in this order. */
export const settingsPanels: SettingsPanels = {
  you: [],
  organization: [{ id: 'activity', Extra: RecentActivity }],
  admins: [],
};
