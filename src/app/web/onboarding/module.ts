import { onboardingPath } from '#modules/organization/paths.ts';
import type { WebModule } from '#platform/web/page.ts';

export const onboardingModule: WebModule = {
  pages: [
    {
      path: onboardingPath,
      title: 'Welcome',
      access: 'signedIn',
      load: () => import('./OnboardingScreen.tsx').then((it) => it.OnboardingScreen),
    },
  ],
};
