import { Parser } from 'htmlparser2';

/** How text that a visitor sent comes back in a page, proved by reading the page as a browser does. */
export type Breakout = { how: 'element' | 'attribute' | 'script'; where: string };

/** Whether the delimiter right after the mark ends the string of a script in which the mark stands. */
export function breaksString(code: string, mark: string): string | null {
  let quote: string | null = null;
  for (let i = 0; i < code.length; i++) {
    const char = code[i]!;
    if (quote === null) {
      if (char === '/' && code[i + 1] === '/') {
        const end = code.indexOf('\n', i);
        if (end < 0) return null;
        i = end;
      } else if (char === '/' && code[i + 1] === '*') {
        const end = code.indexOf('*/', i + 2);
        if (end < 0) return null;
        i = end + 1;
      } else if (char === '"' || char === "'" || char === '`') quote = char;
      continue;
    }
    if (char === '\\') i += 1;
    else if (char === quote) quote = null;
    else if (char === '\n' && quote !== '`') quote = null;
    else if (code.startsWith(mark, i)) {
      // What was sent is mark, apostrophe, quotation mark: unescaped, the fitting one ends the string.
      const after = code.slice(i + mark.length, i + mark.length + 2);
      if (quote === "'" && after.startsWith("'")) return "'";
      if (quote === '"' && after === `'"`) return '"';
      i += mark.length - 1;
    }
  }
  return null;
}

const executed = /^(|text\/javascript|application\/javascript|module|text\/ecmascript|application\/ecmascript|text\/babel)$/;

/** Looks for the element or attribute that only our text can have brought into a page; null when it stayed text. */
export function findBreakout(html: string, mark: string): Breakout | null {
  if (!html.includes(mark)) return null;
  let found: Breakout | null = null;
  let inString: Breakout | null = null;
  let inScript = false;
  let code = '';
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (name === `${mark}x`) found ??= { how: 'element', where: 'between elements' };
        else if (`${mark}y` in attributes) found ??= { how: 'attribute', where: `<${name}>` };
        if (name === 'script' && executed.test((attributes.type ?? '').trim().toLowerCase())) {
          inScript = true;
          code = '';
        }
      },
      ontext: (text) => {
        if (inScript) code += text;
      },
      onclosetag: (name) => {
        if (name !== 'script' || !inScript) return;
        inScript = false;
        const quote = code.includes(mark) ? breaksString(code, mark) : null;
        if (quote !== null) inString ??= { how: 'script', where: `a string in ${quote}` };
      },
    },
    { decodeEntities: true },
  );
  parser.write(html);
  parser.end();
  return found ?? inString;
}

/** An address attribute whose value is exactly the given text, on an element where a browser would follow it. */
export function hasScriptAddress(html: string, value: string): string | null {
  let found: string | null = null;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        for (const attribute of ['href', 'src', 'action', 'formaction', 'data', 'xlink:href'])
          if (
            attributes[attribute]?.trim() === value &&
            /^(a|area|iframe|frame|form|button|input|object|embed|use)$/.test(name) &&
            !(name === 'input' && attribute === 'src')
          )
            found ??= `<${name} ${attribute}>`;
      },
    },
    { decodeEntities: true },
  );
  parser.write(html);
  parser.end();
  return found;
}
