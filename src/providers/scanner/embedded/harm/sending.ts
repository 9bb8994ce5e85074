import { bodyText, type HttpAnswer } from '#probes/http/answer.ts';
import type { AskOptions } from '#probes/http/client.ts';
import { mayLeave, checkName } from './allowance.ts';
import { isEdit, pageOf, type makeFormers } from './formers.ts';
import type { GuardInput } from './guard.ts';
import { occurrences, saysKept, type Entry } from './ledger.ts';
import { safetyWord } from './words.ts';
import type { Reason } from './reasons.ts';
import { plainly, type Sent } from './sent.ts';
import { breaksRecords, touchesFixed } from './judge.ts';

const locked =
  /(?:account|user|login|sign-?in|konto|compte|cuenta|address|ip)\b[^.!?]{0,60}\b(?:locked|lock(?:ed)? out|blocked|suspended|banned|gesperrt|bloqué|bloquead[oa]|bloccato|geblokkeerd)|too many (?:\w{1,30} ){0,3}(?:attempts|tries|requests|logins|failures)|zu viele (?:\w{1,30} )?(?:versuche|anmeldungen)|trop de tentatives|demasiados intentos|temporarily (?:locked|blocked|disabled)|(?:try|versuchen sie es) (?:again|erneut) (?:in|after|later|nach)\b/i;
// Said from the first wrong password on: the account is locked when it is down to nothing.
const countsDown =
  /\b\d{1,6} (?:more )?(?:attempts?|tr(?:y|ies)) (?:left|remaining)|(?:attempts|tries) (?:left|remaining): ?\d|\bnoch \d{1,6} versuche?\b|\b\d{1,6} versuche? (?:übrig|verbleib)|\b\d{1,6} (?:tentatives? restantes?|intentos? restantes?)/i;

/** The website has begun to lock out whoever tries to sign in, or counts how long until it does. `before`: its first answer to a wrong password. */
function looksLocked(answer: HttpAnswer, before: string): boolean {
  if (answer.status === 423 || answer.status === 429) return true;
  const text = bodyText(answer)
    .slice(0, 50_000)
    .replace(/<[^<>]*>/g, ' ');
  return countsDown.test(text) || (locked.test(text) && !locked.test(before));
}

/** Names that were exchanged leave the program with nothing to mark. */
function hasItsFields(entry: Entry, sent: Sent): boolean {
  const names = new Set(sent.fields.map(({ name }) => name));
  const own =
    entry.form?.fields.filter(({ type }) => /^(?:text|textarea|email|tel|url|search|password)$/.test(type)) ??
    [];
  return (
    own.every(({ name }) => names.has(name)) &&
    !sent.fields.some(({ name }) => /\[\$/.test(name) || name.startsWith('$'))
  );
}

/** Sends what the website may keep, as often as the limits allow, and learns what it keeps. */
export function makeSending(
  { http, mark, mayChange, inScope, signedIn, limits }: GuardInput,
  formers: ReturnType<typeof makeFormers>,
  refuse: (reason: Reason, sent: Sent) => never,
) {
  let kept = 0;

  /** Whether the website kept what was sent: it says so, or shows it to whoever asks next. */
  async function learnKept(entry: Entry, sent: Sent, answer: HttpAnswer, before: string): Promise<void> {
    if (entry.keeps || entry.meaning === 'sign-in') return;
    entry.keeps = saysKept(answer, before, sent);
    if (entry.keeps) return;
    const page = pageOf(entry, sent);
    if (!inScope(new URL(page))) return;
    const after = await http.ask(page).catch(() => null);
    if (!after || after.status >= 400) return;
    const count = (text: string) => occurrences(text) + occurrences(text, mark);
    entry.keeps = count(bodyText(after)) > count(before);
  }

  function spend(entry: Entry, sent: Sent, name: string, text: string): void {
    if (!entry.keeps) return;
    if (!mayChange) refuse('creates', sent);
    const isMarked = text.includes(safetyWord) || text.includes(mark);
    const spent = entry.byCheck.get(name) ?? 0;
    const isOver = kept >= limits.entries && !isEdit(entry);
    const isWhole = isEdit(entry) || (isMarked && hasItsFields(entry, sent));
    if (!isWhole) refuse('unmarked', sent);
    if (isOver || !mayLeave(name, { spent, taken: entry.taken, perForm: limits.perForm }))
      refuse('budget', sent);
  }

  function refuseHarm(entry: Entry, sent: Sent): void {
    if (entry.closed) refuse(entry.closed, sent);
    if (isEdit(entry)) {
      const { former } = entry;
      if (former?.kind === 'form' && touchesFixed(former.form, sent, signedIn())) refuse('fixed', sent);
      if (breaksRecords(sent)) refuse('fixed', sent);
    }
    if (entry.meaning === 'sign-in' && entry.taken >= limits.signIns) refuse('attempts', sent);
  }

  function countSignIn(entry: Entry, answer: HttpAnswer): void {
    entry.taken += 1;
    entry.firstAnswer ??= bodyText(answer).slice(0, 50_000);
    if (looksLocked(answer, entry.firstAnswer)) entry.closed = 'locked';
  }

  return async (entry: Entry, sent: Sent, url: string | URL, options: AskOptions): Promise<HttpAnswer> => {
    const name = checkName();
    const first = !entry.prepared;
    const before = first ? await formers.prepare(entry, sent) : '';
    refuseHarm(entry, sent);
    spend(entry, sent, name, `${plainly(sent.url.href)} ${plainly(String(options.body ?? ''))}`);
    const answer = await http.ask(url, options);
    if (entry.meaning === 'sign-in') {
      countSignIn(entry, answer);
      return answer;
    }
    if (answer.status >= 400) return answer;
    entry.taken += 1;
    entry.byCheck.set(name, (entry.byCheck.get(name) ?? 0) + 1);
    if (sent.body?.kind === 'multipart' && sent.body.parts.some(({ fileName }) => fileName)) entry.files += 1;
    if (first) await learnKept(entry, sent, answer, before);
    if (entry.keeps && !isEdit(entry)) kept += 1;
    return answer;
  };
}
