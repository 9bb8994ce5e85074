import { bodyText } from '#probes/http/answer.ts';
import { samplePassword } from '../../points/fields.ts';
import type { Scan, Tried } from '../../rule.ts';

/** Which points are worth which tries: names and values promise something, answers to the first text tell more. */

const fileNames =
  /^(f|p|pg|page|path|doc|dir|inc|view|img|pic|load|read|lang|locale|language|style|theme|skin|src|source|content|name|module|mod|layout|log|conf|config|cat|section|show|site|url|uri|href|resource|report|board|action|option|type|data|val|item|document|filename)$|(file|path|template|tpl|folder|directory|include|image|photo|picture|download|attach|document|page|pdf|avatar|stylesheet)/i;
const fileValue = /^(?!\d+(\.\d+)*$)(?!https?:)(?!www\.)[\w\-./\\ ~]{1,200}\.[a-z]\w{1,5}$/i;
const mediaTypeOrDate = /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$|^(text|application|image|audio|video)\/[\w.+-]+$/;

export const isFileName = (value: string): boolean =>
  !value.includes('@') &&
  !mediaTypeOrDate.test(value) &&
  (fileValue.test(value) || /^(\.{0,2}\/)?[\w\-.]+(\/[\w\-.]+)+\/?$/.test(value));

export const likelyFile = ({ point }: Tried): boolean =>
  fileNames.test(point.name.split('.').at(-1)!) || isFileName(point.value);

const redirectNames =
  /^(url|uri|u|r|l|next|go|to|out|ref|back|link|target|view|page|path|site|domain|host|continue|service|rurl|href|dest|destination|forward|jump|exit|src)$|redir|return|goto|callback|forward|back_?(url|to)|continue|success|failure|cancel|(^|_)(url|uri)$|[a-z]Ur[li]$|landing/i;

export const likelyRedirect = ({ point }: Tried): boolean =>
  redirectNames.test(point.name.split('.').at(-1)!) || /^(https?:)?\/|^https?%3a/i.test(point.value);

const commandNames =
  /^(cmd|command|exec|execute|run|ping|host|hostname|ip|ip_?addr(ess)?|addr|address|target|domain|dns|lookup|whois|nslookup|traceroute|trace|shell|system|cli|daemon|proc(ess)?|arg|args|argument|option|options|interface|device|port|server|tool|port_?number|to|remote|archive|convert|filename)$|cmd|command/i;

export const likelyCommand = ({ point }: Tried): boolean =>
  commandNames.test(point.name.split('.').at(-1)!) || /^(\d{1,3}\.){3}\d{1,3}$/.test(point.value);

const codeNames =
  /^(code|eval\w*|expr|expression|calc\w*|formula|equation|eq|math|exec|func|function|callback|cb|script|js|php|condition|rule|sort|order|filter|where|message|msg|pattern|replace|regexp?|assert|statement|program|source|input|query|operation|data|num\w*|pre_?tax|after_?tax|roth|amount|price|val|value)$/i;

export const likelyCode = ({ point }: Tried): boolean => codeNames.test(point.name.split('.').at(-1)!);

const occurrences = (text: string, part: string) => text.split(part).length - 1;

/** The page repeats the value as it was met, and nothing of the first text: something came between. */
const vanishes = ({ marked, plain, point, reflected, steady }: Tried): boolean =>
  marked !== null &&
  steady &&
  !reflected &&
  point.value !== '' &&
  occurrences(bodyText(plain), point.value) > occurrences(bodyText(marked), point.value);

/** The website answers differently to another value, or repeats it. */
export const isAlive = (tried: Tried): boolean => tried.reacts || tried.reflected || vanishes(tried);

/** Headers and cookies: most of them are read by nobody. */
export const isCarried = ({ point }: Tried): boolean => point.kind === 'header' || point.kind === 'cookie';

/** The website sends visitors on from here: what a value brings forth is shown elsewhere, if at all. */
export const leadsOn = ({ plain, point }: Tried): boolean =>
  plain.url !== new URL(point.request.url).href || (plain.status >= 300 && plain.status < 400);

/** The point stands in a form that asks for a name and one password: it looks somebody up and changes nothing. */
export function signsIn({ point }: Tried): boolean {
  const { body } = point.request;
  if (body?.kind !== 'form' || body.fields.length > 4) return false;
  const secrets = body.fields.filter(
    ([name, value]) => /pass|pwd|^pw?$/i.test(name) || value === samplePassword,
  );
  return (
    secrets.length === 1 &&
    !/new|change|reset|regist|sign-?up|create/i.test(`${point.request.url} ${secrets[0]![0]}`)
  );
}

const failed = (status: number) => status >= 500;

/** The first text, full of punctuation, broke something: an error, or the value is not repeated any more. */
export const isDisturbed = (tried: Tried): boolean =>
  tried.marked !== null && ((failed(tried.marked.status) && !failed(tried.plain.status)) || vanishes(tried));

const amounts = { few: 0, usual: 1, many: 2 } as const;

export const byDepth = <T>({ depth }: Scan, few: T, usual: T, many: T): T =>
  [few, usual, many][amounts[depth]]!;

/** Firewalls and validators that refused a text: finer ones of its kind would be refused too. */
export const isRefused = (status: number): boolean =>
  [400, 401, 403, 405, 406, 413, 414, 415, 422, 429, 501, 503].includes(status);
