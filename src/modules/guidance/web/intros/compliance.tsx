import type { FeatureIntro } from './featureIntro.ts';
import { DrawingMail } from '#ui/drawings/DrawingMail.tsx';
import { DrawingPeople } from '#ui/drawings/DrawingPeople.tsx';
import { DrawingPolicy } from '#ui/drawings/DrawingPolicy.tsx';

/** What security policies are. */
export const intro: FeatureIntro = {
  title: 'Security policies',
  pages: [
    {
      title: 'House rules, written down',
      text: 'A security policy says who does what so that information stays safe: how passwords are kept, what happens with a lost laptop, whom to call. Customers, insurers and auditors ask for them.',
      drawing: <DrawingPolicy />,
    },
    {
      title: 'Begin with ours',
      text: 'Every policy comes complete, in plain English. You fill in a few values, such as how long a password must be, and change any sentence that does not fit your company.',
      drawing: <DrawingMail />,
    },
    {
      title: 'Approve it, then it counts',
      text: 'A draft becomes active when someone approves it. Each version is kept as it was, so you can always show which rules were in force on any given day.',
      drawing: <DrawingPeople />,
    },
  ],
};
