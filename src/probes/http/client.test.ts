import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createTcpServer } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { bodyText, header, headerAll, mediaType } from './answer.ts';
import type { HttpClient, HttpClientOptions } from './client.ts';
import { makeHttpClient } from './client.ts';
import { isCardNumber, maskText } from './masks.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function served(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Answers raw bytes to whatever comes. */
async function raw(bytes: string): Promise<string> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(bytes));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function client(options: Partial<HttpClientOptions> = {}): HttpClient {
  const made = makeHttpClient({
    signal: new AbortController().signal,
    userAgent: 'test',
    allowPrivate: 'all',
    perSecond: 1000,
    totalMs: 3000,
    ...options,
  });
  closers.push(made.close);
  return made;
}

describe('ask', () => {
  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const)('unpacks %s', async (encoding, pack) => {
    const url = await served((_request, response) =>
      response.writeHead(200, { 'Content-Encoding': encoding }).end(pack('hello')),
    );
    expect(bodyText(await client().ask(url))).toBe('hello');
  });

  it('keeps what a broken compression gave so far', async () => {
    const packed = gzipSync(Buffer.alloc(100_000, 'x'));
    const url = await served((_request, response) =>
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(packed.subarray(0, 60)),
    );
    const answer = await client().ask(url);
    expect(answer.status).toBe(200);
  });

  it('stops reading at its cap, also inside compressed data', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000));
    const url = await served((request, response) =>
      request.url === '/bomb'
        ? response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb)
        : response.end(Buffer.alloc(1_000_000, 'a')),
    );
    for (const path of ['/bomb', '/long']) {
      const answer = await client().ask(url + path, { maxBytes: 1000 });
      expect([answer.body.length, answer.truncated]).toEqual([1000, true]);
    }
  });

  it('gives up on an answer that never ends', async () => {
    const url = await served((_request, response) => {
      response.write('x');
      const timer = setInterval(() => response.write('x'), 50);
      response.on('close', () => clearInterval(timer));
    });
    await expect(client({ totalMs: 300 }).ask(url)).rejects.toMatchObject({
      name: 'HttpFailure',
      code: 'timeout',
    });
  });

  it('reads headers as sent, several of one name, and tolerates odd ones', async () => {
    const url = await raw(
      'HTTP/1.1 200 OK\r\nX-Odd: a\u0001b\r\nSet-Cookie: a=1\r\nset-cookie: b=2\r\nContent-Type: Text/HTML; charset=iso-8859-1\r\n\r\ncaf\u00e9',
    );
    const answer = await client().ask(url);
    expect(headerAll(answer, 'SET-COOKIE')).toEqual(['a=1', 'b=2']);
    expect(mediaType(answer)).toBe('text/html');
    expect(header(answer, 'x-odd')).toBe('a\u0001b');
  });
});

describe('what a client sends along and refuses', () => {
  it('keeps what a visitor was given when it asks as a stranger', async () => {
    let given = 0;
    const url = await served((request, response) =>
      response
        .writeHead(200, { 'Set-Cookie': `visit=${(given += 1)}` })
        .end(request.headers.cookie ?? 'none'),
    );
    const http = client();
    await http.ask(url);
    expect((await http.ask(url, { cookies: false })).body.toString()).toBe('none');
    expect((await http.ask(url)).body.toString()).toBe('visit=1');
  });

  it.each([
    ['SSH-2.0-OpenSSH_9.6\r\n', 'protocol'],
    ['', 'reset'],
  ])('names the failure when the server says %j', async (bytes, code) => {
    await expect(client().ask(await raw(bytes))).rejects.toMatchObject({ code });
  });

  it('refuses private addresses, other schemes and more than its budget', async () => {
    const url = await served((_request, response) => response.end('x'));
    await expect(client({ allowPrivate: [] }).ask(url)).rejects.toMatchObject({ code: 'refused-address' });
    await expect(client().ask('file:///etc/passwd')).rejects.toMatchObject({ code: 'invalid-url' });
    const small = client({ maxRequests: 1 });
    await small.ask(url);
    await expect(small.ask(url)).rejects.toMatchObject({ code: 'budget' });
  });

  it('asks the name servers once per host', async () => {
    let asked = 0;
    const url = await served((_request, response) => response.end('x'));
    const port = new URL(url).port;
    const http = client({
      lookup: async () => {
        asked += 1;
        return asked === 1 ? ['127.0.0.1'] : ['169.254.169.254'];
      },
    });
    await http.ask(`http://rebind.test:${port}/`);
    await http.ask(`http://rebind.test:${port}/`);
    expect(asked).toBe(1);
  });

  it('rejects with the reason of its signal', async () => {
    const cancel = new AbortController();
    const url = await served(() => cancel.abort(new Error('stop')));
    await expect(client({ signal: cancel.signal }).ask(url)).rejects.toThrow('stop');
  });

  it('sends a path as it is', async () => {
    const seen: (string | undefined)[] = [];
    const url = await served((request, response) => {
      seen.push(request.url);
      response.end();
    });
    await client().ask(url, { rawPath: '/%/..;/a%00' });
    expect(seen).toEqual(['/%/..;/a%00']);
  });
});

describe('follow', () => {
  it('ends at a circle, at the limit and where it may not go', async () => {
    const url = await served((request, response) => {
      const step = Number(request.url?.slice(1)) || 0;
      response.writeHead(302, { Location: request.url === '/circle' ? '/circle' : `/${step + 1}` }).end();
    });
    expect((await client().follow(`${url}/circle`)).length).toBe(1);
    expect((await client().follow(`${url}/1`, { maxHops: 4 })).length).toBe(5);
    expect((await client().follow(`${url}/1`, { mayFollow: (next) => next.pathname !== '/3' })).length).toBe(
      2,
    );
  });

  it('judges every new host', async () => {
    const url = await served((_request, response) =>
      response.writeHead(302, { Location: 'http://169.254.169.254/latest/meta-data/' }).end(),
    );
    await expect(client().follow(url)).rejects.toMatchObject({ code: 'refused-address' });
  });
});

describe('maskText', () => {
  it.each([
    ['Cookie: a=secretvalue; b=other', 'Cookie: a=***; b=***'],
    ['Set-Cookie: sid=abcdef123456; Path=/', 'Set-Cookie: sid=***; Path=/'],
    ['Authorization: Bearer abc.def', 'Authorization: Bearer ***'],
    ['DB_PASSWORD=Tr33house', 'DB_PASSWORD=***'],
    ['"password": "hunter22"', '"password": "***"'],
    ['postgres://shop:Tr33@db/x', 'postgres://shop:***@db/x'],
    ['card 4111 1111 1111 1111 ok', 'card 4111 **** **** 1111 ok'],
    ['ben:$apr1$x8d7f6g5$abcdefgh', 'ben:$apr1$***'],
    [
      '-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----',
      '-----BEGIN RSA PRIVATE KEY----- *** -----END RSA PRIVATE KEY-----',
    ],
    ['a plain sentence about passwords', 'a plain sentence about passwords'],
    ['order 1234567890123456', 'order 1234567890123456'],
  ])('%j', (text, masked) => expect(maskText(text)).toBe(masked));

  it('knows card numbers', () => {
    expect(isCardNumber('4111111111111111')).toBe(true);
    expect(isCardNumber('4111111111111112')).toBe(false);
    expect(isCardNumber('0000000000000000')).toBe(false);
  });
});
