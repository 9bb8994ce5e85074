import { execFileSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeHttpClient } from '#probes/http/client.ts';
import type { Handler, Site, Visit } from '../../fixtures/serve.ts';
import { serve } from '../../fixtures/serve.ts';
import { isHarmful } from '../crawl/links.ts';
import { emptySite } from '../scan.ts';
import type { Scan } from '../rule.ts';
import type { BrowserInput } from './browser.ts';
import { makeBrowserTools } from './browser.ts';
import { browserPass } from './pass.ts';
import { testChromium } from './testing.ts';
import type { BrowserTools, BrowserVisit } from './tools.ts';

const mark = 'zqtest';
/** What is served where; a test adds its pages. */
const pages = new Map<string, Handler>();
const page = (path: string, body: string | Handler) =>
  pages.set(path, typeof body === 'string' ? () => ({ body: `<!doctype html><title>t</title>${body}` }) : body);
const handler: Handler = (visit, response) => pages.get(visit.path)?.(visit, response);

const cancel = new AbortController();
const notes: string[] = [];
/** Every address that the scan's client was asked for, by whichever browser. */
const asked: string[] = [];
let site: Site;
let secure: Site;
let cdn: Site;
let strange: { port: number; connections: () => number; close: () => void };
let stun: { port: number; packets: () => number; close: () => void };
let tools: BrowserTools;
/** One that may only read. */
let reader: BrowserTools;
let clients: ReturnType<typeof client>[];

function client() {
  const http = makeHttpClient({
    signal: cancel.signal,
    userAgent: 'SafetyScan/1',
    headers: { 'X-Safety-Scan': mark },
    perSecond: 1000,
    allowPrivate: [site.host, secure.host, cdn.host],
    lookup: async (host) => (host === 'rebind.test' ? ['203.0.113.9', '127.0.0.1'] : ['127.0.0.1']),
  });
  const { ask } = http;
  return {
    ...http,
    ask: (...[url, options]: Parameters<typeof ask>) => {
      asked.push(`${options?.method ?? 'GET'} ${String(url)}`);
      return ask(url, options);
    },
  };
}

async function open(input: Partial<BrowserInput>): Promise<BrowserTools> {
  const http = client();
  clients.push(http);
  const own = new Set([site.url, secure.url, 'http://rebind.test', 'http://169.254.169.254']);
  const made = await makeBrowserTools({
    http,
    mark,
    signal: cancel.signal,
    inScope: (url) => own.has(url.origin),
    isHarmful,
    mayChange: true,
    note: (text) => notes.push(text),
    executable: testChromium(),
    isPublic: async (url) => url.hostname === 'cdn.test',
    ...input,
  });
  return made!;
}

beforeAll(async () => {
  site = await serve(handler);
  secure = await serve(handler, { tls: 'good' });
  cdn = await serve(({ path }) => ({ type: path.endsWith('.css') ? 'text/css' : 'text/javascript', body: `window.${mark}?.('cdn')` }), {
    host: 'cdn.test',
  });
  let connections = 0;
  const tcp = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
  strange = { port: (tcp.address() as AddressInfo).port, connections: () => connections, close: () => tcp.close() };
  let packets = 0;
  const udp = createSocket('udp4', () => {
    packets += 1;
  });
  await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve));
  stun = { port: udp.address().port, packets: () => packets, close: () => udp.close() };
  clients = [];
  [tools, reader] = await Promise.all([open({}), open({ mayChange: false })]);
});
afterAll(async () => {
  await tools.close();
  await reader.close();
  for (const http of clients) http.close();
  strange.close();
  stun.close();
  await Promise.all([site.close(), secure.close(), cdn.close()]);
});

async function visit(path: string, options: Parameters<BrowserTools['visit']>[1] = {}, by = tools): Promise<BrowserVisit> {
  const seen = await by.visit({ url: `${site.url}${path}` }, options);
  expect(seen).not.toBeNull();
  return seen!;
}
const requestsOf = (seen: BrowserVisit) => seen.requests.map((request) => `${request.method} ${request.url.replace(site.url, '')}`);

