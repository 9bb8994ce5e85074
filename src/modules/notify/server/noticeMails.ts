import { shownDay, shownTime } from '#platform/dates.ts';
import {
  bullets,
  keyValues,
  paragraph,
  smallPrint,
  typedBy,
  type Inline,
  type MailBlock,
} from '#platform/server/mail/blocks.ts';
import type { Notice } from '../entities.ts';
import { counted, severities, siteName } from './wording.ts';

/** What a mail says, before it is known to whom. `path` is the place of the portal that its button opens. */
export type NoticeMail = {
  subject: string;
  preheader: string;
  heading: string;
  blocks: MailBlock[];
  button: { label: string; path: string };
};

type FactsOf<E extends Notice['event']> = Extract<Notice, { event: E }>['facts'];

function scanDone(facts: FactsOf<'scan-done'>): NoticeMail {
  const site = siteName(facts.website);
  const found = severities(facts);
  const first = facts.comparedWith === null;
  const change = first
    ? 'This was the first completed scan.'
    : facts.fresh === 0 && facts.fixed === 0
      ? `Nothing changed since ${shownDay(facts.comparedWith!)}.`
      : `Since ${shownDay(facts.comparedWith!)}: ${counted(facts.fresh, 'new issue')}, ${facts.fixed.toLocaleString('en-US')} fixed.`;
  return {
    subject: `Scan of ${site}: ${found ?? 'no issues'}`,
    preheader: change,
    heading: found ? 'Scan completed' : 'No issues found',
    blocks: [
      paragraph('The scan of ', { strong: site }, ` is completed. ${change}`),
      keyValues({
        'High issues': String(facts.highs),
        'Medium issues': String(facts.mediums),
        'Low issues': String(facts.lows),
        ...(first ? {} : { New: String(facts.fresh), Fixed: String(facts.fixed) }),
      }),
    ],
    button: { label: 'View the findings', path: facts.path },
  };
}

function reportReady(facts: FactsOf<'report-ready'>): NoticeMail {
  const site = siteName(facts.website);
  const found = severities(facts);
  return {
    subject: `Your report is ready: ${site}`,
    preheader: found ? `The scan found ${found}.` : 'The scan found no issues.',
    heading: 'Your report is ready',
    blocks: [
      paragraph(
        'The scan of ',
        { strong: site },
        found ? ' is complete. It found:' : ' is complete. It found no issues.',
      ),
      ...(found
        ? [
            keyValues({
              'High issues': String(facts.highs),
              'Medium issues': String(facts.mediums),
              'Low issues': String(facts.lows),
            }),
          ]
        : []),
      ...(facts.highs > 0
        ? [paragraph('Start with the high issues. They are what attackers look for first.')]
        : []),
      smallPrint('Does someone else manage your website? Download the PDF report and forward it to them.'),
    ],
    button: { label: 'View the report', path: facts.path },
  };
}

function scanFailed(facts: FactsOf<'scan-failed'>): NoticeMail {
  const site = siteName(facts.website);
  return {
    subject: `The scan of ${site} failed`,
    preheader: typedBy(facts.reason, 140),
    heading: 'A scan could not be completed',
    blocks: [
      paragraph('The scan of ', { strong: site }, ' ended without a result:'),
      paragraph(typedBy(facts.reason, 600)),
      paragraph(
        facts.nextScan
          ? `We will try again on ${shownTime(facts.nextScan)}. You can also start a scan yourself.`
          : 'No further scan is scheduled. Start one yourself once the cause is fixed.',
      ),
      smallPrint('Earlier reports and findings of the website are kept as they were.'),
    ],
    button: { label: 'Open the website', path: facts.path },
  };
}

/** Issues by title, each with its own page. */
function issueList(
  { titles, places, total }: FactsOf<'new-high' | 'acceptance-ended'>,
  webAddress: string,
): MailBlock {
  const more = total - titles.length;
  return bullets(
    ...titles.map((title, i): Inline[] => {
      const text = typedBy(title, 160);
      return [places[i] ? { link: text, address: webAddress + places[i] } : { strong: text }];
    }),
    ...(more > 0 ? [`and ${more} more`] : []),
  );
}

function newHigh(facts: FactsOf<'new-high'>, webAddress: string): NoticeMail {
  const site = siteName(facts.website);
  const one = facts.total === 1;
  return {
    subject: `${counted(facts.total, 'new high issue')} on ${site}`,
    preheader: typedBy(facts.titles[0]!, 140),
    heading: one ? 'A new high issue' : counted(facts.total, 'new high issue'),
    blocks: [
      paragraph(
        'The latest scan of ',
        { strong: site },
        one ? ' found something serious:' : ' found something serious, several times:',
      ),
      issueList(facts, webAddress),
      paragraph(
        'Attackers look for high issues first. Each page shows where the issue is and how to fix it.',
      ),
      smallPrint('Does someone else manage your website? Open an issue and choose Send to my developer.'),
    ],
    button: {
      label: one ? 'See how to fix it' : 'See how to fix them',
      path: one ? (facts.places[0] ?? facts.path) : facts.path,
    },
  };
}

