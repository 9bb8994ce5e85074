import { createSocket } from 'node:dgram';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Handler, Site } from '../../sites/serve.ts';
import { serve } from '../../sites/serve.ts';
import type { Lab } from './testing/lab.ts';
import { mark, openLab } from './testing/lab.ts';
import { startProxy } from './proxy.ts';
import type { BrowserTools, BrowserVisit } from './tools.ts';

let lab: Lab;
let site: Site;
let cdn: Site;
let page: Lab['page'];
let tools: BrowserTools;
/** One that may only read. */
let reader: BrowserTools;
let strange: { port: number; connections: () => number; close: () => void };
let stun: { port: number; packets: () => number; close: () => void };

const visit = (path: string, by = tools) => lab.visit(by, path);
const requestsOf = (seen: BrowserVisit) =>
  seen.requests.map((request) => `${request.method} ${request.url.replace(site.url, '')}`);

beforeAll(async () => {
  cdn = await serve(
    ({ path }) => ({
      type: path.endsWith('.css') ? 'text/css' : 'text/javascript',
      body: `window.${mark}?.('cdn')`,
    }),
    {
      host: 'cdn.test',
    },
  );
  lab = await openLab(['http://rebind.test', 'http://169.254.169.254'], [cdn]);
  ({ site, page } = lab);
  let connections = 0;
  const tcp = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
  strange = {
    port: (tcp.address() as AddressInfo).port,
    connections: () => connections,
    close: () => tcp.close(),
  };
  let packets = 0;
  const udp = createSocket('udp4', () => {
    packets += 1;
  });
  await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve));
  stun = { port: udp.address().port, packets: () => packets, close: () => udp.close() };
  [tools, reader] = await Promise.all([lab.open(), lab.open({ mayChange: false })]);
});
afterAll(async () => {
  await lab.close();
  strange.close();
  stun.close();
});

describe('what a page may reach', () => {
  it.concurrent.each([
    [
      'fetch',
      (place: string) =>
        `fetch('http://${place}/').catch(() => {}); fetch('http://${place}/', { method: 'POST', mode: 'no-cors', body: 'x' }).catch(() => {})`,
    ],
    [
      'XMLHttpRequest',
      (place: string) => `const x = new XMLHttpRequest(); x.open('PUT', 'http://${place}/'); x.send()`,
    ],
    [
      'script, style, picture, font, film and object',
      (place: string) =>
        `document.body.innerHTML = '<link rel=stylesheet href=//${place}/a.css><img src=//${place}/a><video src=//${place}/a></video><object data=//${place}/a></object><embed src=//${place}/b><link rel=preconnect href=//${place}><link rel=prefetch href=//${place}/c><style>@font-face{font-family:q;src:url(//${place}/f.woff)}body{font-family:q}</style>'; const s = document.createElement('script'); s.src = '//${place}/a.js'; document.body.append(s)`,
    ],
    [
      'frame, data frame and window',
      (place: string) =>
        `document.body.innerHTML = '<iframe src=//${place}/></iframe><iframe src="data:text/html,<script>fetch(\\'http://${place}/d\\',{mode:\\'no-cors\\'})</script>"></iframe>'; open('http://${place}/w')`,
    ],
    [
      'beacon, event source and WebSocket',
      (place: string) =>
        `navigator.sendBeacon('http://${place}/', 'x'); new EventSource('http://${place}/e'); new WebSocket('ws://${place}/s')`,
    ],
    [
      'worker',
      (place: string) =>
        `new Worker(URL.createObjectURL(new Blob(["fetch('http://${place}/',{mode:'no-cors'});importScripts('http://${place}/i.js')"])))`,
    ],
    [
      'form',
      (place: string) =>
        `document.body.innerHTML = '<form method=post action=http://${place}/><input name=a></form>'; document.forms[0].submit()`,
    ],
    ['navigation', (place: string) => `location = 'http://${place}/'`],
  ])('not another port of this machine by %s', async (name, code) => {
    const path = `/foreign-${name.length}`;
    page(path, `<body><script>${code(`127.0.0.1:${strange.port}`)}</script>`);
    const before = lab.asked.length;
    const seen = await visit(path);
    expect(seen.status).toBe(200);
    expect(seen.html).toContain('<title>t</title>');
    expect(lab.asked.slice(before).filter((line) => !line.includes(site.url))).toEqual([]);
    expect(strange.connections()).toBe(0);
    expect(JSON.stringify(seen.requests)).not.toContain(String(strange.port));
  });

  it.each([
    ['a redirect of a page', '<a>', '/hop'],
    ['a redirect of a script', '<script src=/hop.js></script>', '/hop-of-script'],
  ])('not a private address by %s', async (_name, body, path) => {
    const away: Handler = () => ({
      status: 302,
      headers: { Location: `http://127.0.0.1:${strange.port}/secret.js` },
    });
    if (path === '/hop') page(path, away);
    else {
      page('/hop.js', away);
      page(path, body);
    }
    const seen = await tools.visit({ url: `${site.url}${path}` });
    expect(JSON.stringify(seen ?? '')).not.toContain('ECONNRESET');
    expect(strange.connections()).toBe(0);
  });
});

