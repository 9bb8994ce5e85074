import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPage } from '#probes/web/page.ts';
import type { Handler } from '../../../sites/serve.ts';
import { flawed } from './testing/reflected.ts';
import { reflectedXss } from './reflected.ts';
import { storedXss } from './stored.ts';
import { pages } from './testing/templates.ts';
import { clientTemplates } from './templates.ts';
import type { Trial } from './testing/trial.ts';
import { openTrial } from './testing/trial.ts';

/** What only a browser can say, in one scan with one Chromium. The pages themselves are looked at without it. */

// One of each way to get out of something.
const kinds =
  /between elements$|attribute in apostrophes$|hidden field|handler, escaped|address of a form|document in an attribute$|^in a template string|may be a page|in capitals$|parentheses/;
const chosen = flawed.filter(([what]) => kinds.test(what));

type Entry = { name: string; text: string };
const entryForm = (action: string) =>
  `<form method="post" action="${action}"><input type="text" name="name"><textarea name="text"></textarea><button>Send</button></form>`;
const bookPage = (body: string) =>
  `<!doctype html><html><head><title>Guests</title></head><body>${body}</body></html>`;
const byScript =
  '<div id="out"></div><script>fetch("/api").then((r) => r.json()).then((all) => { document.getElementById("out").innerHTML = all.map((one) => "<p>" + one.text + "</p>").join(""); });</script>';

function makeSite(books: Record<'plain' | 'scripted', Entry[]>): Handler {
  return (visit) => {
    const q = visit.url.searchParams.get('q') ?? '';
    const [, list, name = ''] = /^\/(flawed|template|add|book)\/(\w+)$/.exec(visit.path) ?? [];
    if (visit.path === '/api') return { type: 'application/json', body: JSON.stringify(books.scripted) };
    if (list === 'flawed') {
      const made = chosen[Number(name)]![1](q);
      return typeof made === 'string' ? { body: made } : made;
    }
    if (list === 'template') return { body: pages[name]!(q) };
    const book = books[name as keyof typeof books];
    if (list === 'add') {
      book.push({ name: visit.form.get('name') ?? '', text: visit.form.get('text') ?? '' });
      return { status: 303, headers: { Location: `/book/${name}` } };
    }
    if (list !== 'book') return undefined;
    const shown = name === 'scripted' ? byScript : book.map(({ text }) => `<p>${text}</p>`).join('');
    return { body: bookPage(`${entryForm(`/add/${name}`)}${shown}`) };
  };
}

type Seen = {
  rule: string;
  confidence: string | undefined;
  evidence: string;
  shot: boolean;
  parameter: string;
};

describe('in Chromium', () => {
  const books: Record<'plain' | 'scripted', Entry[]> = { plain: [], scripted: [] };
  const seen = new Map<string, Seen>();
  let trial: Trial;
  let mark = '';

  beforeAll(async () => {
    trial = await openTrial(makeSite(books), { browser: true });
    const { scan } = trial;
    mark = scan.mark;
    scan.report = (rule, { url, evidence, screenshot, confidence = rule.confidence, parameter = '' }) =>
      void seen.set(new URL(url!).pathname, {
        rule: rule.id,
        confidence,
        evidence,
        parameter,
        shot: (screenshot?.length ?? 0) > 1000,
      });
    const ways = [
      ...chosen.map(
        (_one, index) => () => trial.point(reflectedXss, { method: 'GET', path: `/flawed/${index}?q=lamp` }),
      ),
      ...Object.keys(pages).map(
        (name) => () => trial.point(clientTemplates, { method: 'GET', path: `/template/${name}?q=lamp` }),
      ),
      ...Object.keys(books).map((name) => () => {
        const page = new URL(`/book/${name}`, scan.base).href;
        scan.site.forms.push(...readPage(entryForm(`/add/${name}`), page).forms);
        if (name === 'scripted')
          scan.site.requests.push({
            method: 'GET',
            url: new URL('/api', page).href,
            page,
            source: 'browser',
          });
        const fields = ['name', 'text'].map((field) => [field, 'sample'] as const);
        return trial.point(
          storedXss,
          { method: 'POST', path: `/add/${name}`, page: `/book/${name}`, body: { kind: 'form', fields } },
          'text',
        );
      }),
    ];
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let way = ways.shift(); way; way = ways.shift()) await way();
      }),
    );
    await storedXss.finish!(scan);
  }, 90_000);
  afterAll(() => trial.close());

  it.each(chosen.map(([what], index) => [what, index] as const))(
    'text runs %s, with a picture',
    (_what, index) =>
      expect(seen.get(`/flawed/${index}`)).toMatchObject({
        rule: 'active.reflected-xss',
        confidence: 'certain',
        shot: true,
      }),
  );

  it.each(['plain', 'scripted'] as const)('text that was kept runs where it is shown: %s', (name) => {
    expect(seen.get(`/add/${name}`)).toMatchObject({
      rule: 'active.stored-xss',
      confidence: 'certain',
      parameter: 'text',
      shot: true,
    });
    const proofs = books[name].filter(({ text }) => text.includes(`${mark}(`)).length;
    expect(proofs).toBeGreaterThan(0);
    expect(proofs).toBeLessThanOrEqual(3);
  });

  it.each(['text', 'attribute'])('a template runs a call of ours in %s', (name) =>
    expect(seen.get(`/template/${name}`)).toMatchObject({
      shot: true,
      evidence: expect.stringContaining('ran as a script'),
    }),
  );
  it('a template computes a formula where it refuses calls', () =>
    expect(seen.get('/template/sandbox')?.evidence).toContain('became'));
  it.each(['left', 'outside', 'braces', 'server', 'quotes'])('a template is no flaw: %s', (name) =>
    expect(seen.get(`/template/${name}`)).toBeUndefined(),
  );
});
