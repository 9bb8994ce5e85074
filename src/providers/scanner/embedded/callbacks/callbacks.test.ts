import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import dgram from 'node:dgram';
import packet from 'dns-packet';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Contact } from './callbacks.ts';
import { makeCallbacks } from './issued.ts';
import type { Hear, Listener } from './listener.ts';
import { openListener } from './listener.ts';
import { bindMessage, searchMessage } from './testing/ldap.ts';

const { signal } = new AbortController();
let listener: Listener;
let dnsPort: number;

async function freeUdpPort(): Promise<number> {
  const socket = dgram.createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const { port } = socket.address();
  await new Promise<void>((resolve) => socket.close(() => resolve()));
  return port;
}

beforeAll(async () => {
  dnsPort = await freeUdpPort();
  listener = await openListener({
    host: '127.0.0.1',
    bind: '127.0.0.1',
    port: 0,
    zone: { name: 'cb.example', port: dnsPort },
  });
});
afterAll(() => listener.close());

/** A scan at the listener, and everything it hears of. */
function scan(options: { quietMs?: number } = {}) {
  let told: Hear = () => undefined;
  const { door, leave } = listener.register((token, contact) => told(token, contact));
  const { callbacks, hear } = makeCallbacks(door, { signal, ...options });
  told = hear;
  const contacts: Contact[] = [];
  return {
    callbacks,
    leave,
    door,
    contacts,
    issue: () => callbacks.issue((contact) => contacts.push(contact)),
  };
}

/** Sends bytes and reads until the other side is done. */
async function talk(...parts: (string | Buffer)[]): Promise<Buffer> {
  const socket = net.connect(listener.port, '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk)).on('error', () => undefined);
  await once(socket, 'connect');
  for (const part of parts) socket.write(part);
  socket.end();
  await once(socket, 'close');
  return Buffer.concat(chunks);
}

const fetchText = (url: string, options: http.RequestOptions = {}) =>
  new Promise<{ status: number; text: string; headers: http.IncomingHttpHeaders }>((resolve, reject) => {
    http
      .request(url, options, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => resolve({ status: response.statusCode!, text, headers: response.headers }));
      })
      .on('error', reject)
      .end();
  });

async function resolveName(name: string, type: 'A' | 'NS' | 'TXT' | 'AAAA' = 'A') {
  const socket = dgram.createSocket('udp4');
  socket.send(packet.encode({ type: 'query', id: 7, questions: [{ type, name }] }), dnsPort, '127.0.0.1');
  const [bytes] = (await once(socket, 'message')) as [Buffer];
  socket.close();
  return packet.decode(bytes) as packet.DecodedPacket & { rcode: string };
}

