import type { AskOptions } from '#probes/http/client.ts';
import { bodyText, mediaType, type HttpAnswer, type HttpMethod } from '#probes/http/answer.ts';
import { readPage } from '#probes/web/page.ts';
import { likeness } from '../../answers/likeness.ts';
import { cheatSheet, defineRule, type Check, type Scan } from '../../rule.ts';
import { byDepth } from './likely.ts';

const rule = defineRule({
  id: 'active.access-bypass',
  title: 'A protected page opens when it is asked for in another way',
  vector: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:L/A:N',
  cwe: 'CWE-288',
  explanation:
    'The website refuses a page, but gives it to whoever asks with another method, a header, or another spelling of the address. The lock is at the wrong place: strangers get behind it.',
  fix: '1. Check rights in the program that makes the page, for every method, not by the address at a server in front of it.\n2. Apache: leave <Limit> and <LimitExcept> out, so that Require holds for all methods.\n3. Spring, Express and proxies: normalise the path before comparing it, and refuse ";", "//", "/./" and encoded slashes.\n4. Drop X-Original-URL, X-Rewrite-URL and X-Forwarded-For of visitors at the outermost proxy.',
  references: ['https://owasp.org/Top10/A01_2021-Broken_Access_Control/', cheatSheet('Authorization')],
});

const refusals = new WeakMap<Scan['site'], Map<string, HttpAnswer>>();
const mostKept = 60;

const isRefusal = ({ status }: HttpAnswer) => status === 401 || status === 403;

type Trick = {
  description: string;
  /** Another method is met by programs that answer it with data or a list of errors. */ page?: true;
  ask: (path: string) => { path: string; options?: AskOptions };
};

const header = (name: string, value: (path: string) => string, path?: string): Trick => ({
  description: `the header ${name}`,
  ask: (wanted) => ({ path: path ?? wanted, options: { headers: { [name]: value(wanted) } } }),
});
const spelling = (write: (path: string) => string): Trick => ({
  description: 'another spelling of the address',
  ask: (path) => ({ path: write(path) }),
});
const method = (name: HttpMethod): Trick => ({
  description: `the method ${name}`,
  page: true,
  ask: (path) => ({ path, options: { method: name } }),
});

const bare = (path: string) => path.replace(/\/$/, '');

const tricks: readonly Trick[] = [
  header('X-Original-URL', (path) => path, '/'),
  spelling((path) => `/%2e${path}`),
  method('OPTIONS'),
  spelling((path) => (path.endsWith('/') ? bare(path) : `${path}/`)),
  header('X-Forwarded-For', () => '127.0.0.1'),
  spelling((path) => `${bare(path)}/.`),
  method('POST'),
  spelling((path) => `/${path}`),
  header('X-Rewrite-URL', (path) => path, '/'),
  spelling((path) => `${bare(path)};/`),
  spelling((path) => `${bare(path)}%20`),
  method('PATCH'),
  spelling((path) => path.toUpperCase()),
  spelling((path) => `${bare(path)}..;/`),
  spelling((path) => `/.;${path}`),
  spelling((path) => `${bare(path)}%09`),
  spelling((path) => `${bare(path)}%2f`),
  spelling((path) => `${bare(path)}?.css`),
  header('X-Real-IP', () => '127.0.0.1'),
  header('X-Client-IP', () => '127.0.0.1'),
  header('Client-IP', () => '127.0.0.1'),
  header('X-Custom-IP-Authorization', () => '127.0.0.1'),
];

async function send(scan: Scan, trick: Trick, wanted: string): Promise<HttpAnswer | null> {
  const { path, options } = trick.ask(wanted);
  return scan.ask(new URL(wanted, scan.base), { maxBytes: 200_000, ...options, rawPath: path });
}

const isForm = (answer: HttpAnswer) => readPage(bodyText(answer).slice(0, 200_000), answer.url).hasPassword;

function isInside(answer: HttpAnswer, refused: HttpAnswer, scan: Scan): boolean {
  if (answer.status !== 200 || bodyText(answer).trim().length < 60) return false;
  const same = (other: HttpAnswer) => likeness(answer, { ...other, status: answer.status }) > 0.8;
  return !same(refused) && !same(scan.front) && !isForm(answer);
}

async function open(scan: Scan, path: string, refused: HttpAnswer): Promise<boolean> {
  const known = new Set(scan.site.pages.map(({ url }) => new URL(url).pathname));
  for (const trick of tricks.slice(0, byDepth(scan, 4, 9, tricks.length))) {
    // A page that everyone is led to by a link is not behind the lock.
    const written = trick.ask(path).path;
    if (written !== path && written !== '/' && known.has(written)) continue;
    const answer = await send(scan, trick, path);
    if (!answer || !isInside(answer, refused, scan) || (trick.page && mediaType(answer) !== 'text/html'))
      continue;
    // The same trick where nothing is, and the lock once more: what opens for anyone is no lock, what opened by itself no trick.
    const control = await send(scan, trick, `${bare(path)}${scan.mark}`);
    const again = await scan.ask(new URL(path, scan.base), { maxBytes: 200_000 });
    if (
      !control ||
      !again ||
      !isRefusal(again) ||
      (control.status === 200 && likeness(control, answer, [scan.mark]) > 0.8)
    )
      continue;
    scan.report(rule, {
      answer,
      payload: `${answer.requestHead.split('\n')[0]}`,
      url: new URL(path, scan.base).href,
      method: 'GET',
      evidence: `${path} answers ${refused.status}, and with ${trick.description} it answers 200 with another page.`,
      confidence: 'firm',
      secretBody: true,
    });
    return true;
  }
  return false;
}

export const bypass: Check = {
  name: 'Ways around access control',
  rules: [rule],
  level: 'safe',
  activity: 'Trying locked pages in other ways',
  look: ({ answer, own }, scan) => {
    if (!own || answer.method !== 'GET' || !isRefusal(answer)) return false;
    const url = new URL(answer.url);
    // A firewall refuses texts, not pages; files of the server itself are meant to be closed.
    if (
      url.search !== '' ||
      url.pathname === '/' ||
      /\/\.|\.(?:ht\w+|git|svn|env|bak|old|log|sql|zip|gz)\b|%|zq[0-9a-f]{8}|;/i.test(url.pathname)
    )
      return false;
    const [line] = answer.requestHead.split('\n');
    if (line !== `GET ${url.pathname} HTTP/1.1`) return false;
    const list = refusals.get(scan.site) ?? new Map<string, HttpAnswer>();
    refusals.set(scan.site, list);
    if (list.size < mostKept) list.set(url.pathname, answer);
    // Only trying the lock says something.
    return false;
  },
  run: async (scan) => {
    const list = [...(refusals.get(scan.site) ?? [])].filter(
      ([path]) => !scan.isHarmful(new URL(path, scan.base)),
    );
    for (const [path, refused] of list.slice(0, byDepth(scan, 2, 5, 12))) await open(scan, path, refused);
  },
};