describe('what no page may reach, whoever names it', () => {
  it('not the metadata of a cloud, nor a name that leads to a public and a private address', async () => {
    page(
      '/inside',
      `<script>for (const place of ['169.254.169.254/latest', 'rebind.test/']) fetch('http://' + place).then((a) => ${mark}(place + a.status), () => ${mark}('refused ' + place))</script>`,
    );
    const seen = await visit('/inside');
    expect(seen.executed.sort()).toEqual(['refused 169.254.169.254/latest', 'refused rebind.test/']);
    expect(await tools.visit({ url: 'http://169.254.169.254/latest/meta-data/' })).toBeNull();
    expect(await tools.visit({ url: 'http://rebind.test/' })).toBeNull();
  });

  it('no file and no other scheme', async () => {
    page(
      '/schemes',
      `<iframe src=file:///etc/hostname></iframe><iframe src=ftp://127.0.0.1:${strange.port}/></iframe><iframe src=view-source:http://127.0.0.1:${strange.port}/></iframe><script>fetch('file:///etc/hostname').then(() => ${mark}('file'), () => {}); try { open('file:///etc/hostname') } catch {} setTimeout(() => { location = 'file:///etc/hostname' }, 50)</script>`,
    );
    const seen = await visit('/schemes');
    expect(seen.executed).toEqual([]);
    expect(seen.url).toBe(`${site.url}/schemes`);
    for (const url of [
      'file:///etc/hostname',
      `ftp://127.0.0.1:${strange.port}/`,
      'chrome://version',
      'javascript:1',
    ])
      expect(await tools.visit({ url })).toBeNull();
    expect(strange.connections()).toBe(0);
  });

  it('no peer, not by the untouched objects of a new frame either', async () => {
    page(
      '/peer',
      `<body><script>const frame = document.createElement('iframe'); document.body.append(frame); for (const Peer of [window.RTCPeerConnection, frame.contentWindow.RTCPeerConnection]) if (Peer) { const peer = new Peer({ iceServers: [{ urls: 'stun:127.0.0.1:${stun.port}' }, { urls: 'turn:127.0.0.1:${strange.port}?transport=tcp', username: 'a', credential: 'b' }] }); peer.createDataChannel('a'); peer.createOffer().then((offer) => peer.setLocalDescription(offer)); } setTimeout(() => fetch('/peer-end'), 150); setTimeout(() => fetch('/peer-end'), 300)</script>`,
    );
    await visit('/peer');
    expect(stun.packets()).toBe(0);
    expect(strange.connections()).toBe(0);
  });

  it('scripts and styles of the public, without cookies and only once', async () => {
    const tags = `<script src="http://${cdn.host}/lib.js"></script><link rel=stylesheet href="http://${cdn.host}/lib.css"><script>fetch('http://${cdn.host}/data').catch(() => {})</script>`;
    page('/cdn', tags);
    const seen = await visit('/cdn');
    await visit('/cdn');
    expect(seen.executed).toEqual(['cdn']);
    expect(cdn.visits.sort()).toEqual(['GET /lib.css', 'GET /lib.js']);
  });
});

