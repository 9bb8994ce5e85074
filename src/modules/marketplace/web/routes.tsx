import type { RouteObject } from 'react-router';
import { marketplacePaths } from '../paths.ts';

const loader = () => {
  // where this code cannot be fetched, neither can the screen's, which says so
  import('./queries.ts').then(({ prefetchMarketplace }) => prefetchMarketplace()).catch(() => {});
  return null;
};
const otherAddress = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) => currentUrl.pathname !== nextUrl.pathname;

/** The marketplace (modules.md 2); code loads on demand, and its data beside it. */
export const marketplaceRoutes: RouteObject[] = [
  {
    path: marketplacePaths.home,
    loader,
    shouldRevalidate: otherAddress,
    lazy: async () => ({ Component: (await import('./MarketplaceScreen.tsx')).MarketplaceScreen }),
  },
  {
    path: marketplacePaths.partnerPattern,
    loader,
    shouldRevalidate: otherAddress,
    lazy: async () => ({ Component: (await import('./PartnerScreen.tsx')).PartnerScreen }),
  },
];
