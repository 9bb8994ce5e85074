import { bodyText, mediaType, type HttpAnswer } from '#probes/http/answer.ts';
import { cheatSheet, defineRule, type Check, type Scan, type Tried } from '../../rule.ts';
import { isProgram, only, programInBase64 } from './files.ts';
import { byDepth, isAlive, isCarried, isFileName, isRefused, likelyFile } from './likely.ts';
import { tryAddresses, beside, climbs, type Climb } from './traversalValues.ts';

const traversalRule = defineRule({
  id: 'active.path-traversal',
  title: 'Files of the server can be read through a request (path traversal)',
  vector: 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N',
  cwe: 'CWE-22',
  pciAutoFail: true,
  explanation:
    'A part of the request is used as the name of a file without a check. By going up through the folders, or with a whole path, strangers read any file of the server, such as settings with passwords.',
  fix: '1. Choose files by a key from a list, not by a name in the request.\n2. If a name is needed, take its last part only and check that the full path lies in the intended folder.\nNode.js: const full = path.resolve(folder, path.basename(name));\nPHP: $full = realpath($folder . "/" . basename($name));\nPython: (folder / name).resolve().is_relative_to(folder)\nJava: folder.resolve(name).normalize().startsWith(folder)\n3. PHP: never include a file whose name comes from a request; set allow_url_include = Off and open_basedir.\n4. nginx: end both the location and its alias with a slash.\n5. Change the passwords in files that could be read.',
  references: ['https://owasp.org/www-community/attacks/Path_Traversal', cheatSheet('Input_Validation')],
});

// A program tells that it opened a file of the name that was sent.
const openErrors =
  /failed to open stream|Failed opening '?|ENOENT|no such file or directory|FileNotFound|Could not find (?:file|a part of the path)|\[Errno 2\]|(?:include|require)(?:_once)?\(|fopen\(|file_get_contents\(|readfile\(|The system cannot find the (?:file|path)/i;

const opensFile = (tried: Tried): boolean =>
  tried.marked !== null && openErrors.test(bodyText(tried.marked)) && !openErrors.test(bodyText(tried.plain));

const lastPart = (url: string) => new URL(url).pathname.split('/').at(-1)!;

function most(tried: Tried, scan: Scan, all: number): number {
  if (opensFile(tried)) return byDepth(scan, 8, 14, all);
  if (isCarried(tried))
    return isFileName(tried.point.value)
      ? byDepth(scan, 2, 6, all)
      : byDepth(scan, 0, isAlive(tried) && likelyFile(tried) ? 2 : 0, isAlive(tried) ? 3 : 0);
  // A file that is not there often brings the page of the value that is met without one.
  if (!isAlive(tried)) return likelyFile(tried) ? byDepth(scan, 2, 3, 5) : byDepth(scan, 0, 0, 1);
  if (isFileName(tried.point.value)) return byDepth(scan, 5, 12, all);
  return likelyFile(tried) ? byDepth(scan, 3, 8, 24) : byDepth(scan, 0, 2, 6);
}

function before(tried: Tried, find: (text: string) => unknown): boolean {
  return [tried.plain, tried.again, tried.marked].some(
    (answer) => answer !== null && find(bodyText(answer)) !== null,
  );
}

async function climb(
  tried: Tried,
  { file, value, fill, control }: Climb,
): Promise<{ hit: boolean; answer: HttpAnswer | null }> {
  const answer = await tried.send(value, fill);
  const seen = answer && file.find(bodyText(answer));
  if (!answer || !seen) return { hit: false, answer };
  // A page that tells about the file, or a search that finds one, does so without the way up too.
  if (before(tried, file.find)) return { hit: false, answer };
  const other = await tried.send(control, fill);
  if (!other || file.find(bodyText(other)) !== null) return { hit: false, answer };
  tried.report(traversalRule, {
    answer: only(answer, seen),
    payload: value,
    evidence: `The answer is the file ${file.name} of the server: ${seen}`,
  });
  return { hit: true, answer };
}

