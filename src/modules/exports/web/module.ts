import type { WebModule } from '#platform/web/page.ts';

export const exportsModule: WebModule = {
  panels: [{ tab: 'organization', load: () => import('./ExportsPanel.tsx').then((it) => it.ExportsPanel) }],
};
