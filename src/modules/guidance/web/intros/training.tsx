import type { FeatureIntro } from '#platform/web/featureIntro.ts';
import { DrawingInbox } from '#ui/drawings/DrawingInbox.tsx';
import { DrawingPeople } from '#ui/drawings/DrawingPeople.tsx';
import { DrawingTraining } from '#ui/drawings/DrawingTraining.tsx';

/** What training is. */
export const intro: FeatureIntro = {
  title: 'Training',
  pages: [
    {
      title: 'Twelve short courses, one a month',
      text: 'Most attacks begin with a person who was in a hurry. Each course takes a few minutes, explains one thing well and lets people try it out.',
      drawing: <DrawingTraining />,
    },
    {
      title: 'Your team needs no password',
      text: 'Enter your team members or upload a list. Each gets a link by e-mail, learns in the browser or on the phone, and can stop and go on at any time.',
      drawing: <DrawingInbox />,
    },
    {
      title: 'You see how it goes',
      text: 'The overview shows who has finished what. Reminders go out by themselves, and the results are ready when a customer or an insurer asks.',
      drawing: <DrawingPeople />,
    },
  ],
};
