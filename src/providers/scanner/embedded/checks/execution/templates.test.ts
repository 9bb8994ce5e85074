import ejs from 'ejs';
import Handlebars from 'handlebars';
import { Liquid } from 'liquidjs';
import nunjucks from 'nunjucks';
import { describe, expect, it } from 'vitest';
import type { Handler } from '../../../sites/serve.ts';
import { templates } from './templates.ts';
import { escaped, get, page, post, postJson, tryOut } from './testing/trial.ts';

const liquid = new Liquid();
const lenient = new nunjucks.Environment(null, { autoescape: true });

/** A page whose template is made with the text of a visitor; an error of the engine is answered as programs do. */
const rendering =
  (
    render: (text: string) => string,
    onError: (error: Error) => { status: number; body: string } = () => ({
      status: 500,
      body: 'Internal Server Error',
    }),
  ): Handler =>
  (visit) => {
    const text = visit.url.searchParams.get('q') ?? visit.form.get('q') ?? '';
    try {
      return page(render(text));
    } catch (error) {
      return onError(error as Error);
    }
  };

/** Engines of other languages, as far as their multiplication goes. */
const multiplies =
  (pattern: RegExp, write: (product: number) => string = String) =>
  (text: string): string =>
    text.replace(pattern, (_all, a: string, b: string) => write(Number(a) * Number(b)));

