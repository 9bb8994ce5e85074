import type { WebModule } from '#platform/web/page.ts';
import { notifyPaths } from '../paths.ts';

export const notifyModule: WebModule = {
  pages: [
    {
      // the end of an email leads here
      path: notifyPaths.unsubscribePattern,
      title: 'Email notices',
      access: 'link',
      load: () => import('./UnsubscribeScreen.tsx').then((it) => it.UnsubscribeScreen),
    },
  ],
  panels: [{ tab: 'you', load: () => import('./MailsPanel.tsx').then((it) => it.MailsPanel) }],
};
