import type { ModuleName } from '#modules/plans/contract.ts';
import { menuSections, type WebModule } from '#platform/web/page.ts';
import { marketplacePaths } from '../paths.ts';

const prefetch = () => import('./queries.ts').then((it) => it.prefetchMarketplace());

/** The marketplace (modules.md 2). */
export const marketplaceModule: WebModule<ModuleName> = {
  pages: [
    {
      path: marketplacePaths.home,
      title: 'Marketplace',
      access: 'signedIn',
      module: 'marketplace',
      load: () => import('./MarketplaceScreen.tsx').then((it) => it.MarketplaceScreen),
      prefetch,
      menu: {
        section: menuSections.tools,
        label: 'Marketplace',
        icon: () => import('@tabler/icons-react/dist/esm/icons/IconBuildingStore.mjs'),
      },
    },
    {
      path: marketplacePaths.partnerPattern,
      title: 'Marketplace offer',
      thing: ({ params }) => import('./queries.ts').then((it) => it.partnerName(params.partner)),
      access: 'signedIn',
      module: 'marketplace',
      load: () => import('./PartnerScreen.tsx').then((it) => it.PartnerScreen),
      prefetch,
    },
  ],
};
