import { bodyText } from '#probes/http/answer.ts';
import { maskSecret } from '#probes/http/masks.ts';
import type { Json } from '../../points/point.ts';
import { defineRule, type Check } from '../../rule.ts';

const passwords = defineRule({
  id: 'leaks.account-passwords',
  title: 'The passwords of accounts can be read by everyone',
  vector: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:N',
  cwe: 'CWE-522',
  pci: '8.3.2',
  confidence: 'firm',
  explanation:
    'An address of the programming interface answers with accounts and, beside each of them, its password or what the server keeps of it. Whoever opens it can sign in as these people here, and wherever they use the same password.',
  fix: '1. Send only the fields that the page shows: name them one by one, and never hand out whole rows of the database.\n2. Ask for a sign-in, and for the right to see other accounts.\n3. Have all passwords changed, and keep them only as hashes made for that (Argon2, scrypt, bcrypt).',
  references: [
    'https://owasp.org/API-Security/editions/2023/en/0xa3-broken-object-property-level-authorization/',
  ],
});

type Account = { name: string; key: string; value: string };

const passwordKey =
  /^(?:user_?)?(?:password|passwd|pwd|pass|passphrase)(?:_?(?:hash|digest|enc(?:rypted)?))?$|^(?:hashed|encrypted)_?password$/i;
const nameKey = /^(?:e-?mail(?:_?address)?|user_?name|user|login(?:_?name)?|account)$/i;
// what a server keeps instead of a password, by its form
const hash =
  /^(?:\$(?:2[abxy]?|argon2\w*|scrypt|pbkdf2[\w-]*|[156y])\$|pbkdf2[_:]|scrypt[:$]|sha(?:1|256|512)[$:]|\{s?sha\d*\}|[0-9a-f]{32,128}$)/i;
const hidden = /^[*•.x-]*$|^(?:string|password|secret|hidden|redacted|null|none|undefined|n\/a)$/i;

/** Descriptions of interfaces hold examples. */
const isDescription = (data: Json): boolean =>
  data !== null &&
  typeof data === 'object' &&
  ['openapi', 'swagger', '$schema', 'asyncapi'].some((key) => Object.hasOwn(data, key));

/** Accounts with their passwords in data that an interface answers with: what looks like people, each with a password of its own. */
export function accountsIn(data: Json): Account[] {
  const found: Account[] = [];
  const visit = (value: Json, depth: number, isRow = false) => {
    if (value === null || typeof value !== 'object' || depth > 6 || found.length >= 100) return;
    if (Array.isArray(value)) return value.slice(0, 200).forEach((item) => visit(item, depth + 1, true));
    const entries = Object.entries(value);
    const texts = entries.filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
    );
    const name = texts.find(([key]) => nameKey.test(key));
    const password = texts.find(
      ([key, text]) => passwordKey.test(key) && text.length <= 300 && !hidden.test(text),
    );
    // words of a form in some languages are no rows, and name nobody
    if (name && password && (isRow || name[1].includes('@')))
      found.push({ name: name[1], key: password[0], value: password[1] });
    for (const [, item] of entries) visit(item, depth + 1);
  };
  if (isDescription(data)) return [];
  visit(data, 0);
  const people = new Set(found.map((one) => one.name)).size;
  const kept = found.filter((one) => hash.test(one.value));
  if (kept.length > 0) return kept;
  // words for forms and examples come alone, or are all the same
  return people >= 2 && new Set(found.map((one) => one.value)).size >= 2 ? found : [];
}

export const accounts: Check = {
  name: 'Passwords of accounts in answers',
  rules: [passwords],
  level: 'safe',
  look(seen, scan) {
    const { answer } = seen;
    if (!seen.own || answer.status !== 200 || answer.method !== 'GET' || answer.body.length > 2_000_000)
      return;
    const text = bodyText(answer);
    if (!/^\s*[[{]/.test(text) || !/pass|pwd/i.test(text)) return;
    let data: Json;
    try {
      data = JSON.parse(text) as Json;
    } catch {
      return;
    }
    const [first, ...more] = accountsIn(data);
    if (!first) return;
    const { pathname } = new URL(answer.url);
    scan.report(passwords, {
      answer,
      parameter: first.key,
      placeKey: pathname,
      evidence: `${more.length + 1} ${more.length === 0 ? 'account' : 'accounts'} with ${first.key}: ${maskSecret(first.name)}, ${maskSecret(first.value)}`,
      excerpt: first.key,
    });
  },
};
