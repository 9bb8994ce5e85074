import type { ComponentType } from 'react';
import { Navigate, type RouteObject } from 'react-router';
import { titled } from '#platform/web/pageTitle.ts';
import type { Admin } from '../contract.ts';
import { onboardingPath, settingsPaths, settingsTabs, type SettingsTab } from '../paths.ts';

/** What other modules hang below the tabs of Settings; the shell composes it. `Extra` is a lazy component. */
export type SettingsPanels = Partial<Record<SettingsTab, readonly { id: string; Extra: ComponentType }[]>> & {
  /** The dialog, lazy too, that lets an administrator who lost the second factor in again. */
  ResetSecondFactor?: ComponentType<{ admin: Admin; onClose: () => void }>;
};

export const organizationRoutes: RouteObject[] = [
  {
    path: onboardingPath,
    ...titled('Welcome'),
    lazy: async () => ({ Component: (await import('./OnboardingScreen.tsx')).OnboardingScreen }),
  },
];

const tabTitles: Record<SettingsTab, string> = {
  you: 'Your Details',
  organization: 'Organization Details',
  admins: 'Manage Admins',
};

/** Settings (platform.md 2): the root leads to the first tab, an unknown tab to nowhere. */
export const settingsRoutes = (panels: SettingsPanels): RouteObject[] => [
  { path: settingsPaths.home, element: <Navigate to={settingsPaths.tab('you')} replace /> },
  {
    // one screen for all tabs, so that changing tab keeps it
    lazy: async () => {
      const { SettingsScreen } = await import('./settings/SettingsScreen.tsx');
      return { Component: () => <SettingsScreen panels={panels} /> };
    },
    children: settingsTabs.map((tab) => ({
      path: settingsPaths.tab(tab),
      ...titled(tabTitles[tab]),
      element: null,
      loader: () => {
        // where this code cannot be fetched, neither can the screen's, which says so
        if (tab === 'admins')
          import('./settings/queries.ts').then(({ prefetchAdmins }) => prefetchAdmins()).catch(() => {});
        return null;
      },
    })),
  },
];
