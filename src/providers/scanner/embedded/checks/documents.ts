import { header, type HttpAnswer } from '#probes/http/answer.ts';
import type { Page } from '#probes/web/page.ts';
import type { Seen } from '../rule.ts';

export type Document = Seen & { page: Page };

/** A web page of the site itself that browsers show: not a redirect, an error, a fragment or something a check provoked. */
export function isDocument(seen: Seen): seen is Document {
  return (
    seen.via === 'page' &&
    seen.own &&
    seen.page !== null &&
    seen.answer.status >= 200 &&
    seen.answer.status < 300 &&
    seen.answer.body.length > 0
  );
}

/** A file that the server hands out as it lies on its disk: no program has read the request. */
export function isStaticFile(answer: HttpAnswer): boolean {
  return (
    header(answer, 'etag') !== undefined &&
    header(answer, 'last-modified') !== undefined &&
    header(answer, 'x-powered-by') === undefined &&
    header(answer, 'x-generator') === undefined &&
    header(answer, 'set-cookie') === undefined &&
    !/cookie/i.test(header(answer, 'vary') ?? '') &&
    !/no-store|private/i.test(header(answer, 'cache-control') ?? '')
  );
}

export function isSensitive(page: Page): boolean {
  return page.hasPassword || page.forms.some((form) => form.method === 'POST');
}
