import { HttpFailure, bodyText, mediaType, type HttpAnswer } from '#probes/http/answer.ts';
import { isRefused } from '../../drift/wall.ts';
import type { Rule, Scan } from '../../rule.ts';

/** Secrets or the program itself; something about the inside; a hint that helps an attack. */
export const high = 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N';
export const medium = 'AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N';
export const low = 'AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N';

/** A file that should not be there, and how its content proves that it is. */
export type Exposure = {
  rule: Rule;
  paths: readonly string[];
  /** Only at the top of the site (default), or also in the folders in which pages lie. */
  folders?: 'root' | 'all';
  /** Technologies that make it worth asking; always by default. */
  when?: (tech: ReadonlySet<string>) => boolean;
  /** What in the answer proves it, as evidence; null when it does not. */
  proof: (content: Content) => string | null;
  maxBytes?: number;
  /** Another vector than the rule's for what was found. */
  vector?: (content: Content) => string | undefined;
  /** Asked for only when this file beside it was not plainly missing (404): it is refused, or there. */
  after?: string;
  /** One hit of these paths is enough. */
  firstOnly?: boolean;
};

export type Content = {
  answer: HttpAnswer;
  bytes: Buffer;
  text: string;
  type: string;
  /** Looks like a web page: never the raw file that was asked for. */
  html: boolean;
  path: string;
};

export function contentOf(answer: HttpAnswer): Content {
  const text = bodyText(answer);
  const type = mediaType(answer);
  return {
    answer,
    bytes: answer.body,
    text,
    type,
    html: /^\s*(?:<!--[\s\S]{0,500}?-->\s*)?<(?:!doctype html|html|head|body|div|script|meta|title)\b/i.test(
      text.slice(0, 2000),
    ),
    path: new URL(answer.url).pathname,
  };
}

export function settingNames(text: string): string[] {
  return [...text.matchAll(/^[ \t]*(?:export\s+)?([A-Z][A-Z0-9_]{2,40})\s*=\s*\S/gm)].map(
    (match) => match[1]!,
  );
}

export async function expose(scan: Scan, exposure: Exposure, url: URL): Promise<'hit' | 'missing' | 'other'> {
  const answer = await scan.http
    .ask(url, { maxBytes: exposure.maxBytes ?? 65_536 })
    .catch((error: unknown) => ignoreFailure(error));
  if (answer && !isRefused(answer, null)) scan.tried([exposure.rule], url.href);
  if (answer?.status === 404 || answer?.status === 410) return 'missing';
  if (!answer || (answer.status !== 200 && answer.status !== 206)) return 'other';
  const content = contentOf(answer);
  const evidence = answer.body.length === 0 ? null : exposure.proof(content);
  if (evidence === null || (await scan.looksMissing(answer))) return 'other';
  const vector = exposure.vector?.(content);
  scan.report(exposure.rule, {
    answer,
    parameter: content.path,
    evidence,
    secretBody: !content.html,
    ...(vector ? { vector } : {}),
  });
  return 'hit';
}

function ignoreFailure(error: unknown): null {
  if (error instanceof HttpFailure && error.code !== 'budget') return null;
  throw error;
}
