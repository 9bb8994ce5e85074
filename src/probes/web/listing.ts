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

/**
 * Tells whether an answer is a list of files made by a server, and by which kind. It takes the words that the server
 * puts above its list together with links to files that lie in that very folder.
 */
export function listingKind(html: string, url: string): { kind: string; entries: string[] } | null {
  const path = decode(new URL(url).pathname);
  const folder = new URL('.', url);
  const named = title.exec(html)?.[1] ?? '';
  const headed = heading.exec(html)?.[1] ?? '';
  const words = `${plain(named)}\n${plain(headed)}`;
  const bare = path.replace(/(?<!\/)\/+$/, '');
  const mentions = (text: string) => text.toLowerCase().includes(bare.toLowerCase()) || path === '/';

  const entries = [
    ...new Set(
      readPage(html, url)
        .links.map((link) => new URL(link))
        .filter(
          (link) =>
            link.origin === folder.origin &&
            link.pathname.startsWith(folder.pathname) &&
            link.pathname !== folder.pathname,
        )
        .filter(
          (link) =>
            link.pathname.slice(folder.pathname.length).replace(/\/$/, '').split('/').length === 1 &&
            link.search === '',
        )
        .map((link) => decode(link.pathname.slice(folder.pathname.length))),
    ),
  ];
  if (entries.length === 0) return null;
  const parent =
    /<a\s[^>]{0,200}href="?(?:\.\.\/?|\/[^">]{0,500})"?[^>]{0,200}>\s{0,20}(?:\[?To Parent Directory\]?|Parent Directory|\.\.\/?|Up to higher level directory|Up To \[?)/i.test(
      html,
    );
  const kinds: [string, boolean][] = [
    [
      'Apache, nginx or lighttpd',
      /^index of\s*\//im.test(words) &&
        mentions(words) &&
        (parent ||
          /[?&]C=[NMSD];O=[AD]|<pre>|class="(?:list|indexcolname|n|m|s|t)"/i.test(html) ||
          path === '/'),
    ],
    [
      'IIS',
      /\[To Parent Directory\]/i.test(html) &&
        /<pre>/i.test(html) &&
        /<br>\s*\d{1,2}[/.]\d{1,2}[/.]\d{4}|&lt;dir&gt;/i.test(html),
    ],
    [
      'IIS',
      path === '/' &&
        /<title>[^<]* - \/<\/title>/i.test(html) &&
        /&lt;dir&gt;|<br>\s*\d{1,2}\/\d{1,2}\/\d{4}\s+\d{1,2}:\d\d [AP]M/i.test(html),
    ],
    ['Python http.server', /^directory listing for\s*\//im.test(words) && /<hr>\s*<ul>/i.test(html)],
    ['Tomcat or Jetty', /^directory(?: listing for)?(?: \[|:)\s*\//im.test(words) && mentions(words)],
    ['serve-index', /<title>listing directory /i.test(html) && /id="files"/.test(html)],
    [
      'serve',
      /<title>(?:files within|index of) /i.test(html) &&
        /id="files"|class="(?:contents|listing|folder|file)/i.test(html),
    ],
    ['http-server', /<title>Index of /i.test(html) && /class="perms"|<address>Node\.js/i.test(html)],
    [
      'Caddy',
      mentions(words) &&
        /class="(?:listing|entry|file)[" ]/.test(html) &&
        /(?:\?|&(?:amp;)?)sort=(?:name|namedirfirst|size|time)&(?:amp;)?order=|\.\/\?sort=/.test(html),
    ],
    ['WEBrick or Mongoose', /^index of\s*\//im.test(words) && /(?:\?N=[AD]|href="\?[nds][ad]?")/i.test(html)],
    [
      'Go http.FileServer',
      /^\s*(?:<!doctype html>\s*<meta[^>]*>\s*)*<pre>\s*(?:<a href="[^"]+">[^<]+<\/a>\s*)+<\/pre>\s*$/i.test(
        html,
      ),
    ],
  ];
  const kind = kinds.find(([, fits]) => fits)?.[0];
  return kind === undefined ? null : { kind, entries };
}

/** A bucket that answers with the list of what is in it. */
export function isBucketListing(answer: HttpAnswer): boolean {
  const text = bodyText(answer).slice(0, 2000);
  return (
    (/<ListBucketResult\b/.test(text) || /<EnumerationResults\b[^<>]*ContainerName=/.test(text)) &&
    /<(Key|Name)>/.test(bodyText(answer))
  );
}
