import type { FeatureIntro } from './featureIntro.ts';
import { DrawingInbox } from '#ui/drawings/DrawingInbox.tsx';
import { DrawingShield } from '#ui/drawings/DrawingShield.tsx';
import { DrawingTalk } from '#ui/drawings/DrawingTalk.tsx';

/** What the concierge is. */
export const intro: FeatureIntro = {
  title: 'Cyber Concierge',
  pages: [
    {
      title: 'Someone to ask',
      text: 'Security experts answer your questions by email or in a call: a report you do not understand, a strange message, a questionnaire from a customer. It is included in your subscription.',
      drawing: <DrawingTalk />,
    },
    {
      title: 'Weaknesses that we noticed',
      text: 'When we see something at your company that needs attention, it appears under Weaknesses, with how urgent it is and how to fix it.',
      drawing: <DrawingShield />,
    },
    {
      title: 'News that concern you',
      text: 'Under Messages you read about attacks and deadlines that matter to companies like yours, each with what to do now.',
      drawing: <DrawingInbox />,
    },
  ],
};
