import { bullets, paragraph, typedBy, type Inline } from '#platform/server/mail/blocks.ts';
import type { Notice } from '../entities.ts';
import type { NoticeMail } from './noticeMails.ts';
import { counted, severities, siteName } from './wording.ts';

/** Lines that a mail lists; the rest is counted. */
const mostLines = 20;

type Kind = { subject: (many: number) => string; intro: string; button: string };

/** How several notices of a kind are called together. */
const kinds: Record<Notice['event'], Kind> = {
  'scan-done': {
    subject: (n) => `${counted(n, 'scan')} completed`,
    intro: 'These scans were completed in the last hour:',
    button: 'View the findings',
  },
  'report-ready': {
    subject: (n) => `${counted(n, 'report')} ready`,
    intro: 'These reports became ready in the last hour:',
    button: 'View the reports',
  },
  'scan-failed': {
    subject: (n) => `${counted(n, 'scan')} failed`,
    intro: 'These scans ended without a result in the last hour:',
    button: 'Open the websites',
  },
  'new-high': {
    subject: (n) => `New high issues in ${counted(n, 'scan')}`,
    intro: 'Scans in the last hour found serious issues that no earlier scan had found:',
    button: 'See how to fix them',
  },
  'proof-gone': {
    subject: (n) => `Please verify ${counted(n, 'website')} again`,
    intro:
      'We can no longer verify that you own these websites. Until you verify them again, scans check only encryption, headers, and cookies:',
    button: 'Verify them again',
  },
  'acceptance-ended': {
    subject: (n) => `Accepted risks on ${counted(n, 'website')} ended`,
    intro: 'The date until which these risks were accepted has passed, so the issues are open again:',
    button: 'See the issues',
  },
  'rating-drop': {
    subject: (n) => `Your security rating fell ${counted(n, 'time')}`,
    intro: 'Your security rating fell:',
    button: 'See what to fix',
  },
  'concierge-message': {
    subject: (n) => `${counted(n, 'message')} from your cyber concierge`,
    intro: 'Your cyber concierge sent you these messages in the last hour:',
    button: 'Read the messages',
  },
  'weakness-published': {
    subject: (n) => counted(n, 'more security weakness', 'more security weaknesses'),
    intro: 'Your cyber concierge published these weaknesses in your systems in the last hour:',
    button: 'View the weaknesses',
  },
  'concierge-answer': {
    subject: (n) => `${counted(n, 'answer')} from your cyber concierge`,
    intro: 'Your cyber concierge answered in the last hour:',
    button: 'Read and reply',
  },
};

/** One notice in a line. */
function lineOf({ event, facts }: Notice): string {
  switch (event) {
    case 'scan-done':
    case 'report-ready':
      return `${siteName(facts.website)}: ${severities(facts) ?? 'no issues'}`;
    case 'scan-failed':
      return `${siteName(facts.website)}: ${typedBy(facts.reason, 160)}`;
    case 'new-high':
      return `${siteName(facts.website)}: ${counted(facts.total, 'new high issue')}, first ${typedBy(facts.titles[0]!, 120)}`;
    case 'proof-gone':
      return siteName(facts.website);
    case 'acceptance-ended':
      return `${siteName(facts.website)}: ${counted(facts.total, 'issue')}, first ${typedBy(facts.titles[0]!, 120)}`;
    case 'rating-drop':
      return `${typedBy(facts.domain, 100)}: from ${facts.before} to ${facts.after}`;
    case 'concierge-message':
      return facts.severity ? `${facts.severity}: ${typedBy(facts.title, 160)}` : typedBy(facts.title, 160);
    case 'weakness-published':
      return `${facts.severity}: ${typedBy(facts.title, 160)}${facts.asset ? ` (${typedBy(facts.asset, 80)})` : ''}`;
    case 'concierge-answer':
      return typedBy(facts.subject, 160);
  }
}

/** The place that all of them have, or the list that they are in. */
function sharedPath(paths: readonly string[]): string {
  const [first = '/'] = paths;
  if (paths.every((path) => path === first)) return first;
  const place = first.split(/[?#]/u)[0]!;
  return place.lastIndexOf('/') > 0 ? place.slice(0, place.lastIndexOf('/')) : place;
}

/** Several notices of one kind as one mail; each line leads to its place. */
export function collectedMail(notices: readonly Notice[], webAddress: string): NoticeMail {
  const kind = kinds[notices[0]!.event];
  const subject = kind.subject(notices.length);
  const lines = notices
    .slice(0, mostLines)
    .map((notice): Inline[] => [{ link: lineOf(notice), address: webAddress + notice.facts.path }]);
  const more = notices.length - lines.length;
  return {
    subject,
    preheader: notices.slice(0, 3).map(lineOf).join('; ').slice(0, 140),
    heading: subject,
    blocks: [paragraph(kind.intro), bullets(...lines, ...(more > 0 ? [`and ${more} more`] : []))],
    button: { label: kind.button, path: sharedPath(notices.map(({ facts }) => facts.path)) },
  };
}
