import { Parser } from 'htmlparser2';

/** Where in a page a word stands that was sent: read as a browser reads it, so that the right text to break out is chosen. */

export type Context =
  | { kind: 'text' }
  | { kind: 'raw'; tag: string }
  | { kind: 'comment' }
  | { kind: 'attribute'; name: string; tag: string; quote: '"' | "'" | '' }
  | { kind: 'address'; name: string; tag: string; quote: '"' | "'" | '' }
  | { kind: 'handler'; quote: '"' | "'" | ''; inner: Inner }
  | { kind: 'script'; inner: Inner }
  | { kind: 'tag' };

/** Where in a script: in a text with its quotation mark, in a comment, or in the code itself. */
export type Inner = "'" | '"' | '`' | 'code' | 'line' | 'block';

/** What stands around a word in a script: walks over texts and comments as a script engine does. */
export function innerAt(code: string, at: number): Inner {
  let state: Inner = 'code';
  for (let i = 0; i < at; i++) {
    const char = code[i]!;
    const next = code[i + 1];
    if (state === 'code') {
      if (char === '/' && next === '/') state = 'line';
      else if (char === '/' && next === '*') state = 'block';
      else if (char === '"' || char === "'" || char === '`') state = char;
    } else if (state === 'line') {
      if (char === '\n') state = 'code';
    } else if (state === 'block') {
      if (char === '*' && next === '/') {
        state = 'code';
        i += 1;
      }
    } else if (char === '\\') i += 1;
    else if (char === state || (char === '\n' && state !== '`')) state = 'code';
  }
  return state;
}

const rawTags = new Set(['title', 'textarea', 'style', 'noscript', 'xmp', 'iframe', 'noembed', 'noframes', 'template']);
const addressAttributes = new Set(['href', 'src', 'action', 'formaction', 'data', 'xlink:href', 'srcdoc']);
export const runs = /^(|text\/javascript|application\/javascript|module|text\/ecmascript|application\/ecmascript|text\/babel)$/;
const most = 8;

/** Each place of a word in a page, the same kinds once; at most eight. */
export function contextsOf(html: string, word: string): Context[] {
  const found = new Map<string, Context>();
  const add = (context: Context) => {
    const key = JSON.stringify(context);
    if (found.size < most) found.set(key, context);
  };
  const stack: string[] = [];
  let script: string | null = null;
  const everywhere = (text: string, tell: (at: number) => void) => {
    for (let at = text.indexOf(word), n = 0; at >= 0 && n < 20; at = text.indexOf(word, at + 1), n++) tell(at);
  };
  let tag = '';
  const parser = new Parser(
    {
      onopentagname: (name) => {
        tag = name;
        if (name.includes(word)) add({ kind: 'tag' });
      },
      onattribute: (name, value, quote) => {
        const mark = quote === '"' || quote === "'" ? quote : '';
        if (name.includes(word)) add({ kind: 'tag' });
        if (!value.includes(word)) return;
        if (/^on[a-z]/.test(name)) everywhere(value, (at) => add({ kind: 'handler', quote: mark, inner: innerAt(value, at) }));
        else if (addressAttributes.has(name) && value.trimStart().startsWith(word)) add({ kind: 'address', name, tag, quote: mark });
        else add({ kind: 'attribute', name, tag, quote: mark });
      },
      onopentag: (name, attributes) => {
        stack.push(name);
        if (name === 'script') script = runs.test((attributes.type ?? '').trim().toLowerCase()) ? '' : null;
      },
      ontext: (text) => {
        if (script !== null && stack.at(-1) === 'script') script += text;
        else if (text.includes(word)) {
          const raw = stack.findLast((name) => rawTags.has(name) || name === 'script');
          add(raw ? { kind: 'raw', tag: raw } : { kind: 'text' });
        }
      },
      oncomment: (text) => {
        if (text.includes(word)) add({ kind: 'comment' });
      },
      onclosetag: (name) => {
        if (name === 'script' && script !== null) {
          const code = script;
          everywhere(code, (at) => add({ kind: 'script', inner: innerAt(code, at) }));
        }
        if (name === 'script') script = null;
        const at = stack.lastIndexOf(name);
        if (at >= 0) stack.length = at;
      },
    },
    { decodeEntities: true },
  );
  try {
    parser.write(html.slice(0, 1_000_000));
    parser.end();
  } catch {
    // what was seen up to here is kept
  }
  return [...found.values()];
}