describe('what a page may reach', () => {
  it.concurrent.each([
    [
      'fetch',
      (place: string) =>
        `fetch('http://${place}/').catch(() => {}); fetch('http://${place}/', { method: 'POST', mode: 'no-cors', body: 'x' }).catch(() => {})`,
    ],
    ['XMLHttpRequest', (place: string) => `const x = new XMLHttpRequest(); x.open('PUT', 'http://${place}/'); x.send()`],
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
    const before = asked.length;
    const seen = await visit(path);
    expect(seen.status).toBe(200);
    expect(seen.html).toContain('<title>t</title>');
    expect(asked.slice(before).filter((line) => !line.includes(site.url))).toEqual([]);
    expect(strange.connections()).toBe(0);
    expect(JSON.stringify(seen.requests)).not.toContain(String(strange.port));
  });

  it.each([
    ['a redirect of a page', '<a>', '/hop'],
    ['a redirect of a script', '<script src=/hop.js></script>', '/hop-of-script'],
  ])('not a private address by %s', async (_name, body, path) => {
    const away: Handler = () => ({ status: 302, headers: { Location: `http://127.0.0.1:${strange.port}/secret.js` } });
    if (path === '/hop') page(path, away);
    else {
      page('/hop.js', away);
      page(path, body);
    }
    const seen = await tools.visit({ url: `${site.url}${path}` });
    expect(JSON.stringify(seen ?? '')).not.toContain('ECONNRESET');
    expect(strange.connections()).toBe(0);
  });

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
    for (const url of ['file:///etc/hostname', `ftp://127.0.0.1:${strange.port}/`, 'chrome://version', 'javascript:1'])
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

  it('nothing that changes, where the scan only reads; it is written down', async () => {
    page(
      '/changing',
      `<form method=post action=/save><input name=title value=x></form><script>fetch('/api/items', { method: 'POST', headers: { 'Content-Type': 'application/json', 'X-Requested-By': 'page' }, body: JSON.stringify({ name: 'a', tags: [{ id: 1 }] }) }).catch(() => {}); fetch('/api/items/7', { method: 'DELETE' }); setTimeout(() => document.forms[0].submit(), 60)</script>`,
    );
    const seen = await visit('/changing', {}, reader);
    expect(requestsOf(seen).sort()).toEqual(['DELETE /api/items/7', 'POST /api/items', 'POST /save']);
    expect(seen.requests.find((request) => request.url.endsWith('/api/items'))).toMatchObject({
      body: { kind: 'json', value: { name: 'a', tags: [{ id: 1 }] } },
      headers: { 'x-requested-by': 'page' },
      page: `${site.url}/changing`,
    });
    expect(seen.requests.find((request) => request.url.endsWith('/save'))?.body).toEqual({ kind: 'form', fields: [['title', 'x']] });
    expect(site.visits.filter((line) => /api\/items|save/.test(line))).toEqual([]);
    expect(await reader.visit({ url: `${site.url}/save`, method: 'POST', body: { kind: 'form', fields: [] } })).toBeNull();
  });

  it('nothing that ends the session or takes something away', async () => {
    page('/harm', `<img src=/logout><script>fetch('/account/delete?id=1'); setTimeout(() => { location = '/user/logout' }, 50)</script>`);
    const seen = await visit('/harm');
    expect(seen.url).toBe(`${site.url}/harm`);
    expect(seen.links).toContain(`${site.url}/user/logout`);
    expect(site.visits.filter((line) => /logout|delete/.test(line))).toEqual([]);
    expect(await tools.visit({ url: `${site.url}/logout` })).toBeNull();
  });
});

