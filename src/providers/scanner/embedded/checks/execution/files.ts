import { Buffer } from 'node:buffer';
import { bodyText, type HttpAnswer } from '#probes/http/answer.ts';

/** Files that every system of a kind has, and how their own structure shows in an answer. */

export type KnownFile = {
  name: string;
  /** Below the root of the file system, or of the program, with slashes. */
  path: string;
  /** What of it may be shown; null when the text is not the file. */
  find: (text: string) => string | null;
};

const first = (pattern: RegExp) => (text: string) => pattern.exec(text.slice(0, 1_000_000))?.[1] ?? null;

// Behind a line break, markup, or as it stands in JSON.
const start = String.raw`(?:^|[\n>"']|\\n|\s{2}|\]\s?)`;
const account = String.raw`(?:^|\n|\\n|<br ?\/?>|\s)[a-z_][\w-]{0,31}:[^:\s]{0,200}:\d{1,6}:\d{1,6}:`;

export const passwd: KnownFile = {
  name: '/etc/passwd',
  path: 'etc/passwd',
  // The root account's line and that of another one behind it.
  find: (text) => {
    const cut = text.slice(0, 1_000_000);
    const found = new RegExp(
      `${start}(root:[^:\\s]{0,200}:0:0:[^:\\n]{0,100}:(?:\\\\?\\/)[^:\\n]{0,100}:[^\\s<"'\\\\]{0,60})`,
    ).exec(cut);
    if (!found) return null;
    const rest = cut.slice(found.index + found[0].length, found.index + found[0].length + 4000);
    // A container may have the one account only.
    return new RegExp(account).test(rest) || rest.trim() === ''
      ? found[1]!.replace(/^(root:)[^:]*/, '$1x')
      : null;
  },
};

export const winIni: KnownFile = {
  name: 'win.ini',
  path: 'windows/win.ini',
  find: first(
    /(?:^|[\n>"']|\\n)\s{0,4}(; for 16-bit app support)\s{0,4}(?:\r?\n|\\r|\\n|<br)[\s\S]{0,200}?\[(?:fonts|extensions|mci extensions|files)\]/i,
  ),
};

export const kernel: KnownFile = {
  name: '/proc/version',
  path: 'proc/version',
  find: first(
    /(?:^|[\n>"'])\s{0,4}(Linux version \d+\.\d+)[^\n]{0,200}\((?:gcc|[\w.-]+@|clang|x86_64|aarch64)/,
  ),
};

/** An element and, not far behind it, one that only such a file has. One look: a page may hold thousands of the first. */
const elements = (outer: string, inner: RegExp) => (text: string) => {
  const cut = text.slice(0, 1_000_000).replaceAll('&lt;', '<');
  const at = cut.indexOf(outer);
  return at >= 0 && inner.test(cut.slice(at, at + 20_000)) ? outer : null;
};

export const webXml: KnownFile = {
  name: 'WEB-INF/web.xml',
  path: 'WEB-INF/web.xml',
  find: elements('<web-app', /<(?:servlet|filter|listener|welcome-file-list|context-param|display-name)\b/),
};

export const webConfig: KnownFile = {
  name: 'web.config',
  path: 'web.config',
  find: elements('<configuration', /<(?:system\.web|system\.webServer|appSettings|connectionStrings)\b/),
};

const programs: readonly [start: string, rest: RegExp][] = [
  ['<?php', /^<\?php\s[\s\S]{0,4000}?[;{]/],
  ['<?=', /^<\?=\s{0,9}\$\w/],
  ['<%@', /^<%@\s{0,9}(?:page|Page|language|LANGUAGE)\b/],
  ['<%', /^<%[\s\S]{0,400}?(?:Response\.Write|Server\.CreateObject)/i],
];

/** Whether a text is a program of the server; what gave it away. */
export function isProgram(text: string): string | null {
  for (const [start, rest] of programs) {
    const at = text.indexOf(start);
    if (at >= 0 && rest.test(text.slice(at, at + 5000))) return start;
  }
  return null;
}

/** A program that came back in base 64, as a reading wrapper gives it: the longest such run of an answer, decoded. */
export function programInBase64(answer: HttpAnswer): string | null {
  const runs =
    bodyText(answer)
      .slice(0, 1_000_000)
      .match(/PD[89][A-Za-z0-9+/]{17,}={0,2}|[A-Za-z0-9+/]{60,}={0,2}/g) ?? [];
  for (const run of runs.slice(0, 20)) {
    const found = isProgram(Buffer.from(run.slice(0, 40_000), 'base64').toString('latin1'));
    if (found) return found;
  }
  return null;
}

/** The answer with nothing of the file in it but what proves it. */
export const only = (answer: HttpAnswer, text: string): HttpAnswer => ({
  ...answer,
  body: Buffer.from(`… ${text} …`),
});
