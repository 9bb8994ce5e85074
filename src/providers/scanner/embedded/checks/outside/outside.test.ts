import http from 'node:http';
import net from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Handler } from '../../../sites/serve.ts';
import type { Shape } from '../execution/testing/trial.ts';
import { escaped, get, page, post, postJson, tryOut } from '../execution/testing/trial.ts';
import { makeCallbacks } from '../../callbacks/issued.ts';
import { openCallbacks } from '../../callbacks/open.ts';
import { bindMessage, searchMessage } from '../../callbacks/testing/ldap.ts';
import { sampleFile } from '../../points/fields.ts';
import type { Check } from '../../rule.ts';
import { log4shell } from './log4shell.ts';
import { ssrf } from './ssrf.ts';
import { xxe } from './xxe.ts';

const { signal } = new AbortController();

async function rulesOf(
  check: Check,
  handler: Handler,
  shape: Shape,
  more: { level?: 'full' } = {},
): Promise<string[]> {
  const opened = (await openCallbacks({ address: '127.0.0.1', port: 80, relay: null, signal }))!;
  try {
    return (await tryOut([check], handler, shape, { ...more, callbacks: opened.callbacks })).rules;
  } finally {
    await opened.close();
  }
}

const fetched = (address: string) =>
  new Promise<string>((resolve) => {
    if (!URL.canParse(address)) return resolve('');
    http
      .get(address, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString())).on('end', () => resolve(text));
      })
      .on('error', () => resolve(''));
  });

const param = ({ url }: Parameters<Handler>[0], name: string) => url.searchParams.get(name) ?? '';

describe.concurrent('addresses that visitors choose', () => {
  it.each<[string, Handler, Shape, string[]]>([
    [
      'a page shows what was fetched',
      async (v) => page(`<pre>${await fetched(param(v, 'url'))}</pre>`),
      get('/read?url=http://a.example/'),
      ['active.ssrf'],
    ],
    [
      'a host is put into an address',
      async (v) => page(`<p>${(await fetched(`http://${param(v, 'host')}/up`)).length}</p>`),
      get('/up?host=a.example'),
      ['active.ssrf'],
    ],
    [
      'an interface calls and says nothing',
      async (v) => {
        await fetched((JSON.parse(v.body || '{"callback":""}') as { callback: string }).callback);
        return { type: 'application/json', body: '{"ok":true}' };
      },
      postJson('/hooks', { callback: 'http://a.example/done' }),
      ['active.ssrf'],
    ],
    [
      'a page is made of a file or an address',
      async (v) =>
        page(
          /^\w+\.txt$/.test(param(v, 'page'))
            ? '<p>All about lamps and their shades</p>'
            : await fetched(param(v, 'page')),
        ),
      get('/show?page=about.txt'),
      ['active.remote-inclusion'],
    ],
    [
      'the address is repeated',
      (v) => page(`<p>Saved ${escaped(param(v, 'url'))}</p>`),
      get('/save?url=http://a.example/'),
      [],
    ],
    [
      'the visitor is sent there',
      (v) => ({ status: 302, headers: { Location: param(v, 'url') } }),
      get('/go?url=http://a.example/'),
      [],
    ],
  ])('%s', async (_what, handler, shape, expected) =>
    expect(await rulesOf(ssrf, handler, shape)).toEqual(expected),
  );
});

const xml: Shape = {
  method: 'POST',
  path: '/orders',
  body: {
    kind: 'text',
    mediaType: 'application/xml',
    text: '<?xml version="1.0"?><order><item>lamp</item></order>',
  },
};

describe.concurrent('XML with external entities', () => {
  const resolving: Handler = async ({ body }) => {
    for (const [, address] of body.matchAll(/<!ENTITY\s+(?:%\s+)?\w+\s+SYSTEM\s+"([^"]*)"/g))
      await fetched(address!);
    return page('<p>Thank you</p>');
  };
  const refusing: Handler = ({ body }) =>
    body.includes('<!DOCTYPE')
      ? page(`<p>Not allowed: ${escaped(body)}</p>`, { status: 400 })
      : page('<p>Thank you</p>');
  it('finds parsers that open them', async () =>
    expect(await rulesOf(xxe, resolving, xml)).toEqual(['active.xxe']));
  it('leaves parsers alone that refuse them', async () =>
    expect(await rulesOf(xxe, refusing, xml)).toEqual([]));
  it('finds them behind fields for XML, of text and of files', async () => {
    const opening: Handler = async (visit, response) =>
      resolving({ ...visit, body: visit.form.get('xml') ?? visit.body }, response);
    const field = post('/import', ['xml', '<order><item>lamp</item></order>']);
    expect(await rulesOf(xxe, opening, field)).toEqual(['active.xxe']);
    const parts = [{ name: 'list', ...sampleFile({ accept: '.xml,text/xml' }) }];
    expect(
      await rulesOf(xxe, opening, { method: 'POST', path: '/import', body: { kind: 'multipart', parts } }),
    ).toEqual(['active.xxe']);
  });
  it('finds interfaces that take XML besides JSON', async () =>
    expect(await rulesOf(xxe, resolving, postJson('/orders', { item: 'lamp' }), { level: 'full' })).toEqual([
      'active.xxe',
    ]));
});

/** Resolves lookups as the library does, innermost first, and asks as Java's LDAP client asks. */
async function log(text: string, nested: boolean): Promise<void> {
  let line = text;
  for (let round = 0; nested && round < 50; round++)
    line = line.replace(/\$\{(?:::-|lower:)([^${}]*)\}/g, (_all, inner: string) => inner.toLowerCase());
  const [, host, port, base] = /\$\{jndi:ldap:\/\/([\d.]+):(\d+)\/(\w+)\}/.exec(line) ?? [];
  if (host === undefined) return;
  await new Promise<void>((resolve) => {
    const socket = net.connect(Number(port), host, () => socket.write(bindMessage(1)));
    socket.once('data', () => {
      socket.write(searchMessage(2, base!));
      socket.once('data', () => socket.end());
    });
    socket.on('close', () => resolve()).on('error', () => resolve());
  });
}

describe.concurrent('lookups in logs', () => {
  it.each<[string, (text: string) => Promise<void>, string[]]>([
    ['carried out', (text) => log(text, true), ['active.log4shell']],
    [
      'carried out where the plain word is filtered',
      (text) => log(text.replaceAll('${jndi', ''), true),
      ['active.log4shell'],
    ],
    ['only written down', () => Promise.resolve(), []],
  ])('%s', async (_what, write, expected) => {
    const handler: Handler = async (v) => {
      await write(param(v, 'q'));
      return page(`<p>Nothing for ${escaped(param(v, 'q'))}</p>`);
    };
    expect(await rulesOf(log4shell, handler, get('/search?q=lamp'))).toEqual(expected);
  });
  it('carried out where nothing but names gets out', async () => {
    const door = { host: '127.0.0.1', port: 9, zone: 'cb.example', scanPart: 'zqscan', key: 'k'.repeat(32) };
    const { callbacks, hear } = makeCallbacks(door, { signal, quietMs: 50 });
    const handler: Handler = (v) => {
      const token = /\$\{jndi:dns:\/\/(\w+)\.cb\.example\}/.exec(param(v, 'q'))?.[1];
      if (token !== undefined)
        hear(token, { protocol: 'dns', at: new Date(), from: '127.0.0.1', asked: `A ${token}.cb.example` });
      return page('<p>Nothing</p>');
    };
    expect((await tryOut([log4shell], handler, get('/search?q=lamp'), { callbacks })).rules).toEqual([
      'active.log4shell',
    ]);
  });
});
