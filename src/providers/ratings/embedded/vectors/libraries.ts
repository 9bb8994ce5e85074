import { bodyText, HttpFailure, type HttpAnswer } from '#probes/http/answer.ts';
import { detectLibraries, type DetectedLibrary } from '#probes/libraries/detect.ts';
import { readPage } from '#probes/web/page.ts';
import type { RatingFinding } from '../../port.ts';
import { makeFinding } from '../finding.ts';
import { TooSlow, within } from '../limits.ts';
import type { Look } from '../look/look.ts';
import { maxBody } from '../look/site.ts';
import { isOwn } from '../subject.ts';

/** Scripts of the company's own that are read; files of others are known by their address only. */
const maxScripts = 12;
/** Scripts of others whose address is looked at. */
const maxForeign = 200;
/** For all scripts together, so that a slow one does not cost the rest of the vector. */
const scriptsMs = 7000;
const severities = ['low', 'medium', 'high'] as const;

function judge(library: DetectedLibrary, asset: string, now: Date): RatingFinding {
  const subject = `${asset} (${library.name} ${library.version})`;
  if (library.flaws.length === 0)
    return makeFinding(
      'library-current',
      subject,
      `${library.name} ${library.version}, recognised by its ${library.by}.`,
      now,
    );
  const worst = severities[Math.max(...library.flaws.map(({ severity }) => severities.indexOf(severity)))]!;
  const cves = [...new Set(library.flaws.flatMap(({ cve }) => cve))].slice(0, 6);
  const told = cves.length > 0 ? cves.join(', ') : library.flaws[0]!.summary;
  return makeFinding(
    `library-${worst}`,
    subject,
    `${library.name} ${library.version}, recognised by its ${library.by}: ${told}`,
    now,
  );
}

/** The script libraries of a page, each version once, by the worst that is known about it. */
export async function libraryFindings({ reach, subject }: Look, page: HttpAnswer): Promise<RatingFinding[]> {
  const html = readPage(bodyText(page), page.url);
  const found = new Map<string, { library: DetectedLibrary; asset: string }>();
  const take = (libraries: readonly DetectedLibrary[], asset: string) => {
    for (const library of libraries) {
      const key = `${library.id} ${library.version}`;
      if (!found.has(key)) found.set(key, { library, asset });
    }
  };
  const place = (url: string) => {
    const { host, pathname } = new URL(url);
    return `${host}${pathname}`;
  };
  for (const script of html.scripts)
    if (script.url === null) take(detectLibraries({ url: '', content: script.code }), place(page.url));
  const urls = [...new Set(html.scripts.flatMap(({ url }) => (url === null ? [] : [url])))];
  const isOurs = (url: string) => {
    const { hostname, port } = new URL(url);
    return port === '' && isOwn(subject, hostname);
  };
  for (const url of urls.filter((one) => !isOurs(one)).slice(0, maxForeign))
    take(detectLibraries({ url }), place(url));
  const read = urls.filter(isOurs).slice(0, maxScripts);
  await within(scriptsMs, reach.signal, () =>
    Promise.all(
      read.map(async (url) => {
        let content: string | undefined;
        try {
          const answer = await reach.http.ask(url, { maxBytes: maxBody, cookies: false });
          if (answer.status === 200) content = bodyText(answer);
        } catch (error) {
          if (!(error instanceof HttpFailure)) throw error;
        }
        take(detectLibraries({ url, ...(content !== undefined && { content }) }), place(url));
      }),
    ),
  ).catch((error: unknown) => {
    if (!(error instanceof TooSlow)) throw error;
  });
  return [...found.values()].map(({ library, asset }) => judge(library, asset, reach.now()));
}
