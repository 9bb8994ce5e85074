import { bodyText } from '#probes/http/answer.ts';
import { maskSecret } from '#probes/http/masks.ts';
import { cheatSheet, defineRule, type Check, type Seen } from '../../rule.ts';
import { findSecrets } from './secretPatterns.ts';

const secret = defineRule({
  id: 'leaks.secret',
  title: 'A secret key can be read by everyone',
  vector: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:L/A:N',
  cwe: 'CWE-798',
  pci: '8.6.2',
  explanation:
    'A page or script contains a key that is meant to stay on the server. Whoever copies it can use the service in your name: read data, send mail or run up costs.',
  fix: '1. Withdraw the key at the service that issued it and make a new one. Removing it from the page is not enough.\n2. Keep the new key on the server, in an environment variable or a secret store, and let the server call the service.\n3. Look in the logs of the service for use by others.',
  references: [cheatSheet('Secrets_Management')],
});
const comment = defineRule({
  id: 'leaks.comment-credentials',
  title: 'A comment in a page contains a password',
  vector: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N',
  cwe: 'CWE-615',
  confidence: 'firm',
  explanation:
    'The source text of a page, which every visitor can open, contains what looks like a password left there by a developer.',
  fix: '1. Change the password.\n2. Remove the comment, and let comments be removed when pages are published.',
});

const credential = /\b(?:password|passwd|passwort|pwd|pass)\b\s*(?:is\b|[:=])\s*["']?([^\s"'<>,;]{4,64})/i;
const noCredential =
  /^(?:required|optional|null|none|true|false|undefined|string|hidden|text|here|empty|field|input|must|should|not|and|the|your|protected|reset|policy|changed?|forgotten|strength|\*+|\.+|x{3,}|\$.*|\{.*|<.*|%.*|\[.*|\(.*|this\..*|document\..*|req\..*|data\..*|form\..*)$/i;

export function commentCredential(text: string): string | null {
  if (/<\s*(?:input|label|form|button|script)\b/i.test(text) || text.length > 3000) return null;
  const found = credential.exec(text);
  if (!found || noCredential.test(found[1]!) || /[(){}]/.test(found[1]!)) return null;
  return found[1]!;
}

function look(seen: Seen, scan: Parameters<NonNullable<Check['look']>>[1]): void | false {
  if (!seen.own || seen.kind === 'style' || seen.kind === 'other' || seen.answer.status >= 400) return false;
  const text = bodyText(seen.answer);
  for (const found of findSecrets(text.slice(0, 2_000_000))) {
    const place = {
      answer: seen.answer,
      parameter: found.name,
      placeKey: found.value,
      evidence: `${found.name}: ${maskSecret(found.value)}`,
      excerpt: found.match.slice(0, 60),
    };
    scan.report(secret, {
      ...place,
      subject: found.name,
      title: `A secret can be read by everyone: ${found.name}`,
      confidence: found.certain ? 'certain' : 'firm',
      ...(found.kind === 'key' ? { vector: 'AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N' } : {}),
    });
  }
  for (const text of seen.page?.comments ?? []) {
    const value = commentCredential(text);
    if (value)
      scan.report(comment, {
        answer: seen.answer,
        parameter: 'comment',
        placeKey: text.slice(0, 200),
        evidence: `A comment says: ${text.replaceAll(value, maskSecret(value)).replace(/\s+/g, ' ').trim().slice(0, 200)}`,
        excerpt: '',
      });
  }
  return undefined;
}

export const secrets: Check = {
  name: 'Secrets in pages and scripts',
  rules: [secret, comment],
  level: 'safe',
  look,
};
