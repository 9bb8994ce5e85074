import type { WebModule } from '#platform/web/page.ts';
import { sendingPaths } from '../paths.ts';

export const sendingModule: WebModule = {
  pages: [
    {
      // the end of an email to a third party leads here
      path: sendingPaths.reportPattern,
      title: 'Report an email',
      access: 'link',
      load: () => import('./ReportScreen.tsx').then((it) => it.ReportScreen),
    },
  ],
};