function proofGone(facts: FactsOf<'proof-gone'>): NoticeMail {
  const site = siteName(facts.website);
  return {
    subject: `Please verify ${site} again`,
    preheader: 'Until then, scans check only encryption, headers, and cookies.',
    heading: 'Verification lost',
    blocks: [
      paragraph('We can no longer verify that you own ', { strong: site }, '.'),
      paragraph(
        'That often happens when a website moves or its DNS is cleaned up. Until you verify it again, scans check only encryption, headers, and cookies, and do not look for vulnerabilities behind them.',
      ),
      smallPrint(
        'It takes a DNS record, a small file, or one line on the home page. The portal shows what goes where.',
      ),
    ],
    button: { label: 'Verify it again', path: facts.path },
  };
}

function acceptanceEnded(facts: FactsOf<'acceptance-ended'>, webAddress: string): NoticeMail {
  const site = siteName(facts.website);
  const one = facts.total === 1;
  return {
    subject: one
      ? `An accepted risk on ${site} ended`
      : `${counted(facts.total, 'accepted risk')} on ${site} ended`,
    preheader: typedBy(facts.titles[0]!, 140),
    heading: one ? 'An accepted risk ended' : `${counted(facts.total, 'accepted risk')} ended`,
    blocks: [
      paragraph(
        'The date until which someone accepted ',
        one ? 'this risk' : 'these risks',
        ' on ',
        { strong: site },
        one ? ' is over, so the issue is open again:' : ' is over, so the issues are open again:',
      ),
      issueList(facts, webAddress),
      paragraph(
        one
          ? 'Fix it now, or accept it again with a new date and a reason.'
          : 'Fix them now, or accept them again with a new date and a reason.',
      ),
    ],
    button: {
      label: one ? 'See the issue' : 'See the issues',
      path: one ? (facts.places[0] ?? facts.path) : facts.path,
    },
  };
}

function ratingDrop(facts: FactsOf<'rating-drop'>): NoticeMail {
  const domain = typedBy(facts.domain, 100);
  return {
    subject: `Your security rating fell from ${facts.before} to ${facts.after}`,
    preheader: facts.causes[0]
      ? typedBy(facts.causes[0], 140)
      : `The rating of ${domain}, by ${facts.before - facts.after} points.`,
    heading: `${facts.before} → ${facts.after}`,
    blocks: [
      paragraph(
        'The security rating of ',
        { strong: domain },
        ` fell by ${counted(facts.before - facts.after, 'point')}.`,
      ),
      ...(facts.causes.length > 0
        ? [
            paragraph({ strong: 'What changed:' }),
            bullets(...facts.causes.map((cause) => typedBy(cause, 300))),
          ]
        : [paragraph('The individual analysis shows which part of it fell.')]),
      smallPrint(
        'Insurers and large customers look at ratings like this one. Fixes show up in one of the next measurements.',
      ),
    ],
    button: { label: 'See what to fix', path: facts.path },
  };
}

function conciergeMessage(facts: FactsOf<'concierge-message'>): NoticeMail {
  const title = typedBy(facts.title, 200);
  return {
    subject: facts.severity === 'Critical' || facts.severity === 'High' ? `Please read: ${title}` : title,
    preheader: typedBy(facts.summary, 140) || 'A message from your cyber concierge.',
    heading: title,
    blocks: [
      ...(facts.summary ? [paragraph(typedBy(facts.summary, 600))] : []),
      smallPrint('Questions about it? Reply there, and a person will read it.'),
    ],
    button: { label: 'Read the message', path: facts.path },
  };
}

function weaknessPublished(facts: FactsOf<'weakness-published'>): NoticeMail {
  const title = typedBy(facts.title, 200);
  return {
    subject: `New security weakness (${facts.severity}): ${title}`,
    preheader: 'What we saw, why it matters, and how to fix it.',
    heading: title,
    blocks: [
      paragraph('Your cyber concierge reported a security weakness.'),
      keyValues({ Severity: facts.severity, ...(facts.asset ? { Where: typedBy(facts.asset, 300) } : {}) }),
      paragraph(
        'Its page explains what we saw, why it matters for a company like yours, and how to fix it, step by step.',
      ),
    ],
    button: { label: 'View the weakness', path: facts.path },
  };
}

function conciergeAnswer(facts: FactsOf<'concierge-answer'>): NoticeMail {
  const subject = typedBy(facts.subject, 160);
  return {
    subject: `Answer: ${subject}`,
    preheader: typedBy(facts.excerpt, 140) || 'Your cyber concierge answered.',
    heading: 'Your concierge answered',
    blocks: [
      paragraph('You have an answer to ', { strong: subject }, '.'),
      ...(facts.excerpt ? [paragraph(typedBy(facts.excerpt, 600))] : []),
    ],
    button: { label: 'Read and reply', path: facts.path },
  };
}

/** The mail about something that happened. */
export function noticeMail(notice: Notice, webAddress: string): NoticeMail {
  switch (notice.event) {
    case 'scan-done':
      return scanDone(notice.facts);
    case 'report-ready':
      return reportReady(notice.facts);
    case 'scan-failed':
      return scanFailed(notice.facts);
    case 'new-high':
      return newHigh(notice.facts, webAddress);
    case 'proof-gone':
      return proofGone(notice.facts);
    case 'acceptance-ended':
      return acceptanceEnded(notice.facts, webAddress);
    case 'rating-drop':
      return ratingDrop(notice.facts);
    case 'concierge-message':
      return conciergeMessage(notice.facts);
    case 'weakness-published':
      return weaknessPublished(notice.facts);
    case 'concierge-answer':
      return conciergeAnswer(notice.facts);
  }
}
