import { bodyText } from '#probes/http/answer.ts';
import { readPage } from '#probes/web/page.ts';
import type { Scan } from '../rule.ts';
import type { SiteRequest } from './request.ts';

/** Hidden fields that protect a form against being sent by strangers: they must be right for anything else to be looked at. */
export const isGuard = (name: string): boolean =>
  /^(_?csrf|xsrf|_token$|authenticity_token|__requestverificationtoken|__viewstate|__eventvalidation|__eventtarget|__eventargument|_wpnonce|nonce$|form_build_id|form_token|user_token|anti[-_]?forgery|captcha|g-recaptcha|h-captcha)/i.test(
    name,
  ) || /csrf|xsrf/i.test(name);

/** True where a form carries such a field, so that it may have to be read anew before each sending. */
export function isGuarded(request: SiteRequest): boolean {
  return request.source === 'form' && request.body?.kind === 'form' && request.body.fields.some(([name]) => isGuard(name));
}

/** The request with the guards that its page hands out now; as it was when the page does not show the form any more. */
export async function withFreshGuards(scan: Scan, request: SiteRequest): Promise<SiteRequest> {
  const { body } = request;
  if (body?.kind !== 'form') return request;
  const answer = await scan.ask(request.page);
  if (!answer) return request;
  const names = new Set(body.fields.map(([name]) => name));
  const form = readPage(bodyText(answer), answer.url).forms.find(
    (candidate) => candidate.action === request.url && candidate.fields.some((field) => names.has(field.name) && isGuard(field.name)),
  );
  if (!form) return request;
  const fresh = new Map(form.fields.filter((field) => isGuard(field.name)).map((field) => [field.name, field.value]));
  return { ...request, body: { ...body, fields: body.fields.map(([name, value]) => [name, fresh.get(name) ?? value] as const) } };
}
