import { bodyText, type HttpAnswer } from '#probes/http/answer.ts';
import type { Page } from '#probes/web/page.ts';
import { defineRule, type Check, type Scan, type Seen } from '../../rule.ts';

const vector = 'AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N';

const privateAddress = defineRule({
  id: 'leaks.private-address',
  title: 'Internal network addresses are visible',
  vector,
  cwe: 'CWE-200',
  pci: '1.4.5',
  explanation:
    'Pages or headers name addresses of the internal network. They tell attackers how it is built and which machine to aim at once they are inside.',
  fix: '1. Replace the address by the public name of the website.\n2. Configure the server to use its public name in redirects.\nApache: UseCanonicalName On with ServerName example.com\nnginx: proxy_redirect default;',
});
const internalPath = defineRule({
  id: 'leaks.internal-path',
  title: 'Folders of the server are visible',
  vector,
  cwe: 'CWE-200',
  explanation:
    'Comments or messages in a page name the place of files on the server. Attackers use such paths to reach files through other weaknesses.',
  fix: '1. Remove the path from the page.\n2. Let comments be removed when pages are published.',
});
const sourceMap = defineRule({
  id: 'leaks.source-map',
  title: 'The original source code of scripts can be downloaded (source maps)',
  vector,
  cwe: 'CWE-540',
  explanation:
    'Beside the shortened scripts the website also serves their original source code with comments and file names. That makes it easier to look for weaknesses.',
  fix: '1. Do not publish files that end in .map, or allow them only from inside.\nnginx: location ~ \\.map$ { deny all; }\nwebpack: devtool: false or "hidden-source-map"; Vite: build.sourcemap: false',
  references: ['https://developer.mozilla.org/docs/Glossary/Source_map'],
});

