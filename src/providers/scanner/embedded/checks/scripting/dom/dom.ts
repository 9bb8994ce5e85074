import type { BrowserTools, BrowserVisit } from '../../../browser/tools.ts';
import type { Check, Scan } from '../../../rule.ts';
import { byDepth } from '../../execution/likely.ts';
import { dom as rule } from '../rules.ts';
import { candidates, type Candidate } from './pages.ts';
import { payloadsFor } from './payloads.ts';
import {
  nameOf,
  sentenceOf,
  setSource,
  sourcesOf,
  readReports,
  type Setting,
  type Source,
  type Sink,
  type PageReports,
} from './sources.ts';
import { watchScript } from './taint.mjs';

const sinkNames: Record<Sink['sink'], string> = {
  html: 'the markup of the page',
  code: 'code that it runs',
  address: 'an address that is followed',
  program: 'the address of a script',
};

let count = 0;
/** Another number for each visit: what ran is then known to come from it. */
const freshId = (): string =>
  String(520_000_000 + (count = (count + 1) % 90_000) * 811 + Math.floor(Math.random() * 800));

const visit = (
  browser: BrowserTools,
  scan: Scan,
  setting: Setting,
  proof = false,
): Promise<BrowserVisit | null> =>
  browser.visit(
    { url: setting.url },
    {
      ...setting.options,
      initScript: watchScript(scan.mark, { hash: setting.hash, messages: setting.messages }),
      atMostMs: 5000,
      // Messages and late fragments are sent once the page has loaded.
      ...(setting.messages.length > 0 || setting.hash !== '' ? { lastReport: 'sent', restMs: 300 } : {}),
      ...(proof ? { touch: scan.mark, screenshot: true } : {}),
    },
  );

const plain = (url: string): Setting => ({
  url: url.replace(/#.*/s, ''),
  options: {},
  hash: '',
  messages: [],
});

// Behind each mark: what a script takes out or replaces is not worth a payload that needs it.
const signs = `'"<`;

function everything(
  scan: Scan,
  url: string,
  sources: readonly Source[],
  messages: PageReports['messages'],
): Setting {
  let setting = plain(url);
  for (const [index, source] of sources.entries())
    setting = setSource(setting, source, `${scan.mark}s${index}e${signs}`, messages);
  return setting;
}

const sourceIn = (scan: Scan, text: string, sources: readonly Source[]): Source | undefined => {
  const nth = new RegExp(`^${scan.mark}s(\\d+)e`).exec(text)?.[1];
  return nth === undefined ? undefined : sources[Number(nth)];
};

function passes(payload: string, { sink, text }: Sink): boolean {
  if (text === '' || sink === 'address' || sink === 'program') return true;
  return [...signs].every((sign) => !payload.includes(sign) || text.includes(sign));
}

async function confirm(
  browser: BrowserTools,
  scan: Scan,
  { url }: Candidate,
  { source, sink, messages }: { source: Source; sink: Sink; messages: PageReports['messages'] },
): Promise<boolean> {
  for (const text of payloadsFor(sink, scan.mark, '0')
    .filter((one) => passes(one, sink))
    .slice(0, byDepth(scan, 2, 5, 9))) {
    const id = freshId();
    const payload = text
      .replaceAll(`${scan.mark}(0)`, `${scan.mark}(${id})`)
      .replaceAll(`${scan.mark}\`0\``, `${scan.mark}\`${id}\``);
    const setting = setSource(plain(url), source, payload, messages);
    const seen = await visit(browser, scan, setting, true);
    if (!seen?.executed.includes(id)) continue;
    scan.report(rule, {
      url,
      method: 'GET',
      parameter: nameOf(source),
      // A link alone is enough where the address carries it.
      payload: setting.url.includes(scan.mark) ? setting.url : payload,
      evidence: `A script of the page takes ${sentenceOf(source)} and makes it ${sinkNames[sink.sink]}: the browser ran what was sent there (${payload}).`,
      foundOn: url,
      placeKey: `${new URL(url).pathname} ${nameOf(source)}`,
      screenshot: seen.screenshot,
    });
    return true;
  }
  return false;
}

/** jQuery before 1.9 makes elements of a selector that has markup anywhere in it; no sink but the selector sees the text. */
async function selector(
  browser: BrowserTools,
  scan: Scan,
  candidate: Candidate,
  seen: BrowserVisit,
): Promise<void> {
  if (!/^1\.[0-8](\.|$)/.test(seen.libraries.jquery ?? '') || !/location\.hash|hashchange/.test(seen.html))
    return;
  for (const late of [false, true]) {
    const sink: Sink = { sink: 'html', before: '', text: '' };
    if (await confirm(browser, scan, candidate, { source: { kind: 'hash', late }, sink, messages: null }))
      return;
  }
}

async function look(browser: BrowserTools, scan: Scan, candidate: Candidate): Promise<void> {
  let sources = sourcesOf(candidate.parameters, null);
  const first = await visit(browser, scan, everything(scan, candidate.url, sources, null));
  if (!first) return;
  let reported = readReports(first.reports);
  let messages = reported.messages;
  const missing = reported.parameters.filter(
    (name) => !candidate.parameters.includes(name) && !name.includes(scan.mark),
  );
  const hits: { source: Source; sink: Sink; messages: PageReports['messages'] }[] = [];
  const gather = () => {
    for (const sink of reported.sinks) {
      const source = sourceIn(scan, sink.text, sources);
      if (source) hits.push({ source, sink, messages });
    }
  };
  gather();
  if (missing.length > 0 || messages) {
    // What its scripts asked for is known only now.
    sources = sourcesOf([...missing, ...candidate.parameters], messages);
    const second = await visit(browser, scan, everything(scan, candidate.url, sources, messages));
    reported = readReports(second?.reports ?? []);
    messages = reported.messages ?? messages;
    gather();
  }
  const done = new Set<string>();
  let tries = 0;
  for (const hit of hits) {
    const name = nameOf(hit.source);
    if (done.has(name) || tries >= byDepth(scan, 2, 4, 10)) continue;
    tries += 1;
    if (await confirm(browser, scan, candidate, hit)) done.add(name);
  }
  if (done.size === 0) await selector(browser, scan, candidate, first);
}

const workers = 2;

export const domScripts: Check = {
  name: 'Cross-site scripting by scripts of the pages',
  rules: [rule],
  level: 'safe',
  weight: 3,
  undecidedBecause: 'no browser',
  activity: 'Watching what scripts of the pages do with text from outside',
  run: async (scan) => {
    const browser = await scan.browser();
    if (!browser) return 'not-run';
    const list = candidates(scan);
    let next = 0;
    const work = async () => {
      while (next < list.length) {
        scan.signal.throwIfAborted();
        const at = next++;
        scan.step(`Watching scripts of pages (${at + 1} of ${list.length})`, at / list.length);
        await look(browser, scan, list[at]!);
      }
    };
    const ends = await Promise.allSettled(Array.from({ length: workers }, work));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    return undefined;
  },
};
