import { bodyText, type HttpAnswer } from '#probes/http/answer.ts';

const locked =
  /(?:account|user|login|sign-?in|konto|compte|cuenta|address|ip)\b[^.!?]{0,60}\b(?:locked|lock(?:ed)? out|blocked|suspended|banned|gesperrt|bloqué|bloquead[oa]|bloccato|geblokkeerd)|too many (?:\w{1,30} ){0,3}(?:attempts|tries|requests|logins|failures)|zu viele (?:\w{1,30} )?(?:versuche|anmeldungen)|trop de tentatives|demasiados intentos|temporarily (?:locked|blocked|disabled)|(?:try|versuchen sie es) (?:again|erneut) (?:in|after|later|nach)\b/i;
// Said from the first wrong password on: the account is locked when it is down to nothing.
const countsDown =
  /\b\d{1,6} (?:more )?(?:attempts?|tr(?:y|ies)) (?:left|remaining)|(?:attempts|tries) (?:left|remaining): ?\d|\bnoch \d{1,6} versuche?\b|\b\d{1,6} versuche? (?:übrig|verbleib)|\b\d{1,6} (?:tentatives? restantes?|intentos? restantes?)/i;

/** The website has begun to lock out whoever tries to sign in, or counts how long until it does. `before`: its first answer to a wrong password. */
export function looksLocked(answer: HttpAnswer, before: string): boolean {
  if (answer.status === 423 || answer.status === 429) return true;
  const text = bodyText(answer)
    .slice(0, 50_000)
    .replace(/<[^<>]*>/g, ' ');
  return countsDown.test(text) || (locked.test(text) && !locked.test(before));
}
