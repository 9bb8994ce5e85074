import { bodyText, type HttpAnswer } from '../http/answer.ts';
import { readPage } from './page.ts';

const decode = (text: string) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const title = /<title>([^<]{0,300})<\/title>/i;
const heading = /<h[1-3][^>]{0,200}>([\s\S]{0,300}?)<\/h[1-3]>/i;
const plain = (html: string) =>
  decode(
    html
      .replace(/<[^<>]+>/g, '')
      .replaceAll('&#x2f;', '/')
      .replaceAll('&#47;', '/')
      .replace(/\s+/g, ' ')
      .trim(),
  );

type Listing = { html: string; path: string; words: string; mentionsPath: boolean; hasParent: boolean };

const kinds: readonly [kind: string, fits: (listing: Listing) => boolean][] = [
  [
    'Apache, nginx or lighttpd',
    ({ html, path, words, mentionsPath, hasParent }) =>
      /^index of\s*\//im.test(words) &&
      mentionsPath &&
      (hasParent ||
        /[?&]C=[NMSD];O=[AD]|<pre>|class="(?:list|indexcolname|n|m|s|t)"/i.test(html) ||
        path === '/'),
  ],
  [
    'IIS',
    ({ html }) =>
      /\[To Parent Directory\]/i.test(html) &&
      /<pre>/i.test(html) &&
      /<br>\s*\d{1,2}[/.]\d{1,2}[/.]\d{4}|&lt;dir&gt;/i.test(html),
  ],
  [
    'IIS',
    ({ html, path }) =>
      path === '/' &&
      /<title>[^<]* - \/<\/title>/i.test(html) &&
      /&lt;dir&gt;|<br>\s*\d{1,2}\/\d{1,2}\/\d{4}\s+\d{1,2}:\d\d [AP]M/i.test(html),
  ],
  [
    'Python http.server',
    ({ html, words }) => /^directory listing for\s*\//im.test(words) && /<hr>\s*<ul>/i.test(html),
  ],
  [
    'Tomcat or Jetty',
    ({ words, mentionsPath }) => /^directory(?: listing for)?(?: \[|:)\s*\//im.test(words) && mentionsPath,
  ],
  ['serve-index', ({ html }) => /<title>listing directory /i.test(html) && /id="files"/.test(html)],
  [
    'serve',
    ({ html }) =>
      /<title>(?:files within|index of) /i.test(html) &&
      /id="files"|class="(?:contents|listing|folder|file)/i.test(html),
  ],
  [
    'http-server',
    ({ html }) => /<title>Index of /i.test(html) && /class="perms"|<address>Node\.js/i.test(html),
  ],
  [
    'Caddy',
    ({ html, mentionsPath }) =>
      mentionsPath &&
      /class="(?:listing|entry|file)[" ]/.test(html) &&
      /(?:\?|&(?:amp;)?)sort=(?:name|namedirfirst|size|time)&(?:amp;)?order=|\.\/\?sort=/.test(html),
  ],
  [
    'WEBrick or Mongoose',
    ({ html, words }) => /^index of\s*\//im.test(words) && /(?:\?N=[AD]|href="\?[nds][ad]?")/i.test(html),
  ],
  [
    'Go http.FileServer',
    ({ html }) =>
      /^\s*(?:<!doctype html>\s*<meta[^>]*>\s*)*<pre>\s*(?:<a href="[^"]+">[^<]+<\/a>\s*)+<\/pre>\s*$/i.test(
        html,
      ),
  ],
];

function entriesOf(html: string, url: string): string[] {
  const folder = new URL('.', url);
  const paths = readPage(html, url)
    .links.map((link) => new URL(link))
    .filter(
      ({ origin, pathname, search }) =>
        origin === folder.origin &&
        pathname.startsWith(folder.pathname) &&
        pathname !== folder.pathname &&
        search === '',
    )
    .map(({ pathname }) => pathname.slice(folder.pathname.length))
    .filter((path) => !path.replace(/\/$/, '').includes('/'));
  return [...new Set(paths.map(decode))];
}

/**
 * Tells whether an answer is a list of files made by a server, and by which kind. It takes the words that the server
 * puts above its list together with links to files that lie in that very folder.
 */
export function listingKind(html: string, url: string): { kind: string; entries: string[] } | null {
  const entries = entriesOf(html, url);
  if (entries.length === 0) return null;
  const path = decode(new URL(url).pathname);
  const words = `${plain(title.exec(html)?.[1] ?? '')}\n${plain(heading.exec(html)?.[1] ?? '')}`;
  const bare = path.replace(/(?<!\/)\/+$/, '');
  const mentionsPath = path === '/' || words.toLowerCase().includes(bare.toLowerCase());
  const hasParent =
    /<a\s[^>]{0,200}href="?(?:\.\.\/?|\/[^">]{0,500})"?[^>]{0,200}>\s{0,20}(?:\[?To Parent Directory\]?|Parent Directory|\.\.\/?|Up to higher level directory|Up To \[?)/i.test(
      html,
    );
  const kind = kinds.find(([, fits]) => fits({ html, path, words, mentionsPath, hasParent }))?.[0];
  return kind === undefined ? null : { kind, entries };
}

export function isBucketListing(answer: HttpAnswer): boolean {
  const text = bodyText(answer).slice(0, 2000);
  return (
    (/<ListBucketResult\b/.test(text) || /<EnumerationResults\b[^<>]*ContainerName=/.test(text)) &&
    /<(Key|Name)>/.test(bodyText(answer))
  );
}
