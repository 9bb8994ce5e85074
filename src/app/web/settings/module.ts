import { settingsPaths } from '#modules/organization/paths.ts';
import type { WebModule } from '#platform/web/page.ts';

/** One screen for all tabs. */
const load = () => import('./SettingsScreen.tsx').then((it) => it.SettingsScreen);

/** Settings (platform.md 2): the root leads to the first tab, an unknown tab to nowhere. */
export const settingsModule: WebModule = {
  pages: [
    { path: settingsPaths.home, to: settingsPaths.tab('you'), access: 'signedIn' },
    { path: settingsPaths.tab('you'), title: 'Your Details', access: 'signedIn', load },
    { path: settingsPaths.tab('organization'), title: 'Organization Details', access: 'signedIn', load },
    {
      path: settingsPaths.tab('admins'),
      title: 'Manage Admins',
      access: 'signedIn',
      load,
      prefetch: () =>
        import('#modules/organization/web/settings/queries.ts').then((it) => it.prefetchAdmins()),
    },
  ],
};
