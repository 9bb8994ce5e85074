import { describe, expect, it } from 'vitest';
import type { Handler, Reply, Visit } from '../../../sites/serve.ts';
import { headers } from './headers.ts';
import { escaped, get, page, post, tryOut } from './testing/trial.ts';

/** An answer written to the wire as old servers do, without a look at the values of its headers. */
const wire = (status: string, lines: readonly string[], body = ''): Reply => ({
  raw: `HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
});
const asked = (visit: Visit) => visit.url.searchParams.get('lang') ?? visit.form.get('lang') ?? '';
/** Characters of a header that lose all but their last eight bits. */
const narrowed = (text: string) =>
  [...text].map((char) => String.fromCharCode(char.codePointAt(0)! & 0xff)).join('');
const decodedTwice = (text: string) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

describe('values that reach a header', () => {
  it.each<[string, Handler]>([
    ['of a redirect', (visit) => wire('302 Found', [`Location: /${asked(visit)}`])],
    [
      'of a cookie',
      (visit) =>
        wire(
          '200 OK',
          ['Content-Type: text/html', `Set-Cookie: lang=${asked(visit)}; path=/`],
          '<p>Lamps</p>',
        ),
    ],
    [
      'of any name',
      (visit) => wire('200 OK', ['Content-Type: text/html', `X-Lang: ${asked(visit)}`], '<p>Lamps</p>'),
    ],
    [
      'where only line feeds are kept',
      (visit) => wire('200 OK', [`X-Lang: ${asked(visit).replaceAll('\r', '').replace('%0a', '\n')}`], 'x'),
    ],
    [
      'with line breaks taken out, but not what becomes one',
      (visit) => wire('200 OK', [`X-Lang: ${narrowed(asked(visit).replace(/[\r\n]/g, ''))}`], 'x'),
    ],
    [
      'decoded twice',
      (visit) => wire('200 OK', [`X-Lang: ${decodedTwice(asked(visit).replace(/[\r\n]/g, ''))}`], 'x'),
    ],
  ])('are found %s', async (_where, handler) => {
    const { findings } = await tryOut([headers], handler, get('/go?lang=english'));
    expect(findings.map(({ rule }) => rule)).toEqual(['active.header-injection']);
  });

  it('are found in a form', async () => {
    const handler: Handler = (visit) =>
      visit.method === 'POST' ? wire('302 Found', [`Location: /?l=${asked(visit)}`]) : page('Lamps');
    expect((await tryOut([headers], handler, post('/set', ['lang', 'english']))).rules).toEqual([
      'active.header-injection',
    ]);
  });

  it('are found in the path of a redirect of the server', async () => {
    const handler: Handler = (visit, response) => {
      const raw = (response.req as { url?: string }).url!;
      return raw === '/'
        ? page('Lamps')
        : wire('301 Moved', [`Location: https://shop.example${decodedTwice(raw)}`]);
    };
    expect((await tryOut([headers], handler, null)).rules).toEqual(['active.header-injection']);
  });
});

describe('values that reach no header of their own', () => {
  it.each<[string, Handler]>([
    [
      'encoded in a redirect',
      (visit) => ({ status: 302, headers: { Location: `/?l=${encodeURIComponent(asked(visit))}` } }),
    ],
    [
      'with line breaks taken out',
      (visit) => ({ headers: { 'X-Lang': asked(visit).replace(/[^\w .:-]/g, '') }, body: 'Lamps' }),
    ],
    [
      'refused',
      (visit) => (/[\r\n]/.test(asked(visit)) ? { status: 400, body: 'Bad request' } : page('Lamps')),
    ],
    ['repeated in the page', (visit) => page(`<pre>${escaped(asked(visit))}</pre>`)],
    [
      'a header folded over two lines',
      (visit) =>
        wire(
          '200 OK',
          [
            `X-Lang: ${asked(visit)
              .replace(/[嘊嘍čĊ]/g, '')
              .replace(/\r\n|\n|\r/g, '\r\n ')}`,
          ],
          'Lamps',
        ),
    ],
  ])('are left alone: %s', async (_how, handler) => {
    expect((await tryOut([headers], handler, get('/go?lang=english'), { level: 'full' })).rules).toEqual([]);
  });
});
