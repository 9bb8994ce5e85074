import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Handler } from '../../../sites/serve.ts';
import { traversal } from './traversal.ts';
import { page, tryOut } from './testing/trial.ts';
import { accounts, makeMachine } from './testing/files.ts';

const { open } = makeMachine();

describe('servers that put the path of the address together by themselves', () => {
  const files =
    (name: (raw: string) => string | null): Handler =>
    (visit, response) => {
      const raw = (response.req as { url?: string }).url!.split('?')[0]!;
      const text = name(raw) === null ? null : open(name(raw)!);
      return text === null ? undefined : { type: 'text/plain', body: text };
    };
  const met = (scan: Parameters<NonNullable<typeof traversal.run>>[0]) =>
    void scan.site.paths.add(new URL('/static/site.css', scan.base).href);

  it.each<[string, Handler]>([
    ['dots in the path', files((raw) => raw.slice(1))],
    ['an encoded slash', files((raw) => (raw.includes('../') ? null : decodeURIComponent(raw).slice(1)))],
    ['an encoded dot', files((raw) => (/\.\.|%2f/i.test(raw) ? null : decodeURIComponent(raw).slice(1)))],
    [
      'an alias without its slash',
      files((raw) =>
        raw.startsWith('/static')
          ? `static/${path.posix.join(`x${raw.slice(7)}`).startsWith('..') ? '' : raw.slice(7)}`
          : null,
      ),
    ],
  ])('finds %s', async (_how, handler) => {
    const { findings } = await tryOut([traversal], handler, null, { prepare: met });
    expect(findings.map(({ rule }) => rule)).toEqual(['active.path-traversal']);
  });

  it.each<[string, Handler]>([
    ['a normalising server', (visit) => ({ type: 'text/plain', body: open(visit.path.slice(1)) ?? 'none' })],
    ['the same page for everything', () => page(`<h1>Lamps</h1>${'x'.repeat(100)}`)],
    ['a page about the file for everything', () => ({ type: 'text/plain', body: accounts })],
  ])('leaves %s alone', async (_how, handler) => {
    expect((await tryOut([traversal], handler, null, { level: 'full', prepare: met })).rules).toEqual([]);
  });
});