describe('HTTP', () => {
  it('answers an inert text that the address does not tell, and counts once', async () => {
    const { issue, contacts } = scan();
    const call = issue();
    const { status, text, headers } = await fetchText(`${call.http}/more.php?x=1`);
    await fetchText(call.http);
    expect({ status, text }).toEqual({ status: 200, text: call.content });
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(headers.location).toBeUndefined();
    expect(text).toMatch(/^zq[a-z0-9]{20}$/);
    expect(call.http).not.toContain(text);
    expect(contacts).toMatchObject([
      { protocol: 'http', from: '127.0.0.1', asked: `GET /${call.token}/more.php?x=1` },
    ]);
  });

  it.each<[string, (token: string) => http.RequestOptions]>([
    ['in the name of the host', (token) => ({ path: '/', headers: { Host: `${token}.cb.example` } })],
    ['in capital letters', (token) => ({ path: `/${token.toUpperCase()}` })],
    [
      'of a request with a body',
      (token) => ({ path: `/${token}`, method: 'POST', headers: { 'Content-Length': '0' } }),
    ],
    ['behind other letters', (token) => ({ path: `/x${token}php` })],
  ])('finds a token %s', async (_where, options) => {
    const { issue, contacts } = scan();
    const call = issue();
    const { text } = await fetchText(`http://127.0.0.1:${listener.port}`, options(call.token));
    expect(text).toBe(call.content);
    expect(contacts).toHaveLength(1);
  });

  it.each<[string, (token: string) => http.RequestOptions]>([
    ['of nobody', () => ({ path: '/aaaaaaaaaabbbbbbbbbbcc' })],
    [
      'in a header that says where one comes from',
      (token) => ({ path: '/', headers: { Referer: `http://x/${token}` } }),
    ],
    ['cut short', (token) => ({ path: `/${token.slice(0, -1)}` })],
  ])('knows no token %s', async (_where, options) => {
    const { issue, contacts } = scan();
    const { status, text } = await fetchText(`http://127.0.0.1:${listener.port}`, options(issue().token));
    expect({ status, text }).toEqual({ status: 404, text: '' });
    expect(contacts).toEqual([]);
  });

  it('does not count a token that was never issued, although it begins like one', async () => {
    const { issue, contacts, door } = scan();
    issue();
    await fetchText(`http://127.0.0.1:${listener.port}/${door.scanPart}aaaaaaaaaaaaa`);
    expect(contacts).toEqual([]);
  });

  it('tells browsers apart', async () => {
    const { issue, contacts } = scan();
    await fetchText(issue().http, { headers: { 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' } });
    expect(contacts).toMatchObject([{ byBrowser: true }]);
    // as Node's fetch does, which programs use
    await fetchText(issue().http, { headers: { 'Sec-Fetch-Mode': 'cors' } });
    expect(contacts[1]).not.toHaveProperty('byBrowser');
  });

  it('hears of a request that breaks off, and of one that is much too long', async () => {
    const { issue, contacts } = scan();
    await talk(`GET /${issue().token} HTTP/1.1\r\nHo`);
    const answer = await talk(`GET /${issue().token} HTTP/1.1\r\nX: ${'a'.repeat(50_000)}`);
    expect(contacts).toHaveLength(2);
    expect(answer.toString('latin1').length).toBeLessThan(400);
  });

  it.each(['\r\n\r\n', '\0\0\0\0', 'GET \r\n\r\n', 'get / http/1.1\r\n\r\n', 'x'.repeat(9000)])(
    'gives nothing to %j',
    async (text) => {
      expect(await talk(text)).toHaveLength(0);
    },
  );

  it('takes only some connections of one address', async () => {
    const held = Array.from({ length: 80 }, () =>
      net.connect(listener.port, '127.0.0.1').on('error', () => undefined),
    );
    await Promise.all(held.slice(60).map((socket) => once(socket, 'close')));
    expect(held.filter((socket) => !socket.destroyed).length).toBe(60);
    for (const socket of held) socket.destroy();
    // Who went makes room.
    await vi.waitFor(() => fetchText(`http://127.0.0.1:${listener.port}/`));
  });
});

describe('LDAP', () => {
  it('lets a client bind and search, and finds nothing', async () => {
    const { issue, contacts } = scan();
    const call = issue();
    const answer = await talk(bindMessage(1), searchMessage(2, call.token));
    // The result of the bind is success, that of the search noSuchObject.
    expect(answer.toString('hex')).toBe('300c02010161070a010004000400300c02010265070a012004000400');
    expect(contacts).toMatchObject([{ protocol: 'ldap', asked: `search ${call.token}` }]);
  });

  it('reads messages that come in pieces', async () => {
    const { issue, contacts } = scan();
    const message = searchMessage(1, issue().token);
    const socket = net.connect(listener.port, '127.0.0.1');
    socket.write(message.subarray(0, 9));
    await once(socket, 'ready');
    await new Promise((resolve) => setImmediate(resolve));
    socket.write(message.subarray(9));
    await once(socket, 'data');
    socket.destroy();
    expect(contacts).toHaveLength(1);
  });

  it.each([
    ['a length without end', Buffer.from('3084ffffffff', 'hex')],
    ['an endless length', Buffer.from('3080', 'hex')],
    ['something else inside', Buffer.from('30060401020401ff', 'hex')],
    ['an operation that changes', Buffer.from('300702010166020400', 'hex')],
  ])('hangs up on %s', async (_what, bytes) => expect(await talk(bytes)).toHaveLength(0));
});

it('hears which name a remote call of Java looks for', async () => {
  const { issue, contacts } = scan();
  const { token } = issue();
  const socket = net.connect(listener.port, '127.0.0.1');
  socket.write(Buffer.from('4a524d4900024b', 'hex'));
  const [ack] = (await once(socket, 'data')) as [Buffer];
  socket.write(
    Buffer.concat([Buffer.from('50aced00057722', 'hex'), Buffer.from(`t\0\x16${token}`, 'latin1')]),
  );
  await once(socket, 'close');
  expect(ack[0]).toBe(0x4e);
  expect(contacts).toMatchObject([{ protocol: 'rmi' }]);
});

it('hears the name in a greeting of TLS', async () => {
  const { issue, contacts } = scan();
  const name = Buffer.from(`${issue().dns}`, 'latin1');
  await talk(Buffer.concat([Buffer.from([0x16, 3, 1, 0, name.length]), name]));
  expect(contacts).toMatchObject([{ protocol: 'tls' }]);
});

describe('DNS', () => {
  it('answers names with a token, in whatever case, and tells of them', async () => {
    const { issue, contacts } = scan();
    const call = issue();
    const answer = await resolveName(`Www.${call.dns!.toUpperCase()}`);
    expect(answer.answers).toMatchObject([{ type: 'A', data: '127.0.0.1' }]);
    expect(answer.flag_aa).toBe(true);
    expect(contacts).toMatchObject([{ protocol: 'dns', asked: `A www.${call.dns}` }]);
    expect((await resolveName(call.dns!, 'TXT')).answers).toEqual([]);
  });

  it.each<[string, 'A' | 'NS', string]>([
    ['nothing.cb.example', 'A', 'NXDOMAIN'],
    ['cb.example', 'NS', 'NOERROR'],
    ['ns.cb.example', 'A', 'NOERROR'],
  ])('answers %s %s with %s and tells nobody', async (name, type, code) => {
    const { contacts } = scan();
    expect(await resolveName(name, type)).toMatchObject({ rcode: code });
    expect(contacts).toEqual([]);
  });

  it('says nothing about other zones, and to noise', async () => {
    const socket = dgram.createSocket('udp4');
    const answers: packet.DecodedPacket[] = [];
    socket.on('message', (bytes) => answers.push(packet.decode(bytes) as packet.DecodedPacket));
    const ask = (name: string) => packet.encode({ type: 'query', id: 1, questions: [{ type: 'A', name }] });
    for (const bytes of [
      ask('example.com'),
      ask('cb.example.com'),
      ask('xcb.example'),
      Buffer.from('noise'),
      Buffer.alloc(600, 0xc0),
    ])
      socket.send(bytes, dnsPort, '127.0.0.1');
    // The last answer comes after those that do not.
    socket.send(ask('ns.cb.example'), dnsPort, '127.0.0.1');
    await once(socket, 'message');
    socket.close();
    expect(answers.map(({ questions }) => questions![0]!.name)).toEqual(['ns.cb.example']);
  });
});

describe('scans at one listener', () => {
  it('hear their own contacts alone, and none after they have left', async () => {
    const [a, b] = [scan(), scan()];
    const [first, second] = [a.issue(), b.issue()];
    await fetchText(first.http);
    b.leave();
    expect((await fetchText(second.http)).status).toBe(404);
    expect([a.contacts.length, b.contacts.length]).toEqual([1, 0]);
    expect(a.door.key).not.toBe(b.door.key);
  });

  it('count only the contacts that they want', async () => {
    const { callbacks } = scan();
    const heard: string[] = [];
    const call = callbacks.issue(
      ({ protocol }) => heard.push(protocol),
      ({ protocol }) => protocol === 'http',
    );
    await resolveName(call.dns!);
    await fetchText(call.http);
    expect(heard).toEqual(['http']);
  });

  it('wait for late contacts while somebody may still call, and no longer', async () => {
    const { callbacks } = scan({ quietMs: 400 });
    await callbacks.settle(60_000);
    let heard = false;
    const call = callbacks.issue(() => (heard = true));
    setTimeout(() => void fetchText(call.http), 50);
    await callbacks.settle(60_000);
    expect(heard).toBe(true);
  });
});
