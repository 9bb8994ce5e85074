import type { Page } from '../crawl/page.ts';
import type { Seen } from '../rule.ts';

/** A web page of the site itself that browsers show: not a redirect, an error, a fragment or something a check provoked. */
export function isDocument(seen: Seen): seen is Seen & { page: Page } {
  return (
    seen.via === 'page' &&
    seen.own &&
    seen.page !== null &&
    seen.answer.status >= 200 &&
    seen.answer.status < 300 &&
    seen.answer.body.length > 0
  );
}

/** True on pages where a visitor enters or changes something of value. */
export function isSensitive(page: Page): boolean {
  return page.hasPassword || page.forms.some((form) => form.method === 'POST');
}