describe('a visit', () => {
  it('tells what ran, in every frame, and what dialogs said', async () => {
    page(
      '/runs',
      `<iframe srcdoc="<script>${mark}('frame ' + name)</script>"></iframe><img src=x onerror="alert('text of alert'); ${mark}(document.referrer)"><script>${mark}(window.name)</script>`,
    );
    const seen = await visit('/runs', {
      initScript: '__zqTell({ at: location.href.slice(0, 5) })',
      windowName: 'named',
      referrer: 'http://other.example/?<i>',
    });
    expect(new Set(seen.executed)).toEqual(new Set(['named', 'frame ', 'text of alert', 'http://other.example/?%3Ci%3E']));
    expect(seen.told).toEqual(expect.arrayContaining([{ at: 'http:' }, { at: 'about' }]));
  });

  it('sends a form, on an encrypted site too', async () => {
    page('/post', ({ form, method, headers }: Visit) => ({
      body: `<script>${mark}(isSecureContext + ' ${method} ${form.get('q')} ${String(headers['x-one'])} ${String(headers['user-agent'])} ${String(headers['x-safety-scan'])}')</script>`,
    }));
    const seen = await tools.visit({
      url: `${secure.url}/post#part`,
      method: 'POST',
      headers: { 'X-One': '1' },
      body: { kind: 'form', fields: [['q', 'ä b']] },
    });
    expect(seen).toMatchObject({ url: `${secure.url}/post#part`, status: 200, executed: [`true POST ä b 1 SafetyScan/1 ${mark}`] });
  });

  it('keeps cookies for scripts apart from those of the session', async () => {
    page('/cookies', ({ headers }: Visit) => ({
      headers: { 'Set-Cookie': ['sid=first; HttpOnly; Path=/', 'lang=en; Path=/'] },
      body: `<script>${mark}('seen ' + document.cookie); document.cookie = 'made=1; path=/'; fetch('/cookies/sent').then((a) => a.text()).then((text) => ${mark}(text))</script>${String(headers.cookie)}`,
    }));
    page('/cookies/sent', ({ headers }: Visit) => ({
      type: 'text/plain',
      headers: { 'Set-Cookie': 'lang=de; Path=/' },
      body: `sent ${String(headers.cookie)}`,
    }));
    const first = await visit('/cookies');
    expect(first.executed).toContain('seen lang=en');
    expect(
      first.executed
        .find((text) => text.startsWith('sent'))
        ?.slice(5)
        .split('; ')
        .sort(),
    ).toEqual(['lang=en', 'made=1', 'sid=first']);
    page('/later', `<script>${mark}(document.cookie)</script>`);
    expect((await visit('/later')).executed).toEqual(['lang=de']);
  });

  it('touches what carries a text, and stays', async () => {
    page(
      '/touch',
      `<a href=/gone onmouseover="${mark}('over')">one zqhere</a><input value=zqhere onfocus="${mark}('focus')"><p data-x="zqhere" onclick="${mark}('click'); location='/gone'">p</p><button onclick="${mark}('no')">other</button>`,
    );
    const seen = await visit('/touch', { touch: 'zqhere' });
    expect(new Set(seen.executed)).toEqual(new Set(['over', 'focus', 'click']));
    expect(seen.url).toBe(`${site.url}/touch`);
    expect(site.visits).not.toContain('GET /gone');
  });

  it('shows in a small picture that a script ran, and none otherwise', async () => {
    const noise = `<canvas width=1000 height=640></canvas><script>const c = document.querySelector('canvas').getContext('2d'); const d = c.createImageData(1000, 640); for (let i = 0; i < d.data.length; i++) d.data[i] = Math.random() * 256; c.putImageData(d, 0, 0)</script>`;
    page('/noise', `${noise}<script>${mark}(1)</script>`);
    page('/noise-alone', noise);
    const { screenshot } = await visit('/noise', { screenshot: true });
    expect(screenshot?.subarray(0, 3).toString('hex')).toBe('ffd8ff');
    expect(screenshot!.length).toBeLessThanOrEqual(110_000);
    expect((await visit('/noise-alone', { screenshot: true })).screenshot).toBeNull();
  });

  it('knows libraries by their globals, and believes no nonsense', async () => {
    page(
      '/libraries',
      `<p ng-version="12.0.1"></p><script>jQuery = { fn: { jquery: '1.12.4' } }; _ = { VERSION: '1.8.3' }; moment = { version: '<b>' }; Object.defineProperty(window, 'Vue', { get() { throw new Error('no') } })</script>`,
    );
    expect((await visit('/libraries')).libraries).toEqual({ jquery: '1.12.4', underscore: '1.8.3', angular: '12.0.1' });
  });

  it('does not open what no browser shows as a page', async () => {
    page('/data', () => ({ type: 'application/json', body: `{"a":"<script>${mark}(1)</script>"}` }));
    expect(await visit('/data')).toMatchObject({ executed: [], status: 200, html: `{"a":"<script>${mark}(1)</script>"}` });
    expect(await tools.visit({ url: 'http://127.0.0.1:1/' })).toBeNull();
  });

  it('loses a page that never rests, and no other', async () => {
    page('/hang', `<script>${mark}('before'); setTimeout(() => { for (;;); }, 30)</script>`);
    page('/polls', `<script>setInterval(() => fetch('/tick?x=1').catch(() => {}), 20)</script>`);
    page('/windows', `<script>setInterval(() => { open('/windows'); alert('again') }, 20)</script>`);
    page('/fine', `<script>${mark}('fine')</script>`);
    const [hang, polls, windows, fine] = await Promise.all([
      tools.visit({ url: `${site.url}/hang` }, { atMostMs: 1200 }),
      tools.visit({ url: `${site.url}/polls` }, { atMostMs: 1200 }),
      tools.visit({ url: `${site.url}/windows` }, { atMostMs: 1200 }),
      tools.visit({ url: `${site.url}/fine` }),
    ]);
    if (hang) expect(hang.executed).toEqual(['before']);
    expect(requestsOf(polls!)).toEqual(['GET /tick?x=1']);
    expect(windows?.executed ?? ['again']).toEqual(['again']);
    expect(fine?.executed).toEqual(['fine']);
  });
});

