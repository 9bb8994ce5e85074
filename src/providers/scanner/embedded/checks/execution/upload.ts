import { randomInt } from 'node:crypto';
import { bodyText, header, mediaType, type HttpAnswer } from '#probes/http/answer.ts';
import { readPage } from '#probes/web/page.ts';
import { cheatSheet, defineRule, type Check, type Rule, type Scan, type Tried } from '../../rule.ts';
import { byDepth } from './likely.ts';
import { freshSum, holdsProduct, type Sum } from './sum.ts';

const references = [
  'https://owasp.org/www-community/vulnerabilities/Unrestricted_File_Upload',
  cheatSheet('File_Upload'),
];
const program = defineRule({
  id: 'active.upload-code',
  title: 'An uploaded program is carried out by the server (unrestricted upload)',
  vector: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  cwe: 'CWE-434',
  pciAutoFail: true,
  explanation:
    'The scan sent a file with one line of program, which calculates a number, through a form of the website. When the file was asked for, the server carried it out. Attackers can take over the server with a file of their own.',
  fix: '1. Keep uploaded files outside the folder that the web server serves, or on a host of their own, and hand them out through a program that sets Content-Type and Content-Disposition: attachment.\n2. Allow only the endings that are needed (.jpg, .pdf), compare the last one, in small letters, and give files a new name of your own.\n3. Switch programs off in the folder.\nApache: php_admin_flag engine off and RemoveHandler .php .phtml .phar; nginx: a location without fastcgi_pass; IIS: remove the Script permission of handlers.\n4. Look through the folder for files that are not yours.',
  references,
});
const active = defineRule({
  id: 'active.upload-html',
  title: 'Uploaded pages are shown in the name of the website (unrestricted upload)',
  vector: 'AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N',
  cwe: 'CWE-434',
  explanation:
    'A web page or drawing that was sent through a form of the website can be opened under its own address. Someone can upload a page with a script of theirs, and it runs in the name of the website for everyone who follows the link.',
  fix: '1. Allow only the endings that are needed (.jpg, .png, .pdf); .html, .htm, .svg and .xml are not among them.\n2. Hand files out with Content-Disposition: attachment, X-Content-Type-Options: nosniff and a fixed Content-Type, best from a host of their own.\n3. Draw pictures anew on the server, so that nothing else stays in them.',
  references,
});

type Sample = { rule: Rule; ending: string; type: string; content: (sum: Sum) => string; what: string };

const php = ({ a, b, tag }: Sum) => `<?php echo '${tag}'.(${a}*${b}); ?>`;
const languages: Record<string, Omit<Sample, 'rule' | 'what'>> = {
  php: { ending: '.php', type: 'application/x-php', content: php },
  java: { ending: '.jsp', type: 'text/plain', content: ({ a, b, tag }) => `<%= "${tag}" + (${a}*${b}) %>` },
  aspnet: {
    ending: '.aspx',
    type: 'text/plain',
    content: ({ a, b, tag }) => `<%@ Page Language="C#" %><%= "${tag}" + (${a}*${b}) %>`,
  },
  iis: {
    ending: '.asp',
    type: 'text/plain',
    content: ({ a, b, tag }) => `<% Response.Write("${tag}" & (${a}*${b})) %>`,
  },
};

// What gets past checks of the type, the first bytes, the first or the last ending.
const disguises: readonly { ending: string; type: string; lead: string }[] = [
  { ending: '.php', type: 'image/jpeg', lead: 'GIF89a' },
  { ending: '.phtml', type: 'image/jpeg', lead: '' },
  { ending: '.gif.php', type: 'image/gif', lead: 'GIF89a' },
  { ending: '.pHp', type: 'image/jpeg', lead: '' },
  { ending: '.php.jpg', type: 'image/jpeg', lead: '' },
  { ending: '.php5', type: 'image/jpeg', lead: '' },
  { ending: '.phar', type: 'image/jpeg', lead: '' },
  { ending: '.php.', type: 'image/jpeg', lead: '' },
  { ending: '.php%00.jpg', type: 'image/jpeg', lead: '' },
  { ending: '.php;.jpg', type: 'image/jpeg', lead: '' },
];

function samplesOf(scan: Scan): Sample[] {
  const { tech } = scan.site;
  const known = Object.keys(languages).filter((name) => tech.has(name));
  const chosen = known.length > 0 ? known : byDepth(scan, [], ['php'], ['php', 'java', 'aspnet']);
  const disguised = chosen.includes('php') ? disguises.slice(0, byDepth(scan, 0, 3, disguises.length)) : [];
  return [
    ...chosen.map((name): Sample => ({ rule: program, what: 'program', ...languages[name]! })),
    {
      rule: active,
      ending: '.html',
      type: 'text/html',
      content: ({ tag }) =>
        `<!doctype html><html><head><title>${tag}</title></head><body><p>${tag}</p></body></html>`,
      what: 'page',
    },
    {
      rule: active,
      ending: '.svg',
      type: 'image/svg+xml',
      content: ({ tag }) =>
        `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>${tag}</text></svg>`,
      what: 'drawing',
    },
    ...disguised.map(({ ending, type, lead }): Sample => ({
      rule: program,
      what: 'program',
      ending,
      type,
      content: (sum) => `${lead}${php(sum)}`,
    })),
  ];
}

