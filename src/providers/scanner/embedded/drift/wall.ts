import { bodyText, redirectTarget, type HttpAnswer } from '#probes/http/answer.ts';
import { settledText } from '../answers/likeness.ts';
import { firewallName } from '../findings/notes.ts';

export type WallKind = 'signed-out' | 'refused' | 'maintenance' | 'failing' | 'silent' | 'different';

export type Sample = {
  url: string;
  first: HttpAnswer;
  words: ReadonlySet<string>;
  hasPassword: boolean;
  /** The first answer showed what only a signed-in visitor sees. */
  signedIn: boolean;
};

/** Recognizes a signed-in visitor's page; null without a session by a form. */
export type IsSignedIn = ((answer: HttpAnswer) => boolean) | null;

const mostText = 60_000;
// Less than half of the words of a page left: it is another page, even with the same menu around it.
const leastKept = 0.5;

export const hasPasswordField = (answer: HttpAnswer): boolean =>
  /<input\b[^>]{0,500}\btype\s*=\s*["']?password/i.test(bodyText(answer).slice(0, mostText));

/** The beginning of a long page tells as much as the whole. */
const textOf = (answer: HttpAnswer): string =>
  settledText({ ...answer, body: answer.body.subarray(0, mostText) });

export const wordsOf = (answer: HttpAnswer): Set<string> =>
  new Set(
    (textOf(answer).match(/[\p{L}\p{N}_<>/#]+/gu) ?? [])
      .filter((word) => !word.startsWith('<'))
      .slice(0, 5000),
  );

export const sampleOf = (first: HttpAnswer, isSignedIn: IsSignedIn): Sample => ({
  url: first.url,
  first,
  words: wordsOf(first),
  hasPassword: hasPasswordField(first),
  signedIn: isSignedIn?.(first) ?? false,
});

const signInPath = /log-?in|log-?on|sign-?in|sso|auth|anmeld|connexion|session/i;
const maintenanceWords =
  /maintenance|be (?:right )?back soon|temporarily unavailable|under construction|wartungs|scheduled downtime/i;
const challengeWords =
  /captcha|are you (?:a )?(?:human|robot)|verify (?:that )?you are|checking your browser|access denied|has been blocked|request (?:was |has been )?(?:blocked|rejected|denied)|security check|attention required|unusual traffic|incident id|support id/i;

function byWords(answer: HttpAnswer): WallKind {
  const text = textOf(answer).slice(0, 20_000);
  if (maintenanceWords.test(text)) return 'maintenance';
  return challengeWords.test(text) || firewallName(answer) !== null ? 'refused' : 'different';
}

function byStatus(answer: HttpAnswer): WallKind | null {
  const { status } = answer;
  if (status === 401) return 'signed-out';
  if (status === 503) return firewallName(answer) === null ? 'maintenance' : 'refused';
  if ([403, 405, 406, 418, 429].includes(status)) return 'refused';
  if (status >= 500) return 'failing';
  const target = redirectTarget(answer);
  if (target) return signInPath.test(target.pathname) ? 'signed-out' : byWords(answer);
  return status >= 400 ? 'different' : null;
}

/** A page that was no page of the website already when it was first read, by its status or words. */
export function isWall(first: HttpAnswer): boolean {
  const kind = first.status >= 400 ? byStatus(first) : byWords(first);
  return kind === 'maintenance' || kind === 'refused' || kind === 'failing';
}

const share = (words: ReadonlySet<string>, now: ReadonlySet<string>): number => {
  if (words.size === 0) return 1;
  let kept = 0;
  for (const word of words) if (now.has(word)) kept += 1;
  return kept / words.size;
};

/** How a page answers otherwise than at first; null where it is the same page, although what it shows may have grown. */
export function wallAt(sample: Sample, now: HttpAnswer | null, isSignedIn: IsSignedIn): WallKind | null {
  if (now === null) return 'silent';
  const kind = now.status === sample.first.status ? null : byStatus(now);
  if (kind) return kind;
  if (sample.signedIn && isSignedIn && !isSignedIn(now)) return 'signed-out';
  if (!sample.hasPassword && hasPasswordField(now)) return 'signed-out';
  return share(sample.words, wordsOf(now)) < leastKept ? byWords(now) : null;
}

/** An answer to a payload that says nothing about the place: something refused the request before the website saw it. */
export function isRefused(answer: HttpAnswer, plain: HttpAnswer | null): boolean {
  if (firewallName(answer) !== null && (plain === null || firewallName(plain) === null)) return true;
  if (answer.status === 429 || answer.status === 503) return plain?.status !== answer.status;
  if (plain === null || answer.status === plain.status) return false;
  return answer.status === 401 || answer.status === 403;
}
