import { expect, test } from 'vitest';
import { serve } from '../../sites/serve.ts';
import { runScan } from '../engine.ts';
import { breakout } from '../points/tried.ts';
import { mayLeave } from './allowance.ts';
import { readSent } from './sent.ts';
import { breaksRecords } from './judge.ts';

test.each(['', 'Hello'])(
  'a form that keeps what it gets is sent a few times only, and its stored script is found: filled with "%s"',
  async (filled) => {
    const notes: string[] = [];
    const page = (body: string) => ({
      body: `<!doctype html><html><head><title>Guests</title></head><body>${body}</body></html>`,
    });
    const site = await serve((visit) => {
      if (visit.path === '/')
        return page(
          `<form method="post" action="/add"><textarea name="note">${filled}</textarea><button>Send</button></form><a href="/list">All</a>`,
        );
      if (visit.path === '/list') return page(`<ul>${notes.map((note) => `<li>${note}</li>`).join('')}</ul>`);
      if (visit.path !== '/add') return undefined;
      if (visit.method === 'POST' && visit.form.has('note')) notes.push(visit.form.get('note')!);
      return page('<p>Thank you. Your note has been saved.</p>');
    });
    try {
      const { findings } = await runScan(
        { url: site.url, level: 'normal', allowPrivate: [site.host] },
        { signal: new AbortController().signal, perSecond: 1000, useBrowser: false, onProgress: () => {} },
      );
      const found = findings
        .filter(({ rule }) => rule === 'active.stored-xss')
        .flatMap(({ places }) => places.map(({ url }) => url));
      expect(found).toEqual([`${site.url}/add`]);
      expect(notes.length).toBeLessThan(20);
    } finally {
      await site.close();
    }
  },
  60_000,
);

test('a text that would end a statement in the middle is not sent to an editing form; one that breaks out of markup is, with any mark', () => {
  const breaks = (text: string) =>
    breaksRecords(
      readSent('http://shop.example/notes', {
        method: 'POST',
        body: new URLSearchParams({ note: text }).toString(),
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      }),
    );
  expect(["Alex'-- ", "Alex'/*", 'Alex" or 1=1#', `${breakout('zq12345678')}'--`].map(breaks)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(
    [breakout('zq12345678'), `${breakout('zs5xe6e500bq')}safetyscan`, "Alex'||'", 'Tom & Jerry'].map(breaks),
  ).toEqual([false, false, false, false]);
});

test('the check for stored texts, which looks last, has room where the others have used up theirs', () => {
  const atLimit = { spent: 0, taken: 15, perForm: 15 };
  expect(['SQL injection', 'Stored cross-site scripting'].map((name) => mayLeave(name, atLimit))).toEqual([
    false,
    true,
  ]);
  expect(mayLeave('Stored cross-site scripting', { ...atLimit, spent: 4 })).toBe(false);
  expect(mayLeave('Stored cross-site scripting', { ...atLimit, taken: 19 })).toBe(false);
});
