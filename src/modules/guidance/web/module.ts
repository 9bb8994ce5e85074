import type { WebModule } from '#platform/web/page.ts';
import { introPath } from '../paths.ts';

export const guidanceModule: WebModule = {
  pages: [
    {
      path: introPath,
      title: 'Your Goals',
      access: 'signedIn',
      load: () => import('./IntroScreen.tsx').then((it) => it.IntroScreen),
    },
  ],
};
