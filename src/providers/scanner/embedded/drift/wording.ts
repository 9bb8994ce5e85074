import type { WallKind } from './wall.ts';

/** What a scan says when the website stopped answering as it did at first. */

const turned: Record<WallKind, string> = {
  'signed-out': 'The website asked for a sign-in on pages that the scan had been able to read',
  refused: 'The website, or a firewall in front of it, began to refuse the scan',
  maintenance: 'The website went into maintenance during the scan',
  failing: 'The website began to answer with errors during the scan',
  silent: 'The website stopped answering during the scan',
  different: 'Most pages of the website began to answer differently during the scan',
};

const advice: Record<WallKind, string> = {
  'signed-out': 'Check that the account stays signed in, then scan again.',
  refused: 'Ask your hosting provider to let the scanner through, then scan again.',
  maintenance: 'Scan again when the website is back.',
  failing: 'Scan again at a quieter time.',
  silent: 'Scan again at a quieter time.',
  different: 'Find out what changed, then scan again.',
};

export function lostSentence(kind: WallKind, hasSession: boolean): string {
  const what =
    kind === 'signed-out' && hasSession
      ? 'The website signed the scan out and did not let it in again'
      : turned[kind];
  return `${what}, so the scan ended early. Checks that were not finished do not count as passed. ${advice[kind]}`;
}

const times = (count: number) => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`);

export const recoveredSentence = (kind: WallKind, count: number): string =>
  `${turned[kind]} (${times(count)}). The scan waited until the pages were back and repeated what it had tried in the meantime.`;

export const renewedSentence = (count: number): string =>
  `The website signed the scan out ${times(count)}; the scan signed in again each time and repeated the request.`;
