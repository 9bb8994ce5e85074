import { describe, expect, it } from 'vitest';
import type { Handler, Visit } from '../../../sites/serve.ts';
import { readPage } from '#probes/web/page.ts';
import { bodyText } from '#probes/http/answer.ts';
import { requestOf } from '../../points/collect.ts';
import { storedXss } from './stored.ts';
import { escaped, openTrial } from './testing/trial.ts';

type Entry = { name: string; text: string };
type Style = {
  /** The form and the list on one page, or apart. */
  form: string;
  show: (entries: readonly Entry[]) => string;
  answer?: (visit: Visit, entries: Entry[]) => ReturnType<Handler>;
  /** What happens before the pages are read again. */
  between?: (entries: Entry[]) => void;
};

const page = (body: string): string =>
  `<!doctype html><html><head><title>Guests</title></head><body>${body}</body></html>`;
const form =
  '<form method="post" action="/add"><input type="text" name="name"><textarea name="text"></textarea><button>Send</button></form>';

/** A website that keeps what it is sent; `/` has the form, `/list` the entries. */
function book({ form: fields, show, answer }: Style): { handler: Handler; entries: Entry[] } {
  const entries: Entry[] = [];
  const handler: Handler = (visit) => {
    const own = answer?.(visit, entries);
    if (own) return own;
    if (visit.path === '/') return { body: page(`${fields}<a href="/list">All</a>`) };
    if (visit.path === '/list') return { body: page(show(entries)) };
    if (visit.path !== '/add') return undefined;
    const from = visit.method === 'POST' ? visit.form : visit.url.searchParams;
    entries.push({ name: from.get('name') ?? '', text: from.get('text') ?? '' });
    return { status: 302, headers: { Location: '/list' } };
  };
  return { handler, entries };
}

async function scanBook(style: Style, level: 'safe' | 'normal' = 'normal') {
  const { handler, entries } = book(style);
  const trial = await openTrial(handler, { level });
  try {
    const { scan } = trial;
    for (const path of ['/', '/list', '/help']) {
      const answer = await scan.ask(new URL(path, scan.base));
      const read = readPage(bodyText(answer!), answer!.url);
      scan.site.pages.push({ url: answer!.url, answer: answer!, page: read });
      scan.site.forms.push(...read.forms);
    }
    const before = entries.length;
    for (const one of scan.site.forms) {
      const request = requestOf(one);
      if (!request || (!scan.mayChange && request.method !== 'GET')) continue;
      for (const field of one.fields.filter(({ name }) => name !== '')) {
        const { url: _url, ...shape } = request;
        await trial.point(
          storedXss,
          { ...shape, path: request.url.slice(trial.site.url.length), page: '/' },
          field.name,
        );
      }
    }
    const sown = entries.filter(({ name, text }) => /zs[0-9a-z]{6,9}q/.test(name + text)).length;
    style.between?.(entries);
    await storedXss.finish!(scan);
    const proofs = entries.filter(({ name, text }) => (name + text).includes(`${scan.mark}(`)).length;
    return { findings: trial.findings(), sown, proofs, left: entries.length - before };
  } finally {
    await trial.close();
  }
}

const plain = (entries: readonly Entry[]) =>
  entries.map(({ name, text }) => `<p>${escaped(name)}: ${text}</p>`).join('');

describe('text that a website keeps', () => {
  it.each<[string, Style, string]>([
    ['between elements', { form, show: plain }, 'text'],
    [
      'in an attribute',
      {
        form,
        show: (all) => all.map(({ name }) => `<a title="${name.replace(/[<>]/g, '')}">x</a>`).join(''),
      },
      'name',
    ],
    [
      'in a script',
      {
        form,
        show: (all) =>
          `<script>${all.map(({ text }, i) => `var t${i} = '${text.replaceAll('<', '&lt;')}';`).join('\n')}</script>`,
      },
      'text',
    ],
    [
      'pushed off its list by others',
      {
        form,
        show: (all) => plain(all.slice(-2)),
        between: (all) => all.push(...Array.from({ length: 5 }, () => ({ name: 'Eve', text: 'Hello' }))),
      },
      'text',
    ],
    ['by GET', { form: form.replace('method="post"', 'method="get"'), show: plain }, 'text'],
  ])('is found %s', async (_what, style, field) => {
    const { findings, sown } = await scanBook(style);
    expect(findings.map(({ rule, confidence }) => [rule, confidence])).toEqual([
      ['active.stored-xss', 'firm'],
    ]);
    expect(findings[0]!.places.map(({ parameter }) => parameter)).toEqual([field]);
    expect(findings[0]!.places[0]!.evidence).toContain('/list');
    // One sending for the form, and no flood.
    expect(sown).toBe(1);
  });

  it.each<[string, Style]>([
    [
      'escaped',
      {
        form,
        show: (all) =>
          all.map(({ name, text }) => `<p title="${escaped(name)}">${escaped(text)}</p>`).join(''),
      },
    ],
    [
      'in a textarea, escaped',
      { form, show: (all) => `<textarea>${all.map(({ text }) => escaped(text)).join('\n')}</textarea>` },
    ],
    [
      'without tags',
      { form, show: (all) => all.map(({ text }) => `<p>${text.replace(/[<>&"']/g, '')}</p>`).join('') },
    ],
    ['and does not show', { form, show: (all) => `<p>${all.length} entries</p>` }],
    [
      'as data for scripts',
      {
        form,
        show: (all) => `<script>var all = ${JSON.stringify(all).replaceAll('<', '\\u003c')};</script>`,
      },
    ],
  ])('is no flaw %s', async (_what, style) => expect((await scanBook(style)).findings).toEqual([]));

  it('is left alone at safe', async () => {
    const { findings, left } = await scanBook({ form, show: plain }, 'safe');
    expect([findings, left]).toEqual([[], 0]);
  });
});