describe('the pass over a single-page application', () => {
  const application = `<!doctype html><title>shop</title><div id=app></div><button id=out onclick="fetch('/api/session/end')">Log out</button><script src=/main.js></script>`;
  const main = `const app = document.getElementById('app');
    const show = () => {
      if (location.hash === '#/search') app.innerHTML = '<input id=q placeholder=Search>';
      else if (location.hash === '#/contact') app.innerHTML = '<form id=f><input name=email type=email><textarea name=text></textarea><button>Send</button></form>';
      else app.innerHTML = '<a href="#/search">Search</a><a href="#/contact">Contact</a><button class=load>Show more</button><button class=danger>Delete all</button><button class=promo>Offers</button>';
      document.getElementById('q')?.addEventListener('keydown', (e) => { if (e.key === 'Enter') fetch('/api/products?q=' + encodeURIComponent(e.target.value)) });
      document.getElementById('f')?.addEventListener('submit', (e) => { e.preventDefault(); fetch('/api/messages', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(Object.fromEntries(new FormData(e.target))) }) });
      document.querySelector('.load')?.addEventListener('click', () => { fetch('/api/more?page=2'); history.pushState({}, '', '/products/4'); const a = document.createElement('a'); a.href = '/hidden/report?year=2020'; app.append(a) });
      document.querySelector('.danger')?.addEventListener('click', () => fetch('/api/wipe-everything-away'));
      document.querySelector('.promo')?.addEventListener('click', () => { new WebSocket('ws://' + location.host + '/live'); location.href = '/offers?from=menu' });
    };
    addEventListener('hashchange', show); show();`;

  it.each([
    ['normal', true, ['GET /api/more?page=2', 'GET /api/products?q=sample', 'POST /api/messages']],
    ['safe', false, ['GET /api/more?page=2', 'GET /api/products?q=sample', 'POST /api/messages']],
  ] as const)('finds its calls and routes at level %s', async (_level, mayChange, expected) => {
    page('/', () => ({ body: application }));
    page('/main.js', () => ({ type: 'text/javascript', body: main }));
    for (const path of ['/api/more', '/api/products', '/api/messages']) page(path, () => ({ type: 'application/json', body: '[]' }));
    const before = site.visits.length;
    const map = emptySite();
    const scan = {
      site: map,
      base: new URL(site.url),
      inScope: (url: URL) => url.origin === site.url,
      isHarmful,
      signal: cancel.signal,
    } as Partial<Scan> as Scan;
    const found = await browserPass(scan, mayChange ? tools : reader, { pages: 8, milliseconds: 60_000 });
    expect(found.requests.map((request) => `${request.method} ${request.url.replace(site.url, '')}`).sort()).toEqual(expected);
    expect(map.requests).toEqual(found.requests);
    expect(found.requests.find((request) => request.method === 'POST')?.body).toMatchObject({
      kind: 'json',
      value: { email: 'sample.visitor@example.com', text: 'sample' },
    });
    expect(found.links).toEqual(
      expect.arrayContaining([`${site.url}/products/4`, `${site.url}/hidden/report?year=2020`, `${site.url}/offers?from=menu`]),
    );
    expect([...map.webSockets]).toEqual([`ws://${site.host}/live`]);
    const sent = site.visits.slice(before);
    expect(sent.filter((line) => /session|wipe/.test(line))).toEqual([]);
    expect(sent.some((line) => line.startsWith('POST'))).toBe(mayChange);
    expect(sent.filter((line) => line === 'GET /main.js').length).toBe(1);
  });
});

