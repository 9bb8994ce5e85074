import type { WebModule } from '#platform/web/page.ts';
import { planPath } from '../paths.ts';

export const plansModule: WebModule = {
  pages: [
    {
      path: planPath,
      title: 'My Plan',
      access: 'signedIn',
      load: () => import('./PlanScreen.tsx').then((it) => it.PlanScreen),
    },
  ],
};
