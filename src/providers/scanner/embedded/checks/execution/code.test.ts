import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import type { Handler } from '../../../sites/serve.ts';
import { code } from './code.ts';
import { escaped, get, page, postJson, tryOut } from './testing/trial.ts';

const javaScript = (program: string): string =>
  String(runInNewContext(program, Object.create(null) as object, { timeout: 500 }));

/** `eval` of PHP, as far as print, chr and strings go: the statements must be well formed, the rest is an error. */
function php(program: string): string {
  const text = program.replace(/(?<!:)\/\/[^\n]*/g, '').trim();
  let rest = text;
  let out = '';
  const atom =
    /^\s*(?:'([^'\\]*)'|"([^"\\]*)"|print\((\d+)\*(\d+)\)|chr\((\d+)\)|(\d+)|null)\s*(?:\.(?=\s*\S)|(?=;)|$)/;
  while (rest !== '') {
    const statement = /^\s*(?:echo\s+|\$\w+\s*=\s*)?/.exec(rest)![0];
    rest = rest.slice(statement.length);
    if (rest === '' || rest.startsWith(';')) {
      rest = rest.slice(1);
      continue;
    }
    let value = '';
    for (;;) {
      const found = atom.exec(rest);
      if (!found)
        throw new Error(
          "PHP Parse error: syntax error, unexpected token in /srv/www/x.php(3) : eval()'d code on line 1",
        );
      rest = rest.slice(found[0].length);
      if (found[3]) out += String(Number(found[3]) * Number(found[4]));
      value +=
        found[1] ??
        found[2] ??
        (found[3] ? '1' : found[5] ? String.fromCharCode(Number(found[5])) : (found[6] ?? ''));
      if (!found[0].trimEnd().endsWith('.')) break;
    }
    if (statement.includes('echo')) out += value;
    rest = rest.replace(/^\s*;/, '');
  }
  return out;
}

const running =
  (run: (value: string) => string, onError: (error: Error) => string = () => ''): Handler =>
  (visit) => {
    const value = visit.url.searchParams.get('who') ?? '';
    try {
      return page(`<p>${escaped(run(value))}</p>`);
    } catch (error) {
      return page(`<p>${onError(error as Error)}</p>`, { status: 500 });
    }
  };

describe('programs made with the text of a visitor', () => {
  it.each<[string, Handler, string]>([
    ['JavaScript as an expression', running((value) => javaScript(value)), 'JavaScript'],
    ['JavaScript in single quotes', running((value) => javaScript(`'Hello ' + '${value}'`)), 'JavaScript'],
    ['JavaScript in double quotes', running((value) => javaScript(`"Hello ${value}"`)), 'JavaScript'],
    [
      'a function made from text',
      running((value) => javaScript(`new Function(${JSON.stringify(`return (${value})`)})()`)),
      'JavaScript',
    ],
    ['PHP that puts an expression out', running((value) => php(`echo ${value};`)), 'PHP'],
    ['PHP as a statement', running((value) => php(value)), 'PHP'],
    ['PHP in single quotes', running((value) => php(`$x = '${value}';`)), 'PHP'],
    ['PHP in double quotes', running((value) => php(`echo "Hello ${value}";`)), 'PHP'],
  ])('finds %s', async (_what, handler, language) => {
    const { findings } = await tryOut([code], handler, get('/run?who=100'));
    expect(findings.map(({ rule }) => rule)).toEqual(['active.code-injection']);
    expect(findings[0]!.places[0]!.evidence).toContain(language);
    expect(findings[0]!.confidence).toBe('certain');
  });

  it('finds it with few tries where the first text broke something', async () => {
    const { rules, requests } = await tryOut(
      [code],
      running((value) => php(`echo ${value};`)),
      get('/greet?who=100'),
      { level: 'safe' },
    );
    expect(rules).toEqual(['active.code-injection']);
    expect(requests).toBeLessThanOrEqual(4);
  });

  it('finds it behind an interface', async () => {
    const handler: Handler = (visit) => {
      try {
        return {
          type: 'application/json',
          body: JSON.stringify({
            total: javaScript((JSON.parse(visit.body || '{"formula":"1"}') as { formula: string }).formula),
          }),
        };
      } catch {
        return { status: 500, type: 'application/json', body: '{"error":"failed"}' };
      }
    };
    expect((await tryOut([code], handler, postJson('/api/price', { formula: '1+1' }))).rules).toEqual([
      'active.code-injection',
    ]);
  });

  it('reports the error of a program that cannot be finished in any of the ways', async () => {
    const handler = running(
      (value) => {
        if (/[^\w ]/.test(value))
          throw new Error("Parse error: syntax error in /srv/www/x.php(3) : eval()'d code on line 1");
        return value;
      },
      ({ message }) => escaped(message),
    );
    const { findings } = await tryOut([code], handler, get('/run?who=100'));
    expect(findings.map(({ rule, confidence }) => [rule, confidence])).toEqual([
      ['active.code-injection', 'firm'],
    ]);
  });

  it('reports objects that are rebuilt from text', async () => {
    const handler: Handler = (visit) =>
      visit.url.searchParams.get('who')?.startsWith('a:1:')
        ? page('<p>Cart</p>')
        : page(
            `<b>Notice</b>: unserialize(): Error at offset 0 of ${visit.url.searchParams.get('who')?.length} bytes in <b>/srv/cart.php</b> on line <b>3</b>`,
          );
    expect(
      (await tryOut([code], handler, get(`/cart?who=${encodeURIComponent('a:1:{i:0;i:1;}')}`))).rules,
    ).toEqual(['active.unsafe-deserialization']);
  });
});

/** What a unit converter or a calculator may do. */
const calculator = (value: string): string => {
  if (!/^[\d\s.+*/()-]{1,60}$/.test(value)) throw new Error('Enter a formula');
  return javaScript(value);
};

describe('pages that carry out no program', () => {
  it.each<[string, Handler]>([
    ['a calculator', running(calculator)],
    [
      'a calculator with its own functions',
      running((value) => calculator(value.replace(/sqrt\((\d+)\)/g, '$1'))),
    ],
    ['text shown as text', running((value) => value)],
    ['text shown as markup', (visit) => page(visit.url.searchParams.get('who') ?? '')],
    [
      'numbers that are checked',
      (visit) =>
        /^\d+$/.test(visit.url.searchParams.get('who') ?? '')
          ? page('<p>Lamp</p>')
          : page('<p>Bad number</p>', { status: 400 }),
    ],
    [
      'an error page that quotes',
      running(
        (value) => {
          throw new Error(value);
        },
        ({ message }) => `SyntaxError near ${escaped(message)}`,
      ),
    ],
    [
      'a database that adds',
      running((value) =>
        value.replace(/^.*'\+\((\d+)\*(\d+)\)\+'.*$/, (_all, a: string, b: string) =>
          String(Number(a) * Number(b)),
        ),
      ),
    ],
    ['an article about eval', () => page("<p>PHP Parse error in x.php(3) : eval()'d code on line 1</p>")],
    [
      'random content',
      () => page(`<p>${Array.from({ length: 50 }, () => Math.floor(Math.random() * 2 ** 31)).join(' ')}</p>`),
    ],
  ])('leaves %s alone', async (_name, handler) => {
    expect((await tryOut([code], handler, get('/run?who=100'), { level: 'full' })).rules).toEqual([]);
  });
});
