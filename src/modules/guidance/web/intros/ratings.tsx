import type { FeatureIntro } from './featureIntro.ts';
import { DrawingRuler } from '#ui/drawings/DrawingRuler.tsx';
import { DrawingShield } from '#ui/drawings/DrawingShield.tsx';
import { DrawingSteps } from '#ui/drawings/DrawingSteps.tsx';

/** What the attack surface rating is. */
export const intro: FeatureIntro = {
  title: 'Attack Surface Analytics',
  pages: [
    {
      title: 'How you look from outside',
      text: 'Anyone can see part of your systems: how your email is protected, which software responds, whether certificates are in order. Insurers and large customers look at it before they trust a company.',
      drawing: <DrawingShield />,
    },
    {
      title: 'One number, from 250 to 900',
      text: 'The rating sums up what can be seen, like a credit score. Beside it you see how companies in your industry do, and a grade for each part of it.',
      drawing: <DrawingRuler />,
    },
    {
      title: 'Each grade tells you what to do',
      text: 'Open a risk to read what was seen, why it matters and the steps that fix it, and who usually takes them. The rating follows within days.',
      drawing: <DrawingSteps />,
    },
  ],
};