/** PHP reads its own pages in base 64 instead of carrying them out: proof without any file of the system. */
async function ownSource(tried: Tried, scan: Scan): Promise<void> {
  if (scan.site.tech.size > 0 && !scan.site.tech.has('php')) return;
  const { value, request } = tried.point;
  const script = lastPart(request.url);
  const names = [
    ...new Set([
      value,
      script.endsWith('.php') ? script : 'index.php',
      script.replace(/\.php$/, '') || 'index',
    ]),
  ].filter((name) => name !== '' && !/[:?#]/.test(name));
  for (const name of names.slice(0, byDepth(scan, 1, 2, 3))) {
    const payload = `php://filter/convert.base64-encode/resource=${name}`;
    const answer = await tried.send(payload);
    const found = answer && programInBase64(answer);
    if (!answer || !found || programInBase64(tried.plain)) continue;
    tried.report(traversalRule, {
      answer: only(answer, `(the program in base 64, ${answer.body.length} bytes)`),
      payload,
      cwe: 'CWE-98',
      evidence: `The answer holds the program ${name} of the website in base 64 (it begins with ${found}): the value is opened as a file or wrapper.`,
    });
    return;
  }
}

// PHP names the file that it was to carry out, as the program put it together.
const inclusion =
  /\b(?:include|require)(?:_once)?\((?:\[function\.\w+\]:?\s*)?([^()<>\r\n]{1,400})\)(?:\s*\[[^\]]{1,200}\])?: failed to open stream/i;

/** The way up through folders reaches the statement that includes programs; what is put behind it hides the files themselves. */
async function byMessage(tried: Tried, scan: Scan): Promise<void> {
  const named = (answer: HttpAnswer | null) => (answer ? (inclusion.exec(bodyText(answer))?.[1] ?? '') : '');
  if (!named(tried.marked).includes(scan.mark) || named(tried.plain) !== '' || tried.point.value === '')
    return;
  // Another way to write the same file: a page that only repeats what it was asked complains about it too.
  const same = await tried.send(`./${tried.point.value}`);
  if (!same || named(same) !== '') return;
  const payload = `../../${scan.mark}/../${scan.mark}`;
  const answer = await tried.send(payload);
  const file = named(answer);
  if (!answer || !file.includes(payload)) return;
  tried.report(traversalRule, {
    answer,
    payload,
    cwe: 'CWE-98',
    confidence: 'firm',
    evidence: `The program includes the file that the value names, opens it as ./${tried.point.value} too, and keeps the way up through folders: ${file.slice(0, 200)}`,
    excerpt: payload,
  });
}

/** A file that visitors may read, reached from a folder where it is not: for systems whose own files are out of reach. */
async function knownFile(tried: Tried, scan: Scan): Promise<void> {
  const style = scan.site.pages
    .flatMap(({ page }) => [
      ...page.styles.map(({ url }) => url),
      ...page.scripts.flatMap(({ url }) => url ?? []),
    ])
    .map((url) => new URL(url))
    .find((url) => scan.inScope(url) && /\.(css|js)$/.test(url.pathname));
  if (!style) return;
  const file = await scan.ask(style);
  const line =
    file?.status === 200 && mediaType(file) !== 'text/html'
      ? bodyText(file)
          .split('\n')
          .find((text) => text.trim().length >= 40)
          ?.trim()
          .slice(0, 120)
      : undefined;
  if (
    line === undefined ||
    /[<>&"']/.test(line) ||
    before(tried, (text) => (text.includes(line) ? line : null))
  )
    return;
  const holds = async (levels: number) => {
    const payload = `${'../'.repeat(levels)}${style.pathname.slice(1)}`;
    const answer = await tried.send(payload);
    return answer && bodyText(answer).includes(line) ? { answer, payload } : null;
  };
  for (const levels of byDepth(scan, [], [1, 2], [1, 2, 3, 4])) {
    const found = await holds(levels);
    if (!found) continue;
    // Programs that take ".." out, or count it as an address does, find it from any depth; a file system does not.
    if ((await holds(0)) || (await holds(30))) return;
    tried.report(traversalRule, {
      ...found,
      evidence: `The value ${found.payload} shows the file ${style.pathname}: the way up through folders works. Without it, and with too much of it, the file does not come.`,
      excerpt: line.slice(0, 20),
    });
    return;
  }
}

async function readProgram(tried: Tried, scan: Scan): Promise<void> {
  const script = lastPart(tried.point.request.url);
  if (!/\.(php|aspx?|jsp)$/i.test(script) || openErrors.test(bodyText(tried.marked ?? tried.plain))) return;
  if (
    !/down|file|attach|doc|img|image|pic|photo|get/i.test(`${script} ${tried.point.name}`) ||
    isProgram(bodyText(tried.plain))
  )
    return;
  for (const payload of [script, `../${script}`].slice(0, byDepth(scan, 0, 2, 2))) {
    const answer = await tried.send(payload);
    const found = answer && isProgram(bodyText(answer));
    if (!answer || !found) continue;
    tried.report(traversalRule, {
      answer: only(answer, `${found} …`),
      payload,
      evidence: `The answer holds the program ${script} of the website (it begins with ${found}).`,
    });
    return;
  }
}

async function climbOut(tried: Tried, scan: Scan): Promise<boolean> {
  const { tech } = scan.site;
  const windows = tech.has('iis') || tech.has('aspnet');
  const all = climbs(
    tried.point.value,
    { windows, java: tech.has('java'), aspnet: tech.has('aspnet'), php: tech.has('php') },
    scan.mark,
  );
  const number = most(tried, scan, all.length);
  let refused = 0;
  for (const one of all.slice(0, number)) {
    const { hit, answer } = await climb(tried, one);
    if (hit) return true;
    if (answer && isRefused(answer.status) && answer.status !== tried.plain.status) refused += 1;
    if (refused === 2 && !opensFile(tried) && scan.depth !== 'many') break;
  }
  if (number < 2 || refused === 0 || scan.depth === 'few') return false;
  return (await climb(tried, beside(scan.mark))).hit;
}

export const traversal: Check = {
  name: 'Path traversal and file inclusion',
  rules: [traversalRule],
  level: 'safe',
  activity: 'Trying to leave folders',
  point: async (tried, scan) => {
    const { kind } = tried.point;
    if (kind === 'file' || kind === 'xml' || (await climbOut(tried, scan))) return;
    const promising = opensFile(tried) || (isAlive(tried) && likelyFile(tried));
    if (!promising || isCarried(tried)) return;
    const isFound = () => tried.found.has(traversalRule.id);
    await ownSource(tried, scan);
    if (!isFound()) await byMessage(tried, scan);
    if (isFound() || scan.depth === 'few') return;
    await readProgram(tried, scan);
    if (!isFound()) await knownFile(tried, scan);
  },
  run: (scan) => tryAddresses(scan, traversalRule),
};
