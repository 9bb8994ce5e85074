import type { FeatureIntro } from './featureIntro.ts';
import { DrawingGoals } from '#ui/drawings/DrawingGoals.tsx';
import { DrawingPeople } from '#ui/drawings/DrawingPeople.tsx';
import { DrawingSteps } from '#ui/drawings/DrawingSteps.tsx';

/** What the cyber maturity assessment is. */
export const intro: FeatureIntro = {
  title: 'Cyber Maturity',
  pages: [
    {
      title: 'Where does your company stand?',
      text: 'The assessment asks plain questions about how your company works: its people, its processes and its technology. There are no wrong answers, and you can stop and continue whenever you like.',
      drawing: <DrawingPeople />,
    },
    {
      title: 'A level from 0 to 5',
      text: 'Each element gets a level. A chain is as strong as its weakest link, so your overall level is that of the lowest element.',
      drawing: <DrawingSteps />,
    },
    {
      title: 'The next step, not a verdict',
      text: 'The report names the elements to work on first and what moves each of them up. Change your answers whenever something has changed.',
      drawing: <DrawingGoals />,
    },
  ],
};
