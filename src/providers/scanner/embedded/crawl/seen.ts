import { bodyText, mediaType, type HttpAnswer } from '#probes/http/answer.ts';
import { readPage } from '#probes/web/page.ts';
import type { Seen } from '../rule.ts';

function kindOf(answer: HttpAnswer): Seen['kind'] {
  const type = mediaType(answer);
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  if (type === '' && /^\s*<(!doctype html|html|head|body)/i.test(bodyText(answer).slice(0, 300)))
    return 'html';
  if (/(java|ecma)script$/.test(type)) return 'script';
  if (type === 'text/css') return 'style';
  if (type.endsWith('/json') || type.endsWith('+json')) return 'json';
  return type.startsWith('text/') || type.endsWith('xml') ? 'text' : 'other';
}

export function seen(answer: HttpAnswer, via: Seen['via'], own: boolean): Seen {
  const kind = kindOf(answer);
  return { answer, kind, via, own, page: kind === 'html' ? readPage(bodyText(answer), answer.url) : null };
}
