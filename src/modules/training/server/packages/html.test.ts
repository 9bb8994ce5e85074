import { expect, test } from 'vitest';
import { withScript } from './html.ts';

const put = (page: string | Buffer) => {
  const { bytes, encoding } = withScript(Buffer.from(page as string), '/x.js', { a: 1 });
  return { text: new TextDecoder(encoding).decode(bytes), encoding };
};
const script = '<script src="/x.js" data-portal="{&#34;a&#34;:1}"></script>';

test.each([
  ['<!DOCTYPE html>\n<html><head>', '<!DOCTYPE html>\n', '<html><head>'],
  ['<html><head></head></html>', '', '<html><head></head></html>'],
  ['  <!-- <head> --><!doctype html><html>', '  <!-- <head> --><!doctype html>', '<html>'],
  [
    '<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0" "x"><html>',
    '<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0" "x">',
    '<html>',
  ],
  ['<!-- never closed <html>', '', '<!-- never closed <html>'],
  ['', '', ''],
  ['Hello', '', 'Hello'],
])('our script stands before the first element of %j', (page, before, after) => {
  expect(put(page).text).toBe(before + script + after);
});

test.each([
  ['<meta charset="ISO-8859-2">x', 'iso-8859-2'],
  ['<meta http-equiv="Content-Type" content="text/html; charset=windows-1250">x', 'windows-1250'],
  ['<meta charset="no-such-thing">x', 'utf-8'],
  ['ü', 'utf-8'],
])('the encoding of %j is %s', (page, encoding) => {
  expect(put(page).encoding).toBe(encoding);
});

test('a page in an old or a wide encoding stays readable', () => {
  expect(put(Buffer.from('<p>Gr\u00fc\u00dfe</p>', 'latin1'))).toEqual({
    text: `${script}<p>Grüße</p>`,
    encoding: 'windows-1252',
  });
  expect(put(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('<p>Grüße</p>', 'utf16le')])).text).toBe(
    `${script}<p>Grüße</p>`,
  );
  expect(put(Buffer.from('\ufeff<p>ü</p>')).text).toBe(`${script}<p>ü</p>`);
});
