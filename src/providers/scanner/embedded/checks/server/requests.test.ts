import { describe, expect, it } from 'vitest';
import { bodyText } from '#probes/http/answer.ts';
import { readPage } from '#probes/web/page.ts';
import type { Handler, Visit } from '../../../sites/serve.ts';
import type { Scan } from '../../rule.ts';
import { page, tryOut } from '../execution/testing/trial.ts';
import { hostHeader } from './hostHeader.ts';
import { methods } from './methods.ts';

/** A server that keeps what is put into some folders. */
function store(
  folder: string,
  options: { removes?: boolean; allow?: string; dav?: string } = {},
): { handler: Handler; files: Map<string, string> } {
  const files = new Map<string, string>();
  const handler: Handler = (visit) => {
    if (visit.method === 'OPTIONS')
      return {
        status: 200,
        headers: {
          Allow: options.allow ?? 'GET, HEAD, POST, OPTIONS, PUT, DELETE',
          ...(options.dav ? { DAV: options.dav } : {}),
        },
      };
    if (visit.method === 'PUT' && visit.path.startsWith(folder))
      return files.set(visit.path, visit.body) && { status: 201 };
    if (visit.method === 'DELETE' && options.removes !== false && files.delete(visit.path))
      return { status: 204 };
    if (visit.method !== 'GET') return { status: 405 };
    const kept = files.get(visit.path);
    return kept === undefined ? undefined : { type: 'text/plain', body: kept };
  };
  return { handler, files };
}

describe('files that strangers may put', () => {
  it.each(['/', '/uploads/'])('are found in %s, and taken away again', async (folder) => {
    const { handler, files } = store(folder);
    const { findings } = await tryOut([methods], handler, null);
    expect(findings.map(({ rule, places }) => [rule, places[0]!.parameter])).toEqual([
      ['server.put-upload', folder],
    ]);
    expect(findings[0]!.places[0]!.evidence).toContain('has been deleted');
    expect([...files]).toEqual([]);
  });
  it('are named where they cannot be taken away', async () => {
    const { findings } = await tryOut([methods], store('/', { removes: false }).handler, null);
    expect(findings[0]!.places[0]!.evidence).toMatch(/could not be deleted .* by hand/);
  });
  it('are not tried at the level safe', async () => {
    const { rules, visits } = await tryOut([methods], store('/').handler, null, { level: 'safe' });
    expect(rules).toEqual([]);
    expect(visits.filter((visit) => visit.startsWith('PUT'))).toEqual([]);
  });
  it.each<[string, Handler]>([
    ['says yes and keeps nothing', () => page('<p>Thank you.</p>')],
    ['repeats what it gets', (visit) => ({ type: 'text/plain', body: visit.body })],
    ['refuses', (visit) => (visit.method === 'GET' ? undefined : { status: 403 })],
    [
      'names the method only',
      (visit) => (visit.method === 'OPTIONS' ? { headers: { Allow: 'GET, PUT, DELETE, TRACE' } } : undefined),
    ],
  ])('are none where the server %s', async (_how, handler) =>
    expect((await tryOut([methods], handler, null)).rules).toEqual([]),
  );
});

describe('WebDAV', () => {
  it('is told where the server offers it', async () => {
    const { handler } = store('/nowhere/', {
      dav: '1,2',
      allow: 'OPTIONS,GET,HEAD,POST,DELETE,TRACE,PROPFIND,PROPPATCH,COPY,MOVE',
    });
    expect((await tryOut([methods], handler, null, { level: 'safe' })).rules).toEqual(['server.webdav']);
  });
  it.each([{ dav: 'x' }, { allow: 'GET, PROPFIND' }, { dav: '1', allow: 'GET, HEAD' }])(
    'is not told of %j',
    async (options) =>
      expect(
        (await tryOut([methods], store('/nowhere/', options).handler, null, { level: 'safe' })).rules,
      ).toEqual([]),
  );
});

const told = ({ headers }: Visit) =>
  String(headers['x-forwarded-host'] ?? headers.host).replace(/[^\w.:-]/g, '');
const withPage = (path: string) => async (scan: Scan) => {
  const answer = await scan.ask(new URL(path, scan.base));
  scan.site.pages.push({ url: answer!.url, answer: answer!, page: readPage(bodyText(answer!), answer!.url) });
};

describe('host names that visitors send', () => {
  it.each<[string, Handler, string]>([
    [
      'in links by X-Forwarded-Host',
      (visit) => page(`<a href="https://${told(visit)}/shop">Shop</a>`),
      'X-Forwarded-Host',
    ],
    ['in links by Host', (visit) => page(`<a href="//${visit.headers.host}/shop">Shop</a>`), 'Host'],
    ['in scripts', (visit) => page(`<script src='//${told(visit)}/app.js'></script>`), 'X-Forwarded-Host'],
    [
      'in redirects by X-Forwarded-Host',
      (visit) =>
        visit.url.search === ''
          ? page('x')
          : { status: 302, headers: { Location: `https://${told(visit)}/en/` } },
      'X-Forwarded-Host',
    ],
  ])('are found %s', async (_where, handler, name) => {
    const { findings } = await tryOut([hostHeader], handler, null);
    expect(findings.map(({ rule }) => rule)).toEqual(['server.host-header']);
    expect(findings[0]!.places.map(({ parameter }) => parameter)).toContain(name);
  });
  it('weigh more where passwords are reset', async () => {
    const handler: Handler = (visit) =>
      visit.path === '/forgot'
        ? page(`<form action="https://${told(visit)}/forgot" method="post"><input name="email"></form>`)
        : undefined;
    const { findings } = await tryOut([hostHeader], handler, null, { prepare: withPage('/forgot') });
    expect(findings.map(({ rule, severity }) => [rule, severity])).toEqual([['server.host-header', 'high']]);
  });
  it('that a cache keeps for others are proved by asking again', async () => {
    const kept = new Map<string, string>();
    const handler: Handler = (visit) => {
      const key = visit.url.href;
      if (!kept.has(key)) kept.set(key, told(visit));
      return page(`<script src="https://${kept.get(key)}/app.js"></script>`);
    };
    const { findings } = await tryOut([hostHeader], handler, null);
    expect(findings.map(({ rule }) => rule)).toContain('server.cache-poisoning');
  });
  it.each<[string, Handler]>([
    ['are ignored', () => page('<a href="https://lamps.example/shop">Shop</a>')],
    [
      'are refused',
      (visit) =>
        told(visit).startsWith('127.')
          ? page('x')
          : { status: 421, body: `<a href="https://${told(visit)}/">?</a>` },
    ],
    ['are only mentioned', (visit) => page(`<p>You asked ${told(visit)} for this page.</p>`)],
    [
      'are led to https',
      (visit) =>
        visit.url.search === ''
          ? page('x')
          : { status: 301, headers: { Location: `https://${visit.headers.host}${visit.path}` } },
    ],
    [
      'stand in a parameter',
      (visit) => page(`<a href="/share?at=${encodeURIComponent(`https://${told(visit)}/`)}">Share</a>`),
    ],
  ])('say nothing where they %s', async (_how, handler) =>
    expect((await tryOut([hostHeader], handler, null)).rules).toEqual([]),
  );
});
