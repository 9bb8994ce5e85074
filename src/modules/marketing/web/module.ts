import type { WebModule } from '#platform/web/page.ts';

export const marketingModule: WebModule = {
  panels: [{ tab: 'you', load: () => import('./PrivacyPanel.tsx').then((it) => it.PrivacyPanel) }],
  beside: () => import('./MarketingHost.tsx').then((it) => it.MarketingHost),
};
