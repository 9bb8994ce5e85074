import type { Audience, Section } from '../rules.ts';

export const audienceWords: Record<Audience, { title: string; text: string }> = {
  customer: {
    title: 'A customer',
    text: 'Starts with your policies and website scans: how you protect data.',
  },
  broker: {
    title: 'A broker',
    text: 'Starts with your rating and maturity: what insurers want to see first.',
  },
  insurer: {
    title: 'An insurer',
    text: 'Starts with your maturity and training: what underwriters ask about.',
  },
};

export const sectionWords: Record<Section, { title: string; text: string }> = {
  rating: {
    title: 'Security rating',
    text: 'The number, its band, and its date. Our own estimates are labeled as such.',
  },
  scans: {
    title: 'Website scans',
    text: 'The last scan of each website with the number of issues, but not the issues themselves.',
  },
  policies: {
    title: 'Policies in force',
    text: 'Version, approval, next review, and how many people signed.',
  },
  training: { title: 'Training', text: 'How many people take part and how much is finished. No names.' },
  maturity: { title: 'Cyber maturity', text: 'The level of each element. No answers, no notes.' },
};
