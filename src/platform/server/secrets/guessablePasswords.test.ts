import { expect, test } from 'vitest';
import { isGuessable } from './guessablePasswords.ts';

const about = ['ada.vance@acme-widgets.com', 'Acme Widgets Inc.', 'Cyber Safety'];

test.each([
  'Password1',
  'Passw0rd',
  'P@ssw0rd!',
  'Welcome1',
  'Qwerty123',
  'Summer2026',
  'Summer2026!',
  'Monkey123!',
  'Letmein99',
  '1qaz2wsxE',
  'Aaaaaaaa1',
  'Abcdefgh1',
  'Password1Password1',
  'Pass-word-1',
  'Let-me-in-99',
  'Elephant4821!',
  '1Password1',
  'DR4G0N2025',
  '123456Aa',
])('%s is guessable whoever chooses it', (password) => {
  expect(isGuessable(password)).toBe(true);
});

test.each([
  'ada.vance@acme-widgets.comA1',
  'AdaVance1',
  'Acmewidgets2026!',
  '4cm3W1dgets1',
  'CyberSafety1',
  'Vance-acme-7',
  'Ada-password-1',
])('%s is guessable for those who know the person', (password) => {
  expect(isGuessable(password, about)).toBe(true);
});

test.each([
  'Correct-horse-7-battery',
  'Correct-horse-7',
  'Better7Harbors',
  'X7kq!pLm2',
  'Vance-purple-tiger-9',
  'Canada-river-88',
])('%s is not guessable', (password) => {
  expect(isGuessable(password, about)).toBe(false);
});

test('the longest password of repeated signs is judged in a moment', () => {
  const { user } = process.cpuUsage();
  for (const unit of ['Aa1', 'p4$5w0rd', '1!|il']) isGuessable(unit.repeat(256).slice(0, 256), about);
  expect(process.cpuUsage().user - user).toBeLessThan(250_000);
});
