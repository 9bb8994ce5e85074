export const onboardingPath = '/onboarding';

/** platform.md 2: the tabs of Settings, each with an address of its own. */
export const settingsTabs = ['you', 'organization', 'admins'] as const;
export type SettingsTab = (typeof settingsTabs)[number];

export const settingsPaths = {
  home: '/settings',
  tab: (tab: SettingsTab): string => `/settings/${tab}`,
} as const;
