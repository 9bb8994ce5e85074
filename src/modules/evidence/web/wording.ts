import type { Audience, Section } from '../rules.ts';

export const audienceWords: Record<Audience, { title: string; text: string }> = {
  customer: { title: 'A customer', text: 'Begins with your rules and your websites: how you look after data.' },
  broker: { title: 'A broker', text: 'Begins with rating and maturity: what to bring to the market.' },
  insurer: { title: 'An insurer', text: 'Begins with controls and training: what underwriting asks.' },
};

export const sectionWords: Record<Section, { title: string; text: string }> = {
  rating: { title: 'Security rating', text: 'The number, its band and its day. An estimate of ours says so.' },
  scans: { title: 'Website scans', text: 'The last scan of each website with its counts, never the issues themselves.' },
  policies: { title: 'Policies in force', text: 'Version, approval, next review, and how many people signed.' },
  training: { title: 'Training', text: 'How many people, and what is finished. No names.' },
  maturity: { title: 'Cyber maturity', text: 'The level of each element. No answers, no notes.' },
};
