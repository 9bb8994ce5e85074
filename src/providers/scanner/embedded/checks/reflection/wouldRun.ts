import { Parser } from 'htmlparser2';
import { innerAt, runs } from './contexts.ts';

const followed = /^(a|area|iframe|frame|form|button|input|object|embed|use|base|math)$/;
const addresses = ['href', 'src', 'action', 'formaction', 'data', 'xlink:href'];

/** A call stands where a script engine carries it out, and not in a text or comment of a script. */
const inCode = (code: string, call: string): boolean => {
  for (let at = code.indexOf(call), n = 0; at >= 0 && n < 50; at = code.indexOf(call, at + 1), n++)
    if (innerAt(code, at) === 'code') return true;
  // inside a template the braces lead back into code
  return code.includes(`\${${call}`);
};

/**
 * Where a page would carry out a call that only our text can have brought there; null when it stayed text. What the
 * page's policy says is not looked at here.
 */
export function wouldRun(html: string, calls: readonly string[]): string | null {
  if (!calls.some((call) => html.includes(call) || html.includes(call.replaceAll('(', '&#40;')))) return null;
  let found: string | null = null;
  let script: string | null = null;
  const judge = (code: string, where: string) => {
    if (calls.some((call) => inCode(code, call))) found ??= where;
  };
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        for (const [attribute, value] of Object.entries(attributes)) {
          if (/^on[a-z]+$/.test(attribute)) judge(value, `<${name} ${attribute}>`);
          else if (attribute === 'srcdoc' && calls.some((call) => value.includes(call)) && /<script|\son\w+=/i.test(value))
            found ??= '<iframe srcdoc>';
          else if (addresses.includes(attribute) && followed.test(name) && !(name === 'input' && attribute === 'src')) {
            const address = value.replace(/[\t\n\r]/g, '').trim();
            if (/^javascript:/i.test(address)) judge(decode(address.slice(11)), `<${name} ${attribute}>`);
          }
        }
        if (name === 'script' && runs.test((attributes.type ?? '').trim().toLowerCase()) && attributes.src === undefined) script = '';
      },
      ontext: (text) => {
        if (script !== null) script += text;
      },
      onclosetag: (name) => {
        if (name !== 'script') return;
        if (script !== null) judge(script, '<script>');
        script = null;
      },
    },
    { decodeEntities: true },
  );
  try {
    parser.write(html.slice(0, 1_000_000));
    parser.end();
  } catch {
    // what was seen up to here counts
  }
  return found;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
