import type { IntroducedFeature } from '../rules.ts';

/** What each feature is for, in one line. */
export const introLines: Record<IntroducedFeature, { name: string; line: string }> = {
  cybermaturity: {
    name: 'Cyber Maturity',
    line: 'Answer questions about your company, get a level from 0 to 5, and see what to improve first.',
  },
  cyberconcierge: {
    name: 'Cyber Concierge',
    line: 'Security experts answer your questions and tell you about weaknesses they find.',
  },
  compliance: {
    name: 'Security Policies',
    line: 'Put your security rules in writing: start from a template, approve it, and have your team sign.',
  },
  training: {
    name: 'Training',
    line: 'Your team gets one short course a month, and you see who has finished it.',
  },
  monitoring: {
    name: 'Website Scans',
    line: 'A scan tests your website the way an attacker would and shows you how to fix what it finds.',
  },
  ratings: {
    name: 'Attack Surface',
    line: 'See how secure your company looks from the outside, as insurers and customers see it.',
  },
};
