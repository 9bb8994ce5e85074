import { expect, test } from 'vitest';
import { explain, type Term } from './glossaryText.ts';

const mfa: Term = { key: 'mfa', term: 'Multi-factor authentication (MFA)', text: 'A second proof.' };
const targets: Term = { key: 'recovery-target', term: 'Recovery target (RTO and RPO)', text: 'How soon.' };
const backup: Term = { key: 'backup', term: 'Backup (immutable)', text: 'A second copy.' };
const asset: Term = { key: 'asset', term: 'Asset', text: 'What is missed.' };

const marked = (text: string, ...terms: Term[]) =>
  explain(text, terms)
    .parts.map((part) => (part.term ? `[${part.text}]` : part.text))
    .join('');

test.each<[text: string, term: Term, found: string]>([
  ['Is MFA on?', mfa, 'Is [MFA] on?'],
  ['Is multi-factor authentication on?', mfa, 'Is [multi-factor authentication] on?'],
  ['Is multi factor authentication on?', mfa, 'Is [multi factor authentication] on?'],
  ['Are recovery targets written?', targets, 'Are [recovery targets] written?'],
  ['What is your RPO?', targets, 'What is your [RPO]?'],
  ['Backups run, and backups are checked.', backup, '[Backups] run, and backups are checked.'],
  ['Do assets have owners?', asset, 'Do [assets] have owners?'],
])('%s', (text, term, found) => expect(marked(text, term)).toBe(found));

test.each([
  ['part of another word is not the term', 'The assetlist', asset],
  ['regular expressions in a text are text', 'a.*b [MF]A', mfa],
])('%s', (_what, text, term) => {
  expect(marked(text, term)).toBe(text);
  expect(explain(text, [term]).missing).toEqual([term]);
});

test('several terms, in whatever order', () => {
  expect(marked('Are backups guarded by MFA?', mfa, backup)).toBe('Are [backups] guarded by [MFA]?');
});

test('nothing of the text is lost', () => {
  const text = 'Backups with MFA, MFA and assets; RTO.';
  expect(
    explain(text, [mfa, backup, asset, targets])
      .parts.map((part) => part.text)
      .join(''),
  ).toBe(text);
});
