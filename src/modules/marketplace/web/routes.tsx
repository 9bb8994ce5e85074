import type { RouteObject } from 'react-router';
import { titled } from '#platform/web/pageTitle.ts';
import { marketplacePaths } from '../paths.ts';

const loader = () => {
  // where this code cannot be fetched, neither can the screen's, which says so
  import('./queries.ts').then(({ prefetchMarketplace }) => prefetchMarketplace()).catch(() => {});
  return null;
};
const otherAddress = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) =>
  currentUrl.pathname !== nextUrl.pathname;

/** The marketplace (modules.md 2); code loads on demand, and its data beside it. */
export const marketplaceRoutes: RouteObject[] = [
  {
    path: marketplacePaths.home,
    ...titled('Marketplace'),
    loader,
    shouldRevalidate: otherAddress,
    lazy: async () => ({ Component: (await import('./MarketplaceScreen.tsx')).MarketplaceScreen }),
  },
  {
    path: marketplacePaths.partnerPattern,
    ...titled('Marketplace offer', async ({ params }) =>
      (await import('./queries.ts')).partnerName(params.partner),
    ),
    loader,
    shouldRevalidate: otherAddress,
    lazy: async () => ({ Component: (await import('./PartnerScreen.tsx')).PartnerScreen }),
  },
];
