import type { ModuleName } from '#modules/plans/contract.ts';
import type { WebModule } from '#platform/web/page.ts';
import { ratingsPaths } from '../paths.ts';

const tabTitles: Record<string, string> = { analysis: 'Individual Analysis · ', reports: 'Reports · ' };

/** Attack Surface Analytics (modules.md 2). */
export const ratingsModule: WebModule<ModuleName> = {
  pages: [
    {
      path: ratingsPaths.home,
      title: ({ search }) => `${tabTitles[search.get('tab') ?? ''] ?? ''}Attack Surface Analytics`,
      access: 'signedIn',
      module: 'ratings',
      load: () => import('./RatingsScreen.tsx').then((it) => it.RatingsScreen),
      prefetch: () => import('./queries.ts').then((it) => it.prefetchRatings()),
      menu: { under: 'monitoring', label: 'Attack Surface', onlyActive: true },
    },
  ],
};
