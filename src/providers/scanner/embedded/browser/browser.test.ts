import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Site, Visit } from '../../sites/serve.ts';
import { isOperation } from '../harm/addresses.ts';
import type { Scan } from '../rule.ts';
import { emptySite } from '../scan.ts';
import { makeBrowserTools } from './browser.ts';
import type { Lab } from './testing/lab.ts';
import { mark, openLab } from './testing/lab.ts';
import { browserPass } from './pass.ts';
import type { BrowserTools, BrowserVisit } from './tools.ts';

let lab: Lab;
let site: Site;
let secure: Site;
let page: Lab['page'];
let tools: BrowserTools;

const visit = (path: string, options?: Parameters<BrowserTools['visit']>[1]) =>
  lab.visit(tools, path, options);
const requestsOf = (seen: BrowserVisit) =>
  seen.requests.map((request) => `${request.method} ${request.url.replace(site.url, '')}`);

beforeAll(async () => {
  lab = await openLab();
  ({ site, secure, page } = lab);
  tools = await lab.open();
});
afterAll(() => lab.close());

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
    expect(new Set(seen.executed)).toEqual(
      new Set(['named', 'frame ', 'text of alert', 'http://other.example/?%3Ci%3E']),
    );
    expect(seen.reports).toEqual(expect.arrayContaining([{ at: 'http:' }, { at: 'about' }]));
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
    expect(seen).toMatchObject({
      url: `${secure.url}/post#part`,
      status: 200,
      executed: [`true POST ä b 1 SafetyScan/1 ${mark}`],
    });
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
});

describe('what a visit brings back', () => {
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
    expect((await visit('/libraries')).libraries).toEqual({
      jquery: '1.12.4',
      underscore: '1.8.3',
      angular: '12.0.1',
    });
  });

  it('does not open what no browser shows as a page', async () => {
    page('/data', () => ({ type: 'application/json', body: `{"a":"<script>${mark}(1)</script>"}` }));
    expect(await visit('/data')).toMatchObject({
      executed: [],
      status: 200,
      html: `{"a":"<script>${mark}(1)</script>"}`,
    });
    expect(await tools.visit({ url: 'http://127.0.0.1:1/' })).toBeNull();
  });

  it('loses a page that never rests, and no other', async () => {
    page('/hang', `<script>${mark}('before'); setTimeout(() => { for (;;); }, 30)</script>`);
    page('/polls', `<script>setInterval(() => fetch('/tick?x=1').catch(() => {}), 20)</script>`);
    page('/windows', `<script>setInterval(() => { open('/windows'); alert('again') }, 20)</script>`);
    page('/fine', `<script>${mark}('fine')</script>`);
    const [hang, polls, windows, fine] = await Promise.all([
      tools.visit({ url: `${site.url}/hang` }, { atMostMs: 1200 }),
      tools.visit({ url: `${site.url}/polls` }, { atMostMs: 3000 }),
      tools.visit({ url: `${site.url}/windows` }, { atMostMs: 1200 }),
      tools.visit({ url: `${site.url}/fine` }),
    ]);
    expect(hang?.executed ?? ['before']).toEqual(['before']);
    expect(requestsOf(polls!)).toEqual(['GET /tick?x=1']);
    expect(site.visits.filter((line) => line.includes('/tick')).length).toBeLessThan(10);
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

  it('finds its calls and routes', async () => {
    page('/', () => ({ body: application }));
    page('/main.js', () => ({ type: 'text/javascript', body: main }));
    for (const path of ['/api/more', '/api/products', '/api/messages'])
      page(path, () => ({ type: 'application/json', body: '[]' }));
    const before = site.visits.length;
    const map = emptySite();
    const scan = {
      site: map,
      base: new URL(site.url),
      inScope: (url: URL) => url.origin === site.url,
      isHarmful: isOperation,
      mayForm: () => true,
      signal: new AbortController().signal,
    } as Partial<Scan> as Scan;
    const found = await browserPass(scan, tools, { pages: 4, milliseconds: 60_000 });
    expect(
      found.requests.map((request) => `${request.method} ${request.url.replace(site.url, '')}`).sort(),
    ).toEqual(['GET /api/more?page=2', 'GET /api/products?q=safetyscan', 'POST /api/messages']);
    expect(map.requests).toEqual(found.requests);
    expect(found.requests.find((request) => request.method === 'POST')?.body).toMatchObject({
      kind: 'json',
      value: { email: 'safetyscan@example.com', text: 'safetyscan' },
    });
    expect(found.links).toEqual(
      expect.arrayContaining([
        `${site.url}/products/4`,
        `${site.url}/hidden/report?year=2020`,
        `${site.url}/offers?from=menu`,
      ]),
    );
    expect([...map.webSockets]).toEqual([`ws://${site.host}/live`]);
    const sent = site.visits.slice(before);
    expect(sent.filter((line) => /session|wipe/.test(line))).toEqual([]);
    expect(sent).toContain('POST /api/messages');
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
    const own = await lab.open();
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
    expect(lab.notes).toContain(
      "The scanner's browser stopped twice, so the scripts of the remaining pages were not run.",
    );
    await own.close();
    expect(new Set(running())).toEqual(before);
  });

  it('ends when the scan is cancelled, in the middle of a page', async () => {
    const before = new Set(running());
    const stop = new AbortController();
    const own = await lab.open({ signal: stop.signal });
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
    const reports: string[] = [];
    const input = {
      http: lab.client(),
      mark,
      signal: new AbortController().signal,
      inScope: () => true,
      isHarmful: isOperation,
      mayForm: () => true,
      mayChange: false,
      note: (text: string) => said.push(text),
      notifyOperator: (text: string) => reports.push(text),
    };
    expect(await makeBrowserTools({ ...input, executable: null })).toBeNull();
    expect(await makeBrowserTools({ ...input, executable: '/bin/false' })).toBeNull();
    expect(reports[0]).toContain('No Chromium was found');
    expect(reports[1]).toContain('could not be started');
    // the report says what was not done, and nothing of the machine
    expect(said).toEqual([expect.stringContaining('not run'), expect.stringContaining('not run')]);
    expect(said.join(' ')).not.toMatch(/Chromium|machine|install/i);
  });
});
