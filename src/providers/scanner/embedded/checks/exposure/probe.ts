import { HttpFailure, bodyText, mediaType, type HttpAnswer } from '#probes/http/answer.ts';
import { isRefused } from '../../drift/wall.ts';
import type { Rule, Scan } from '../../rule.ts';

const setting =
  /(?<![\w.-])["']?([\w.-]{0,60}(?:passw(?:or)?d|passwd|pwd|secret|private_?key|access_?key|secret_?key|auth_?token|api_?token))["']?[ \t]{0,20}(?:=>|[:=])[ \t]{0,20}(?:"([^"\n]{3,200})"|'([^'\n]{3,200})'|([^\s"',;{}[\]]{3,200}))/gi;

// Labels, addresses, rules and gaps to fill: the value of a setting that only is about passwords.
const noSecret =
  /^(?:null|none|true|false|yes|no|undefined|required|optional|string|\*+|x{3,}|<.*|\$\{?.*|\{\{.*|%.*|\/.*|https?:.*|changeme|change_me|your.*|placeholder|\d{1,2})$|passw|secret|^[A-Z][a-z]+ |[?:]$/i;

export function hasAccessData(text: string): boolean {
  for (const match of text.matchAll(setting)) {
    const value = (match[2] ?? match[3] ?? match[4] ?? '').trim();
    if (value !== '' && !/\s/.test(value) && !noSecret.test(value)) return true;
  }
  return false;
}

export function sourceKind(text: string): string | null {
  if (/<\?php\b|<\?=/.test(text)) return 'PHP';
  if (/<%@\s*(?:page|language|control|taglib|import)|<%\s*(?:dim|set|response|string|int)\b/i.test(text))
    return 'ASP or JSP';
  if (/^#!\/.*\b(?:perl|python|ruby|sh|bash)\b/.test(text)) return 'script';
  if (/^[ \t]*(?:using System|namespace \w+|package [\w.]+;|import java)/m.test(text)) return 'program';
  if (/<cfset\b|<cfquery\b|<cfcomponent\b/i.test(text)) return 'ColdFusion';
  return null;
}

export function archiveKind(bytes: Buffer): string | null {
  const hex = bytes.subarray(0, 8).toString('hex');
  if (hex.startsWith('504b0304')) return 'ZIP';
  if (hex.startsWith('1f8b08')) return 'gzip';
  if (hex.startsWith('425a68')) return 'bzip2';
  if (hex.startsWith('377abcaf271c')) return '7-Zip';
  if (hex.startsWith('526172211a07')) return 'RAR';
  if (hex.startsWith('fd377a585a00')) return 'xz';
  return bytes.subarray(257, 262).toString('latin1') === 'ustar' ? 'tar' : null;
}

/** Secrets or the program itself; something about the inside; a hint that helps an attack. */
export const high = 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N';
export const medium = 'AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N';
export const low = 'AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:N/A:N';

export type Exposure = {
  rule: Rule;
  paths: readonly string[];
  /** Only at the top of the site (default), or also in the folders in which pages lie. */
  folders?: 'root' | 'all';
  /** Technologies that make it worth asking; always by default. */
  when?: (tech: ReadonlySet<string>) => boolean;
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
  json: boolean;
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
    json: /^\s*[{[]/.test(text),
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
