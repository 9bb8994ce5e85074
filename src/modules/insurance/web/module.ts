import type { ModuleName } from '#modules/plans/contract.ts';
import { menuSections, type WebModule } from '#platform/web/page.ts';
import { insurancePaths } from '../paths.ts';

/** The insurance notice (modules.md 2). */
export const insuranceModule: WebModule<ModuleName> = {
  pages: [
    {
      path: insurancePaths.home,
      title: 'Insurance',
      access: 'signedIn',
      module: 'insurance',
      load: () => import('./InsuranceScreen.tsx').then((it) => it.InsuranceScreen),
      prefetch: () => import('./queries.ts').then((it) => it.prefetchNotice()),
      menu: {
        section: menuSections.tools,
        label: 'Insurance',
        icon: () => import('@tabler/icons-react/dist/esm/icons/IconUmbrella.mjs'),
      },
    },
  ],
};