const folders = [
  'uploads/',
  'upload/',
  'files/',
  'images/',
  'media/',
  'static/uploads/',
  'assets/uploads/',
  'img/',
  'userfiles/',
  'attachments/',
  'avatars/',
  'documents/',
  'tmp/',
];
const uploadFolder =
  /(?:^|\/)(?:[\w-]*upload\w*|files?|media|images?|img|avatars?|attachments?|documents?|pics?|photos?)\/$/i;

const places = new WeakMap<Scan['site'], Set<string>>();

/** Addresses in an answer that may be the file: they hold its name, or its ending where it was given a new name. */
function addressesIn(answer: HttpAnswer, name: string, ending: string, known: string): string[] {
  const text = bodyText(answer).slice(0, 200_000).replaceAll('\\/', '/');
  const page = readPage(text, answer.url);
  const links = [...page.links, ...page.resources.map(({ url }) => url)];
  const words = (text.match(/[\w\-./:%~]+/g) ?? [])
    .filter((word) => word.length <= 400)
    .map((word) => word.replace(/(?<![.:])[.:]+$/, ''))
    .filter((word) => /\.\w{1,8}$/.test(word));
  const resolve = (word: string) => (URL.canParse(word, page.base) ? new URL(word, page.base).href : '');
  const all = [...links, ...words.map(resolve)].filter((url) => url !== '');
  const named = all.filter((url) => url.includes(name));
  const renamed = all.filter(
    (url) => url.endsWith(ending.toLowerCase()) && !known.includes(new URL(url).pathname),
  );
  return [...new Set([...named, ...renamed])];
}

function guesses(tried: Tried, scan: Scan, fileName: string): string[] {
  const met = [...scan.site.paths].filter((path) => uploadFolder.test(path)).slice(0, 6);
  const { url } = tried.point.request;
  const bases = byDepth(scan, [], folders.slice(0, 4), folders).flatMap((folder) => [
    new URL(folder, url).href,
    new URL(`/${folder}`, url).href,
  ]);
  return [...new Set([...(places.get(scan.site) ?? []), ...met, ...bases])].flatMap((folder) =>
    URL.canParse(folder, scan.base.href)
      ? [new URL(encodeURIComponent(fileName), new URL(folder, scan.base)).href]
      : [],
  );
}

async function fetchAgain(
  tried: Tried,
  scan: Scan,
  sent: HttpAnswer,
  fileName: string,
  sum: Sum,
  guess: boolean,
): Promise<HttpAnswer | null> {
  const name = fileName.slice(0, fileName.indexOf('.'));
  const ending = fileName.slice(name.length);
  const known = bodyText(tried.plain);
  const asked = new Set<string>();
  const look = async (list: readonly string[]): Promise<HttpAnswer | null> => {
    for (const text of list) {
      const url = new URL(text);
      if (asked.has(url.href) || asked.size >= 30 || !scan.inScope(url) || scan.isHarmful(url)) continue;
      asked.add(url.href);
      const answer = await scan.ask(url, { maxBytes: 100_000 });
      if (
        answer?.status === 200 &&
        bodyText(answer).includes(sum.tag) &&
        answer.url !== tried.point.request.url
      ) {
        const folder = new URL('.', url).href;
        const kept = places.get(scan.site);
        if (kept) kept.add(folder);
        else places.set(scan.site, new Set([folder]));
        return answer;
      }
    }
    return null;
  };
  const direct = await look(addressesIn(sent, name, ending, known).slice(0, 6));
  if (direct) return direct;
  const page = await scan.ask(tried.point.request.page);
  const listed = page && (await look(addressesIn(page, name, ending, known).slice(0, 4)));
  if (listed) return listed;
  return guess || places.has(scan.site) ? look(guesses(tried, scan, fileName)) : null;
}

const isShown = (answer: HttpAnswer): boolean =>
  /^(text\/html|application\/xhtml\+xml|image\/svg\+xml|text\/xml|application\/xml)$/.test(
    mediaType(answer),
  ) &&
  !/^\s*attachment/i.test(header(answer, 'content-disposition') ?? '') &&
  !/sandbox/i.test(header(answer, 'content-security-policy') ?? '');

export const upload: Check = {
  name: 'Uploads of programs and pages',
  rules: [program, active],
  level: 'normal',
  point: async (tried, scan) => {
    if (tried.point.kind !== 'file' || !scan.mayChange) return;
    for (const [index, { rule, ending, type, content, what }] of samplesOf(scan).entries()) {
      if (tried.found.has(rule.id)) continue;
      const sum = freshSum();
      const fileName = `${scan.mark}${randomInt(1000, 9999)}${ending}`;
      const text = content(sum);
      const sent = await tried.send(text, { file: { fileName, type } });
      if (!sent || sent.status >= 400) continue;
      const answer = await fetchAgain(tried, scan, sent, fileName, sum, index === 0);
      if (!answer) continue;
      const proven =
        rule === program
          ? holdsProduct(answer, sum, sum.tag)
          : isShown(answer) && bodyText(answer).includes(text.slice(text.indexOf('<', 1), 60));
      if (!proven) continue;
      tried.report(rule, {
        answer,
        sent,
        payload: `${fileName}: ${text}`,
        evidence:
          rule === program
            ? `The uploaded file ${answer.url} was carried out: it multiplied ${sum.a} by ${sum.b} and gave ${sum.product}.`
            : `The uploaded ${what} ${answer.url} is shown as ${mediaType(answer)}.`,
        fix: `${rule.fix}\n\nThe scan left the file ${fileName} (${answer.url}) on the website: remove it.`,
        excerpt: sum.tag,
      });
    }
  },
};