describe('what a page may do', () => {
  it('nothing that changes, where the scan only reads; it is written down', async () => {
    page(
      '/changing',
      `<form method=post action=/save><input name=title value=x></form><script>fetch('/api/items', { method: 'POST', headers: { 'Content-Type': 'application/json', 'X-Requested-By': 'page' }, body: JSON.stringify({ name: 'a', tags: [{ id: 1 }] }) }).catch(() => {}); fetch('/api/items/7', { method: 'DELETE' }); setTimeout(() => document.forms[0].submit(), 60)</script>`,
    );
    const seen = await visit('/changing', reader);
    expect(requestsOf(seen).sort()).toEqual(['DELETE /api/items/7', 'POST /api/items', 'POST /save']);
    expect(seen.requests.find((request) => request.url.endsWith('/api/items'))).toMatchObject({
      body: { kind: 'json', value: { name: 'a', tags: [{ id: 1 }] } },
      headers: { 'x-requested-by': 'page' },
      page: `${site.url}/changing`,
    });
    expect(seen.requests.find((request) => request.url.endsWith('/save'))?.body).toEqual({
      kind: 'form',
      fields: [['title', 'x']],
    });
    expect(site.visits.filter((line) => /api\/items|save/.test(line))).toEqual([]);
    expect(
      await reader.visit({ url: `${site.url}/save`, method: 'POST', body: { kind: 'form', fields: [] } }),
    ).toBeNull();
  });

  it('nothing that ends the session or takes something away', async () => {
    page(
      '/harm',
      `<img src=/logout><script>fetch('/account/delete?id=1'); setTimeout(() => { location = '/user/logout' }, 50)</script>`,
    );
    const seen = await visit('/harm');
    expect(seen.url).toBe(`${site.url}/harm`);
    expect(seen.links).toContain(`${site.url}/user/logout`);
    expect(site.visits.filter((line) => /logout|delete/.test(line))).toEqual([]);
    expect(await tools.visit({ url: `${site.url}/logout` })).toBeNull();
  });

  it('not the mark by which the proxy knows its pages', async () => {
    const names: string[] = [];
    page('/headers', ({ headers }) => {
      names.push(...Object.keys(headers));
      return { body: `<title>t</title><script>fetch('/headers/more')</script>` };
    });
    page('/headers/more', ({ headers }) => {
      names.push(...Object.keys(headers));
      return { body: '' };
    });
    await visit('/headers');
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => name.startsWith('x-') && name !== 'x-safety-scan')).toEqual([]);
  });
});

describe('the proxy', () => {
  it('serves nobody but the pages of its scan', async () => {
    const calls: string[] = [];
    const proxy = await startProxy({
      answer: async (call) => {
        calls.push(call.url.href);
        return {
          status: 200,
          headers: [
            ['X-Bad\r\nA', 'b'],
            ['X-Good', 'c'],
          ],
          body: Buffer.from('yes'),
        };
      },
    });
    const visitor = proxy.enter({ url: 'http://a.test/' } as Parameters<typeof proxy.enter>[0]);
    const ask = (headers: Record<string, string>, target = 'http://a.test/x') =>
      new Promise<string>((resolve, reject) => {
        const request = http.request(
          { host: '127.0.0.1', port: proxy.port, path: target, headers, agent: false },
          (response) => {
            response.resume();
            response.on('end', () => resolve(`${response.statusCode} ${String(response.headers['x-good'])}`));
          },
        );
        request.on('error', reject).end();
      });
    expect(await ask({ [proxy.header]: visitor.id })).toBe('200 c');
    expect(await ask({})).toBe('403 undefined');
    expect(await ask({ [proxy.header]: '0'.repeat(24) })).toBe('403 undefined');
    expect(await ask({ [proxy.header]: visitor.id }, '/x')).toBe('403 undefined');
    proxy.leave(visitor);
    expect(await ask({ [proxy.header]: visitor.id })).toBe('403 undefined');
    expect(calls).toEqual(['http://a.test/x']);
    await proxy.close();
    await expect(ask({})).rejects.toThrow('ECONNREFUSED');
  });
});
