import { bodyText, mediaType, type HttpAnswer } from '#probes/http/answer.ts';
import { maskText } from '#probes/http/masks.ts';

// Spec of the port: request and response excerpts.
const most = 2000;

/** Replaces what a terminal or a report cannot show. */
export function printable(text: string): string {
  return text.replace(
    // oxlint-disable-next-line no-control-regex
    /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g,
    '·',
  );
}

export function requestExcerpt(answer: HttpAnswer): string {
  return printable(maskText(answer.requestHead.slice(0, 3 * most))).slice(0, most);
}

/** A secret file with its values taken out: names, keywords and quotation marks stay. */
function outline(text: string): string {
  return text
    .split('\n')
    .slice(0, 8)
    .map((line) =>
      line
        .slice(0, 120)
        .replace(/(["'`])(?:\\.|(?!\1)[^\\])*(?:\1|$)/g, '$1***$1')
        .replace(/(^[^:=#]{1,60}[:=]\s*)[^"'\s].*$/, '$1***'),
    )
    .join('\n');
}

export function responseExcerpt(answer: HttpAnswer, around?: string, secretBody = false): string {
  const head = `HTTP/1.1 ${answer.status} ${answer.statusText}\n${answer.headers.map(([name, value]) => `${name}: ${value}`).join('\n')}`;
  const type = mediaType(answer);
  const textual =
    /^(text\/|application\/(json|xml|javascript|x-|xhtml)|$)/.test(type) &&
    !answer.body.subarray(0, 512).includes(0);
  let part = '';
  if (textual) {
    const text = bodyText(answer);
    const at = around ? Math.max(0, text.indexOf(around)) : 0;
    const from = Math.max(0, at - 150);
    if (secretBody) part = outline(text.slice(0, 600));
    else part = `${from > 0 ? '… ' : ''}${text.slice(from, at + 700)}`;
  } else if (answer.body.length > 0) part = `(${answer.body.length} bytes of ${type || 'unknown type'})`;
  return printable(maskText(`${head.slice(0, 1000)}\n\n${part}`)).slice(0, most);
}
