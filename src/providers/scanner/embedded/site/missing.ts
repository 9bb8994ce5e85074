import { HttpFailure, bodyText, header, type HttpAnswer } from '#probes/http/answer.ts';
import type { HttpClient } from '#probes/http/client.ts';

/** Words of an answer with everything that changes by itself taken out: names, numbers, tokens. */
function words(answer: HttpAnswer): Set<string> {
  const text = bodyText(answer)
    .slice(0, 100_000)
    .replace(/<script\b[\s\S]*?(?:<\/script>|$)/gi, ' ')
    .toLowerCase();
  return new Set((text.match(/[a-z]{3,}/g) ?? []).slice(0, 4000));
}

function similarity(a: Set<string>, b: Set<string>): number {
  if (a.size === 0 && b.size === 0) return 1;
  let shared = 0;
  for (const word of a) if (b.has(word)) shared += 1;
  return shared / Math.max(1, a.size + b.size - shared);
}

/** A short answer with the address taken out that it repeats. */
function withoutPath(answer: HttpAnswer): string {
  const { pathname } = new URL(answer.url);
  return bodyText(answer).replaceAll(pathname, '').replaceAll(pathname.slice(1), '').trim();
}

export function sameAnswer(a: HttpAnswer, b: HttpAnswer): boolean {
  if (a.status !== b.status) return false;
  if (a.status >= 300 && a.status < 400) {
    const target = (answer: HttpAnswer) =>
      (header(answer, 'location') ?? '').replace(/[?#].*/s, '').replace(/(?<![^/])[^/]*$/, '');
    return target(a) === target(b);
  }
  if (a.body.equals(b.body)) return true;
  if (Math.max(a.body.length, b.body.length) < 400 && withoutPath(a) === withoutPath(b)) return true;
  if (Math.max(a.body.length, b.body.length) < 40) return false;
  const ratio = Math.min(a.body.length, b.body.length) / Math.max(a.body.length, b.body.length);
  return ratio > 0.7 && similarity(words(a), words(b)) > 0.9;
}

/**
 * Learns, per folder and file extension, what the site answers for things that do not exist, because many sites answer
 * 200 to everything. The returned function tells whether an answer is of that kind.
 */
export function makeMissingDetector(
  http: HttpClient,
  mark: string,
): (answer: HttpAnswer) => Promise<boolean> {
  const baselines = new Map<string, Promise<HttpAnswer | null>>();
  return async (answer) => {
    if (answer.status === 404 || answer.status === 410) return true;
    const url = new URL(answer.url);
    const folder = url.pathname.replace(/(?<![^/])[^/]*$/, '');
    const name = url.pathname.slice(folder.length);
    const extension = /\.[^.]*$/.exec(name)?.[0] ?? '';
    // A folder's own sibling is another folder; a dot file's another dot file.
    const random =
      name === ''
        ? `${folder.replace(/(?<![^/])[^/]*\/$/, '')}${mark}nothing/`
        : name.startsWith('.')
          ? `${folder}.${mark}nothing`
          : `${folder}${mark}nothing${extension}`;
    let baseline = baselines.get(random);
    if (!baseline) {
      baseline = http.ask(new URL(random, url.origin), { maxBytes: 300_000 }).catch((error: unknown) => {
        if (error instanceof HttpFailure) return null;
        throw error;
      });
      baselines.set(random, baseline);
    }
    const known = await baseline;
    return known !== null && known.status !== 404 && sameAnswer(known, answer);
  };
}
