import type { FeatureIntro } from './featureIntro.ts';
import { DrawingInbox } from '#ui/drawings/DrawingInbox.tsx';
import { DrawingPolicy } from '#ui/drawings/DrawingPolicy.tsx';
import { DrawingShield } from '#ui/drawings/DrawingShield.tsx';
import { DrawingWebsiteScan } from '#ui/drawings/DrawingWebsiteScan.tsx';

/** What website scans are, in four pages. */
export const intro: FeatureIntro = {
  title: 'Website scans',
  pages: [
    {
      title: 'Your website, seen from outside',
      text: 'A scan visits your website like a curious stranger and tries what attackers try: weak settings, old software, forms that let in more than they should.',
      drawing: <DrawingWebsiteScan />,
    },
    {
      title: 'Only websites that are yours',
      text: 'You confirm that you may have a website scanned before the first scan begins. The Safe level changes nothing on the website; deeper levels test forms as well, and you choose them yourself.',
      drawing: <DrawingShield />,
    },
    {
      title: 'At your pace, automatically',
      text: 'Choose how often a website is scanned and when. A schedule finds new issues without anyone having to remember. You can cancel a running scan at any time.',
      drawing: <DrawingInbox />,
    },
    {
      title: 'Reports that get things fixed',
      text: 'Each report lists the issues by severity and how to fix them. Forward the Standard version to the person who manages your website. The PCI version is for companies that take cards.',
      drawing: <DrawingPolicy />,
    },
  ],
};
