import { noticeEvents, type NoticeEvent } from './entities.ts';

/** How a person is asked about an event: what it is, how often it comes, and whether everybody gets it who never chose. */
export type EventWords = { label: string; about: string; often: string; wanted: boolean };

export const eventWords: Record<NoticeEvent, EventWords> = {
  'new-high': {
    label: 'New high issues',
    about: 'A scan found a serious weakness that no earlier scan had found.',
    often: 'After each of these scans, at most once an hour',
    wanted: true,
  },
  'scan-failed': {
    label: 'Failed scans',
    about: 'A website could not be scanned, with the reason and when it is tried again.',
    often: 'When it happens, at most once an hour',
    wanted: true,
  },
  'scan-done': {
    label: 'Completed scans',
    about: 'What a scan found: new, fixed and open issues.',
    often: 'After each scan, at most once an hour',
    wanted: false,
  },
  'report-ready': {
    label: 'Reports that are ready',
    about: 'The first scan of a website is complete, or a scan that an administrator started by hand.',
    often: 'After each of these scans',
    wanted: true,
  },
  'proof-gone': {
    label: 'Websites to verify again',
    about: 'We can no longer verify that you own a website, so scans only take a quick look at it.',
    often: 'When it happens, at most once an hour',
    wanted: true,
  },
  'acceptance-ended': {
    label: 'Accepted risks that ended',
    about: 'The date until which a risk was accepted has passed; the issue is open again.',
    often: 'When it happens, at most once an hour',
    wanted: true,
  },
  'rating-drop': {
    label: 'Drops in the security rating',
    about: 'Your rating went down, with the known causes.',
    often: 'When it happens, at most once an hour',
    wanted: true,
  },
  'policy-due': {
    label: 'Policies that need attention',
    about: 'Reviews that are due, and policies still waiting for approval.',
    often: 'At most once a day',
    wanted: true,
  },
  'training-due': {
    label: 'Overdue training',
    about: 'Team members who are late with a course. They also get reminders.',
    often: 'At most once a week',
    wanted: true,
  },
  'concierge-answer': {
    label: 'Answers from your concierge',
    about: 'An expert answered a question from you or a colleague.',
    often: 'With each answer, at most once an hour',
    wanted: true,
  },
  'concierge-message': {
    label: 'Messages from your concierge',
    about: 'Warnings and advice that concern companies like yours.',
    often: 'A few times a month at most',
    wanted: true,
  },
  'weakness-published': {
    label: 'New security weaknesses',
    about: 'Your concierge found something in your systems that should be fixed.',
    often: 'When it happens, at most once an hour',
    wanted: true,
  },
  'weekly-digest': {
    label: 'Weekly summary',
    about: 'What changed in a week, and the three things to do next.',
    often: 'Monday mornings',
    wanted: true,
  },
};

/** Events as one number, for the link of a mail: one bit for each, by its place in the list. */
export const bitsOf = (events: readonly NoticeEvent[]): number =>
  noticeEvents.reduce((bits, event, i) => (events.includes(event) ? bits + 2 ** i : bits), 0);

/** The events that a number names; unknown bits are left out. */
export const eventsOf = (bits: number): NoticeEvent[] =>
  noticeEvents.filter((_event, i) => Math.floor(bits / 2 ** i) % 2 === 1);

/** `ada@acme.com` as somebody who has only the link may see it. */
export const hiddenAddress = (email: string): string => {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}${'•'.repeat(4)}${email.slice(at)}`;
};
