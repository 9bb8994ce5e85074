import type { WebModule } from '#platform/web/page.ts';

export const closingModule: WebModule = {
  panels: [{ tab: 'organization', load: () => import('./ClosingPanel.tsx').then((it) => it.ClosingPanel) }],
};
