import type { ReactNode } from 'react';
import { DrawingBuilding } from '#ui/drawings/DrawingBuilding.tsx';
import { DrawingWebsiteScan } from '#ui/drawings/DrawingWebsiteScan.tsx';
import { DrawingCalendar, DrawingOrder, DrawingReport } from './introDrawings.tsx';

export type InformationalPage = {
  title: string;
  text: string;
  points: readonly string[];
  drawing: ReactNode;
};

/** What the portal does for an organisation, before it names its goals (platform.md 2: five pages). */
export const introPages: readonly InformationalPage[] = [
  {
    title: 'Safe without a security department',
    text: '{brand} looks at your company the way a careful specialist would, and tells you in plain words what it sees.',
    points: [
      'One place for everything',
      'The next step is always the first thing you see',
      'Stop and continue whenever you like',
    ],
    drawing: <DrawingBuilding />,
  },
  {
    title: 'See your websites as an attacker does',
    text: 'Give us the address of a website you own. We look for open doors from outside: old software, weak settings, forms that can be misused.',
    points: ['Nothing to install', 'Safe for a website that is in use', 'Results after the first scan'],
    drawing: <DrawingWebsiteScan />,
  },
  {
    title: 'Know what to fix first',
    text: 'Every issue is rated high, medium or low. Each one says where it is, why it matters and how to fix it, ready to forward to the person who manages the website.',
    points: [
      'The riskiest issues come first',
      'Steps that a developer can follow',
      'The next scan shows whether it worked',
    ],
    drawing: <DrawingOrder />,
  },
  {
    title: 'Stay safe while things change',
    text: 'Websites change, and new weaknesses are found every week. Recurring scans notice both, so that you hear of a problem before someone uses it.',
    points: [
      'Daily, weekly, monthly or quarterly, as your plan allows',
      'At a time that suits you',
      'You see what is new and what is gone',
    ],
    drawing: <DrawingCalendar />,
  },
  {
    title: 'Show that you take care',
    text: 'Customers, partners and insurers ask what you do about cyber security. A report answers better than a promise.',
    points: [
      'Reports to download and forward',
      'A version for companies that take cards',
      'Invite colleagues to share the work',
    ],
    drawing: <DrawingReport />,
  },
];
