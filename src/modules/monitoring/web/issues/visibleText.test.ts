import { expect, test } from 'vitest';
import { isWebLink, visibleText } from './visibleText.ts';

test('what would turn or hide text is spelled out, all else stays', () => {
  expect(visibleText('admin\u202egnp.exe\u200b\ufeff')).toBe('admin\\u202egnp.exe\\u200b\\ufeff');
  expect(visibleText('<b>Größe</b>\n\t日本')).toBe('<b>Größe</b>\n\t日本');
});

test.each([
  ['https://owasp.org/x', true],
  ['http://owasp.org', true],
  ['javascript:alert(1)', false],
  [' https://owasp.org', false],
  ['https://owasp.org/ x', false],
])('%s may become a link: %s', (address, may) => {
  expect(isWebLink(address)).toBe(may);
});