describe('the program itself', () => {
  /** Chromium of this process. */
  const running = () =>
    execFileSync('ps', ['--ppid', String(process.pid), '-o', 'pid=,args='], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => line.includes('--remote-debugging-pipe'))
      .map((line) => Number(line.trim().split(' ')[0]));

  it('is started once more when it breaks, and ends with its tools', async () => {
    const before = new Set(running());
    const own = await open({});
    page('/well', `<script>${mark}('well')</script>`);
    const breakIt = async () => {
      const pid = running().find((one) => !before.has(one))!;
      process.kill(pid, 'SIGKILL');
      await expect.poll(running).not.toContain(pid);
    };
    await breakIt();
    expect((await own.visit({ url: `${site.url}/well` }))?.executed).toEqual(['well']);
    await breakIt();
    expect(await own.visit({ url: `${site.url}/well` })).toBeNull();
    expect(notes).toContain('Chromium broke down twice, so the rest of the scan went on without it.');
    await own.close();
    expect(new Set(running())).toEqual(before);
  });

  it('ends when the scan is cancelled, in the middle of a page', async () => {
    const before = new Set(running());
    const stop = new AbortController();
    const own = await open({ signal: stop.signal });
    page('/endless', () => new Promise(() => undefined));
    page('/waits', `<script>${mark}(1)</script><script src=/endless></script>`);
    const visiting = own.visit({ url: `${site.url}/waits` });
    stop.abort(new Error('cancelled'));
    await expect(visiting).rejects.toThrow('cancelled');
    await own.close();
    expect(new Set(running())).toEqual(before);
  });

  it('is done without where there is none', async () => {
    const said: string[] = [];
    const input = {
      http: clients[0]!,
      mark,
      signal: cancel.signal,
      inScope: () => true,
      isHarmful,
      mayChange: false,
      note: (text: string) => said.push(text),
    };
    expect(await makeBrowserTools({ ...input, executable: null })).toBeNull();
    expect(await makeBrowserTools({ ...input, executable: '/bin/false' })).toBeNull();
    expect(said[0]).toContain('No Chromium was found');
    expect(said[1]).toContain('could not be started');
  });
});
