import { bodyText } from '#probes/http/answer.ts';
import { readPage } from '#probes/web/page.ts';
import type { Scan } from '../rule.ts';
import type { SiteRequest } from './point.ts';

/** Hidden fields that protect a form against being sent by strangers: they must be right for anything else to be looked at. */
export const isGuard = (name: string): boolean =>
  /^(_?csrf|xsrf|_token$|authenticity_token|__requestverificationtoken|__viewstate|__eventvalidation|__eventtarget|__eventargument|_wpnonce|nonce$|form_build_id|form_token|user_token|anti[-_]?forgery|captcha|g-recaptcha|h-captcha)/i.test(
    name,
  ) || /csrf|xsrf/i.test(name);

/** The same for a field of a form, where tokens bear plainer names than parameters of addresses do. */
export const isFormGuard = (name: string): boolean => isGuard(name) || /(^|[_-])(token|nonce)$/i.test(name);

const fieldsOf = ({ method, url, body }: SiteRequest): (readonly [string, string])[] =>
  body?.kind === 'form' ? [...body.fields] : method === 'GET' ? [...new URL(url).searchParams] : [];

/** True where a form carries such a field, so that it may have to be read anew before each sending. */
export function isGuarded(request: SiteRequest): boolean {
  return request.source === 'form' && fieldsOf(request).some(([name]) => isFormGuard(name));
}

/** The request with the guards that its page hands out now; as it was when the page does not show the form any more. */
export async function withFreshGuards(scan: Scan, request: SiteRequest): Promise<SiteRequest> {
  const { body } = request;
  const fields = fieldsOf(request);
  if (fields.length === 0) return request;
  const answer = await scan.ask(request.page);
  if (!answer) return request;
  const names = new Set(fields.map(([name]) => name));
  const bare = (url: string) => (body ? url : url.replace(/[?#].*/s, ''));
  const form = readPage(bodyText(answer), answer.url).forms.find(
    (candidate) =>
      bare(candidate.action) === bare(request.url) &&
      candidate.fields.some((field) => names.has(field.name) && isFormGuard(field.name)),
  );
  if (!form) return request;
  const fresh = new Map(
    form.fields.filter((field) => isFormGuard(field.name)).map((field) => [field.name, field.value]),
  );
  if (body?.kind === 'form')
    return {
      ...request,
      body: { ...body, fields: fields.map(([name, value]) => [name, fresh.get(name) ?? value] as const) },
    };
  const url = new URL(request.url);
  for (const [name, value] of fresh) if (url.searchParams.has(name)) url.searchParams.set(name, value);
  return { ...request, url: url.href };
}

const turns = new WeakMap<Scan['site'], Promise<unknown>>();

/** One after another: a website keeps one token for a visitor, and whoever fetches the next takes it from the one before. */
export function inTurn<T>(scan: Scan, work: () => Promise<T>): Promise<T> {
  const before = turns.get(scan.site) ?? Promise.resolve();
  const mine = before.then(work, work);
  turns.set(
    scan.site,
    mine.catch(() => {}),
  );
  return mine;
}
