import { randomInt } from 'node:crypto';
import type { HttpAnswer } from '#probes/http/answer.ts';
import { pointsOf } from '../../points/collect.ts';
import { fillPoint, outgoing, type Point, type SiteRequest } from '../../points/point.ts';
import { isGuarded, withFreshGuards } from '../../points/tokens.ts';
import type { Scan } from '../../rule.ts';

/** Text left on the website with a mark of its own for each field, so that wherever it turns up its way is known. */

export type Sown = {
  mark: string;
  point: Point;
  sent: HttpAnswer;
  /** Where the website led after the text was sent. */
  ledTo: string[];
};

export type Marks = {
  sown: Map<string, Sown>;
  kept: Set<string>;
  pattern: RegExp;
  next: () => string;
};

const all = new WeakMap<Scan['site'], Marks>();
const most = 3000;

export function marksOf(scan: Scan): Marks {
  let known = all.get(scan.site);
  if (!known) {
    const base = `zs${randomInt(36 ** 5, 36 ** 6 - 1).toString(36)}`;
    let count = 0;
    known = {
      sown: new Map(),
      kept: new Set(),
      pattern: new RegExp(`${base}[0-9a-z]{3}q`, 'gi'),
      next: () => `${base}${(count += 1).toString(36).padStart(3, '0')}q`,
    };
    all.set(scan.site, known);
  }
  return known;
}

const wordy =
  /comment|message|msg|text|content|title|subject|body|post|review|entry|note|name|author|description|about|bio|nick|topic|question|answer|feedback/i;
const checked =
  /^[\w.+-]+@[\w.-]+$|^\+?[\d\s.:/-]+$|^https?:\/\/|^#[0-9a-f]{3,8}$|^(on|off|true|false|yes|no)$/i;
const secret = /pass(word|wd)?|pwd|captcha|token|^(user|login|username|account)$/i;

/** Fields that a visitor fills with words. Those whose value has a form of its own would make the website refuse the rest. */
export function wordFields(scan: Scan, request: SiteRequest): Point[] {
  const form = scan.site.forms.find(
    (one) => one.page === request.page && new URL(one.action).href === request.url,
  );
  const types = new Map(form?.fields.map((field) => [field.name, field.type]));
  return pointsOf(request).filter(({ kind, name, value }) => {
    if (
      kind !== 'form' &&
      kind !== 'multipart' &&
      kind !== 'json' &&
      !(kind === 'query' && request.source === 'form')
    )
      return false;
    if (secret.test(name) || checked.test(value)) return false;
    if (kind === 'query' && !wordy.test(name)) return false;
    const type = types.get(name);
    return type === undefined
      ? kind === 'json' || request.source !== 'form' || wordy.test(name)
      : /^(text|textarea|search|)$/.test(type);
  });
}

export const formKey = (request: SiteRequest, points: readonly Point[]): string =>
  `${request.method} ${request.url.replace(/\?.*/s, '')} ${points.map(({ name }) => name).join('&')}`;

export async function leave(
  scan: Scan,
  request: SiteRequest,
  texts: readonly (readonly [Point, string])[],
): Promise<HttpAnswer | null> {
  let filled: SiteRequest = isGuarded(request) ? await withFreshGuards(scan, request) : request;
  for (const [point, text] of texts) filled = fillPoint({ ...point, request: filled }, text);
  const { url, ask } = outgoing(filled);
  return scan.ask(url, ask);
}

export const mayKeep = (marks: Marks): boolean => marks.sown.size < most;