const ip = String.raw`(?:10\.(?:\d{1,3}\.){2}\d{1,3}|192\.168\.\d{1,3}\.\d{1,3}|172\.(?:1[6-9]|2\d|3[01])\.\d{1,3}\.\d{1,3})`;
const inUrl = new RegExp(String.raw`(?:https?|wss?|ftp|tcp|jdbc:\w+):\/\/(${ip})(?![\d.])`, 'g');
const inText = new RegExp(String.raw`(?:^|[^\w.\-/])(${ip})(?![\w.\-]*[\w])`, 'g');
const unixPath =
  /(?:^|[\s"'(=:>[])((?:\/var\/www|\/home\/[a-z_][\w-]{0,30}|\/usr\/(?:local|share|src)|\/opt\/[\w-]+|\/srv\/(?:www|http)|\/Users\/[\w.-]+)\/[\w.\-/]{3,200})/;
const windowsPath =
  /\b([A-Z]:\\(?:inetpub|Users|Windows|Program Files|xampp|wamp|web|www|sites?)[\\\w.\- ]{3,200})/;

// Where routers of homes and small offices answer: manuals and articles link there.
const routers =
  /^(?:192\.168\.(?:0|1|2|8|10|50|100|178|254)\.(?:1|254)|10\.0\.0\.(?:1|138)|10\.1\.1\.1|10\.10\.10\.10?)$/;

const valid = (address: string) =>
  address.split('.').every((part) => Number(part) <= 255 && String(Number(part)) === part);

const namesNothing =
  /^(set-cookie|content-security-policy.*|etag|x-request-id|date|via|x-forwarded-for|x-real-ip|x-client-ip)$|version|powered|^server$/i;
const namedInComment =
  /(?:host|server|node|backend|ip|address|db|upstream|generated|served|machine)[^\n]{0,40}?((?:10|172|192)(?:\.\d{1,3}){3})\b/gi;

type Address = (value: string, where: string, excerpt: string) => void;

function inHeaders({ headers }: HttpAnswer, address: Address): void {
  for (const [name, value] of headers) {
    if (namesNothing.test(name)) continue;
    for (const pattern of [inText, inUrl])
      for (const match of value.matchAll(pattern)) address(match[1]!, `the header ${name}`, '');
  }
}

function inComments(answer: HttpAnswer, { comments }: Page, scan: Scan, address: Address): void {
  for (const comment of comments) {
    for (const match of comment.matchAll(namedInComment))
      if (new RegExp(`^${ip}$`).test(match[1]!)) address(match[1]!, 'a comment', match[0]);
    const path = unixPath.exec(comment)?.[1] ?? windowsPath.exec(comment)?.[1];
    if (path)
      scan.report(internalPath, {
        answer,
        parameter: path.slice(0, 200),
        placeKey: path,
        evidence: `A comment names ${path.slice(0, 200)}`,
        excerpt: path,
      });
  }
}

function inAddresses({ links, resources, forms, scripts }: Page, address: Address): void {
  for (const url of [
    ...links.filter((link) => !routers.test(new URL(link).hostname)),
    ...resources.map((resource) => resource.url),
    ...forms.map((form) => form.action),
  ])
    for (const match of url.matchAll(inUrl)) address(match[1]!, 'a link', match[0]);
  for (const script of scripts)
    for (const match of script.code.slice(0, 300_000).matchAll(inUrl))
      address(match[1]!, 'a script', match[0]);
}

function look({ answer, own, kind, page }: Seen, scan: Scan): void {
  if (!own || kind === 'other') return;
  // A site that is itself at a private address may name it.
  const itself = new URL(answer.url).hostname;
  const address: Address = (value, where, excerpt) => {
    if (valid(value) && value !== itself)
      scan.report(privateAddress, {
        answer,
        parameter: value,
        placeKey: `${value} ${where}`,
        evidence: `${value} in ${where}`,
        excerpt,
      });
  };
  inHeaders(answer, address);
  if (kind === 'style' || answer.status >= 500) return;
  if (page) {
    inComments(answer, page, scan, address);
    inAddresses(page, address);
  } else if (kind === 'script' || kind === 'json')
    for (const match of bodyText(answer).slice(0, 2_000_000).matchAll(inUrl))
      address(match[1]!, kind === 'script' ? 'a script' : 'the data', match[0]);
}

const mostMaps = 15;

/** Address of the source map that a script names in its last lines or headers; null for one inside the script. */
export function sourceMapOf(code: string, headerValue: string | undefined, at: string): string | null {
  const named =
    headerValue ?? /\/\/[#@]\s*sourceMappingURL=([^\s'"]+)\s*(?:\*\/)?\s*$/.exec(code.slice(-3000))?.[1];
  if (!named || named.startsWith('data:')) return null;
  try {
    return new URL(named, at).href;
  } catch {
    return null;
  }
}

const mapsOf = new WeakMap<object, Set<string>>();

export const insides: Check = {
  name: 'Internal addresses, paths and sources',
  rules: [privateAddress, internalPath, sourceMap],
  level: 'safe',
  activity: 'Looking for source code of scripts',
  look: (seen, scan) => {
    look(seen, scan);
    if (!seen.own || seen.kind !== 'script' || seen.answer.status !== 200) return;
    const map = sourceMapOf(
      bodyText(seen.answer),
      seen.answer.headers.find(([name]) => /^(x-)?sourcemap$/i.test(name))?.[1],
      seen.answer.url,
    );
    if (!map) return;
    const maps = mapsOf.get(scan.site) ?? new Set();
    mapsOf.set(scan.site, maps.add(map));
  },
  run: async (scan) => {
    const maps = [...(mapsOf.get(scan.site) ?? [])]
      .filter((url) => scan.inScope(new URL(url)))
      .slice(0, mostMaps);
    await Promise.all(
      maps.map(async (url) => {
        const answer = await scan.probe(url, { maxBytes: 100_000 });
        const text = answer?.status === 200 ? bodyText(answer).trimStart().slice(0, 100_000) : '';
        if (
          !answer ||
          !/^\)?\]?\}?'?\s*\{/.test(text) ||
          !/"version"\s*:\s*3/.test(text) ||
          !/"(?:mappings|sources)"\s*:/.test(text)
        )
          return;
        const sources = [
          ...text.matchAll(/"((?:webpack:\/\/|\.\.?\/|src\/|\/)[^"]{1,120}\.(?:[jt]sx?|vue|svelte|scss))"/g),
        ]
          .slice(0, 4)
          .map((match) => match[1]!);
        scan.report(sourceMap, {
          answer,
          parameter: 'source map',
          evidence: `A source map${sources.length > 0 ? ` of ${sources.join(', ')}` : ''}.`,
        });
      }),
    );
  },
};