function velocity(text: string): string {
  if (/#\{|\{\{/.test(text)) throw new Error('ParseErrorException');
  const set = /#set\(\$z=(\d+)\*(\d+)\)/.exec(text);
  return set ? text.replace(set[0], '').replaceAll('${z}', String(Number(set[1]) * Number(set[2]))) : text;
}

function go(text: string): string {
  if (/\{\{\d+\*/.test(text)) throw new Error('template: page:1: unexpected "*" in operand');
  return text.replace(/\{\{printf "%d" 0x([0-9a-f]+)\}\}/, (_all, hex: string) =>
    String(Number.parseInt(hex, 16)),
  );
}

describe('templates made with the text of a visitor', () => {
  it.each<[string, (text: string) => string, string]>([
    ['Nunjucks', (text) => lenient.renderString(`<h1>Hello ${text}</h1>`, {}), 'Twig or Nunjucks'],
    ['EJS', (text) => ejs.render(`<h1>Hello ${text}</h1>`, {}), 'EJS'],
    ['Handlebars', (text) => Handlebars.compile(`<h1>Hello ${text}</h1>`)({}), 'Handlebars'],
    ['Liquid', (text) => liquid.parseAndRenderSync(`<h1>Hello ${text}</h1>`), 'Liquid'],
    ['Velocity', velocity, 'Velocity'],
    ['Go', go, 'Go'],
    [
      'FreeMarker, which groups digits',
      multiplies(/[$#]\{(\d+)\*(\d+)\}/g, (product) => product.toLocaleString('en-US')),
      '',
    ],
    ['Razor', multiplies(/@\((\d+)\*(\d+)\)/g), ''],
    ['Smarty', multiplies(/(?<!\{)\{(\d+)\*(\d+)\}(?!\})/g), ''],
    [
      'Pug',
      (text) =>
        text.startsWith('\n=')
          ? text.replace(
              /\n='(\w+)'\+(\d+)\*(\d+)\n/,
              (_all, tag: string, a: string, b: string) => tag + String(Number(a) * Number(b)),
            )
          : multiplies(/#\{(\d+)\*(\d+)\}/g)(text),
      '',
    ],
    ['an expression language', multiplies(/\$\{(\d+)\*(\d+)\}/g), ''],
    ['Thymeleaf', multiplies(/\[\[\$\{(\d+)\*(\d+)\}\]\]/g), ''],
    ['OGNL', multiplies(/%\{(\d+)\*(\d+)\}/g), ''],
  ])('finds %s', async (_name, render, engine) => {
    const { findings } = await tryOut([templates], rendering(render), get('/hello?q=sample'));
    expect(findings.map(({ rule }) => rule)).toEqual(['active.template-injection']);
    expect(findings[0]!.places[0]!.evidence).toContain(engine);
  });

  it('finds one that shows the errors of its engine', async () => {
    const handler = rendering(
      (text) => Handlebars.compile(text)({}),
      (error) => ({ status: 200, body: `<pre>${escaped(error.message)}</pre>` }),
    );
    expect((await tryOut([templates], handler, get('/hello?q=sample'), { level: 'safe' })).rules).toEqual([
      'active.template-injection',
    ]);
  });

  it('finds one in a form whose result stands on the page it leads to', async () => {
    let last = '';
    const handler: Handler = (visit) => {
      if (visit.method !== 'POST') return page(`<p>${last}</p>`);
      last = lenient.renderString(visit.form.get('q') ?? '', {});
      return { status: 303, headers: { Location: '/letters' } };
    };
    expect((await tryOut([templates], handler, post('/letters', ['q', 'sample']))).rules).toEqual([
      'active.template-injection',
    ]);
  });

  it('finds one behind an interface', async () => {
    const handler: Handler = (visit) => ({
      type: 'application/json',
      body: JSON.stringify({
        text: lenient.renderString((JSON.parse(visit.body || '{"q":""}') as { q: string }).q, {}),
      }),
    });
    expect((await tryOut([templates], handler, postJson('/api/preview', { q: 'sample' }))).rules).toEqual([
      'active.template-injection',
    ]);
  });

  it('finds one that stands inside an expression already', async () => {
    const handler = rendering((text) =>
      lenient.renderString(`<p>{{ ${text} }}</p>`, { user: { name: 'Ann' } }),
    );
    expect(
      (await tryOut([templates], handler, get('/profile?q=user.name'), { level: 'full' })).rules,
    ).toEqual(['active.template-injection']);
  });
});

describe('pages that carry nothing out', () => {
  it.each<[string, Handler]>([
    ['text shown as text', rendering((text) => `<p>${escaped(text)}</p>`)],
    ['text shown as markup', rendering((text) => `<p>${text}</p>`)],
    [
      'a client-side template',
      rendering((text) => `<div ng-app>${escaped(text)}</div><script src="/angular.js"></script>`),
    ],
    [
      'a calculator',
      rendering((text) =>
        /^[\d\s*+-]+$/.test(text) ? `<p>${multiplies(/(\d+)\*(\d+)/g)(text)}</p>` : '<p>Enter a sum</p>',
      ),
    ],
    [
      'a search with many results',
      rendering(
        (text) => `<p>About ${(1e9 + text.length).toLocaleString('en-US')} results for ${escaped(text)}</p>`,
      ),
    ],
    [
      'random content',
      rendering(
        () => `<p>${Array.from({ length: 50 }, () => Math.floor(Math.random() * 2 ** 31)).join(' ')}</p>`,
      ),
    ],
    ['braces that are taken out', rendering((text) => `<p>${text.replace(/[{}$#%]/g, '')}</p>`)],
    [
      'an error for braces',
      rendering((text) =>
        /[{}]/.test(text)
          ? (() => {
              throw new Error('no');
            })()
          : `<p>${escaped(text)}</p>`,
      ),
    ],
    [
      'an error page that quotes',
      rendering(
        (text) => {
          throw new Error(text);
        },
        (error) => ({ status: 500, body: `<pre>Bad: ${escaped(error.message)}</pre>` }),
      ),
    ],
    ['a template with a value', rendering((text) => lenient.renderString('<p>{{ text }}</p>', { text }))],
    [
      'a firewall',
      rendering(
        (text) => {
          if (/[{<]/.test(text)) throw new Error('x');
          return escaped(text);
        },
        () => ({ status: 403, body: 'Blocked' }),
      ),
    ],
    ['text in an address', rendering((text) => `<a href="/s?q=${encodeURIComponent(text)}">again</a>`)],
    ['Markdown', rendering((text) => `<p>${escaped(text).replace(/\*([^*]+)\*/g, '<em>$1</em>')}</p>`)],
  ])('leaves %s alone', async (_name, handler) => {
    expect((await tryOut([templates], handler, get('/hello?q=sample'), { level: 'full' })).rules).toEqual([]);
  });
});
