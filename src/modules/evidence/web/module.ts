import type { ModuleName } from '#modules/plans/contract.ts';
import type { WebModule } from '#platform/web/page.ts';
import { evidencePaths } from '../paths.ts';

/** Evidence packs, and the page on which anyone checks one by its code. */
export const evidenceModule: WebModule<ModuleName> = {
  pages: [
    {
      path: evidencePaths.home,
      title: 'Evidence pack',
      access: 'signedIn',
      module: 'dashboard',
      load: () => import('./EvidenceScreen.tsx').then((it) => it.EvidenceScreen),
      prefetch: () => import('./queries.ts').then((it) => it.prefetchPacks()),
    },
    {
      path: `${evidencePaths.checkPattern}?`,
      title: 'Check an evidence pack',
      access: 'link',
      load: () => import('./check/CheckPackScreen.tsx').then((it) => it.CheckPackScreen),
    },
  ],
};
