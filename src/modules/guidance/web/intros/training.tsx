import type { FeatureIntro } from './featureIntro.ts';
import { DrawingInbox } from '#ui/drawings/DrawingInbox.tsx';
import { DrawingPeople } from '#ui/drawings/DrawingPeople.tsx';
import { DrawingTraining } from '#ui/drawings/DrawingTraining.tsx';

/** What training is. */
export const intro: FeatureIntro = {
  title: 'Training',
  pages: [
    {
      title: 'Twelve short courses, one a month',
      text: 'Most attacks start with a person in a hurry. Each course explains one topic in short lessons with exercises to try it out.',
      drawing: <DrawingTraining />,
    },
    {
      title: 'Your team needs no password',
      text: 'Enter your team members or upload a list. Each person gets a link by email, learns in a browser or on a phone, and can stop and continue at any time.',
      drawing: <DrawingInbox />,
    },
    {
      title: 'You see how it goes',
      text: 'The overview shows who has finished what. Reminders are sent automatically, and the results are ready when a customer or an insurer asks.',
      drawing: <DrawingPeople />,
    },
  ],
};
