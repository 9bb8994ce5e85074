import { Navigate, type RouteObject } from 'react-router';
import { settingsPaths, settingsTabs, type SettingsTab } from '#modules/organization/paths.ts';
import { titled } from '#platform/web/pageTitle.ts';

const tabTitles: Record<SettingsTab, string> = {
  you: 'Your Details',
  organization: 'Organization Details',
  admins: 'Manage Admins',
};

/** Settings (platform.md 2): the root leads to the first tab, an unknown tab to nowhere. */
export const settingsRoutes: RouteObject[] = [
  { path: settingsPaths.home, element: <Navigate to={settingsPaths.tab('you')} replace /> },
  {
    // one screen for all tabs, so that changing tab keeps it
    lazy: async () => ({ Component: (await import('./SettingsScreen.tsx')).SettingsScreen }),
    children: settingsTabs.map((tab) => ({
      path: settingsPaths.tab(tab),
      ...titled(tabTitles[tab]),
      element: null,
      loader: () => {
        // where this code cannot be fetched, neither can the screen's, which says so
        if (tab === 'admins')
          import('#modules/organization/web/settings/queries.ts')
            .then(({ prefetchAdmins }) => prefetchAdmins())
            .catch(() => {});
        return null;
      },
    })),
  },
];
