import type { ModuleName } from '#modules/plans/contract.ts';
import { menuSections, type WebModule } from '#platform/web/page.ts';
import { monitoringPaths } from '../paths.ts';

/** Website scans (modules.md 2). */
export const monitoringModule: WebModule<ModuleName> = {
  pages: [
    {
      path: `${monitoringPaths.home}/:targetName?`,
      title: ({ params }) => [params.targetName, 'Website Security Scans'].filter(Boolean).join(' · '),
      access: 'signedIn',
      module: 'monitoring',
      chunk: 'scans',
      load: () => import('./websites/WebsiteScansScreen.tsx').then((it) => it.WebsiteScansScreen),
      prefetch: ({ url }) => import('./queries.ts').then((it) => it.prefetchWebsite(url)),
      menu: {
        section: menuSections.tools,
        label: 'Monitoring',
        icon: () => import('@tabler/icons-react/dist/esm/icons/IconActivity.mjs'),
        submenu: { id: 'monitoring', itself: 'Website Scans' },
      },
    },
    {
      path: monitoringPaths.issuePattern,
      title: 'Website issue',
      thing: async ({ params: { targetName, findingId } }) =>
        targetName && findingId ? (await import('./queries.ts')).issueName(targetName, findingId) : null,
      access: 'signedIn',
      module: 'monitoring',
      load: () => import('./issues/IssueScreen.tsx').then((it) => it.IssueScreen),
    },
    {
      // for developers who have a link, without an account
      path: monitoringPaths.issueLinkPattern,
      title: 'Security issue to fix',
      thing: async ({ params: { token } }) =>
        token ? (await import('./links/queries.ts')).linkedIssueName(token) : null,
      access: 'link',
      load: () => import('./links/IssueLinkScreen.tsx').then((it) => it.IssueLinkScreen),
    },
  ],
};
