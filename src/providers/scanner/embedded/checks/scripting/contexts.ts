import { Parser } from 'htmlparser2';
import type { ScriptPlace } from './script.ts';
import { placeIn } from './script.ts';
import type { Survivors } from './survivors.ts';
import { followTail } from './survivors.ts';

/** What surrounds a text in a page, as a browser reads it. */
export type Context =
  /** `close` is the element that must end first, because markup inside it is text or shows nothing. */
  | { kind: 'text'; close: string | null }
  | { kind: 'comment' }
  | { kind: 'declaration' }
  | { kind: 'tag' }
  | { kind: 'name'; tag: string }
  | { kind: 'attribute'; tag: string; name: string; quote: '"' | "'" | ''; role: 'plain' | 'srcdoc' }
  | { kind: 'address'; tag: string; name: string; quote: '"' | "'" | '' }
  | { kind: 'handler'; tag: string; name: string; quote: '"' | "'" | ''; place: ScriptPlace }
  | { kind: 'script'; place: ScriptPlace };

export type Reflection = { context: Context; came: Survivors };

const most = 40;
const runs =
  /^(|module|(text|application)\/(x-)?(java|ecma)script(1\.\d)?|text\/(jscript|livescript|babel)|text\/javascript\s*;.*)$/;
// Markup in these is text for a browser that runs scripts, is dropped, or waits to be copied.
const closed = new Set(['title', 'textarea', 'style', 'noscript', 'xmp', 'iframe', 'noembed', 'noframes', 'template', 'select', 'option']);
const addressed = /^(a|area|iframe|frame|form|button|input|math|use|animate|set)$/;
const addresses = /^(href|src|action|formaction|xlink:href|to|values)$/;

export const isAddress = (tag: string, name: string): boolean =>
  addressed.test(tag) && addresses.test(name) && !(tag === 'input' && name === 'src');

/**
 * The page with each reflection of the first text exchanged for a plain word, so that what it broke is whole again,
 * and what became of its signs.
 */
function plainPage(html: string, mark: string): { text: string; words: Map<string, Survivors> } {
  const words = new Map<string, Survivors>();
  let text = '';
  let at = 0;
  while (words.size < most) {
    const found = html.indexOf(mark, at);
    if (found < 0) break;
    const { end, came } = followTail(html, found + mark.length, mark);
    const word = `${mark}w${words.size}e`;
    words.set(word, came);
    text += html.slice(at, found) + word;
    at = end;
  }
  return { text: text + html.slice(at), words };
}

/** Every place where the first text came back. */
export function readReflections(html: string, mark: string): Reflection[] {
  const { text, words } = plainPage(html, mark);
  const found = new Map<string, Context>();
  const all = new RegExp(`${mark}w\\d+e`, 'gi');
  const note = (where: string, context: (at: number, word: string) => Context) => {
    if (!where.toLowerCase().includes(mark)) return;
    for (const hit of where.matchAll(all)) {
      const word = hit[0].toLowerCase();
      if (!found.has(word)) found.set(word, context(hit.index, word));
    }
  };
  const stack: string[] = [];
  let script: string | null = null;
  const attribute = (tag: string, name: string, value: string, quote: '"' | "'" | ''): void =>
    note(value, (at) => {
      if (/^on[a-z]{3,}$/.test(name)) return { kind: 'handler', tag, name, quote, place: placeIn(value, at) };
      const before = value.slice(0, at).trim();
      if (isAddress(tag, name)) {
        if (before === '') return { kind: 'address', tag, name, quote };
        const code = /^javascript\s*:/i.exec(before);
        if (code) return { kind: 'handler', tag, name, quote, place: placeIn(value.slice(code[0].length), at - code[0].length) };
      }
      return { kind: 'attribute', tag, name, quote, role: name === 'srcdoc' && tag === 'iframe' ? 'srcdoc' : 'plain' };
    });
  let tag = '';
  const parser: Parser = new Parser(
    {
      onopentagname: (name) => {
        tag = name;
        note(name, () => ({ kind: 'tag' }));
      },
      onattribute: (name, value, quote) => {
        note(name, () => ({ kind: 'name', tag }));
        attribute(tag, name.toLowerCase(), value, quote === '"' || quote === "'" ? quote : '');
      },
      onopentag: (name, attributes) => {
        if (stack.length < 1000) stack.push(name);
        if (name === 'script') script = runs.test((attributes.type ?? '').trim().toLowerCase()) ? '' : null;
      },
      ontext: (value) => {
        if (stack.at(-1) === 'script') {
          if (script !== null) script += value;
          else note(value, () => ({ kind: 'text', close: 'script' }));
        } else note(value, () => ({ kind: 'text', close: stack.findLast((name) => closed.has(name)) ?? null }));
      },
      onclosetag: (name) => {
        const at = stack.lastIndexOf(name);
        if (at >= 0) stack.length = at;
        if (name !== 'script' || script === null) return;
        const code = script;
        script = null;
        note(code, (index) => ({ kind: 'script', place: placeIn(code, index) }));
      },
      oncomment: (value) => note(value, () => ({ kind: 'comment' })),
      onprocessinginstruction: (_name, value) => note(value, () => ({ kind: 'declaration' })),
    },
    { decodeEntities: true, lowerCaseTags: true },
  );
  parser.write(text);
  parser.end();
  return [...found].map(([word, context]) => ({ context, came: words.get(word) ?? new Map() }));
}

const places: Record<ScriptPlace, string> = {
  "'": 'a string of a script (apostrophes)',
  '"': 'a string of a script (quotation marks)',
  '`': 'a template string of a script',
  code: 'the code of a script',
  line: 'a comment of a script',
  block: 'a comment of a script',
  regex: 'a pattern of a script',
};

/** For a report. */
export function describe(context: Context): string {
  switch (context.kind) {
    case 'text':
      return context.close === null ? 'the text of the page' : `the content of <${context.close}>`;
    case 'comment':
      return 'a comment of the page';
    case 'declaration':
      return 'a declaration of the page';
    case 'tag':
      return 'the name of an element';
    case 'name':
      return `the name of an attribute of <${context.tag}>`;
    case 'attribute':
      return `the attribute ${context.name} of <${context.tag}>`;
    case 'address':
      return `the address in ${context.name} of <${context.tag}>`;
    case 'handler':
      return `the script in ${context.name} of <${context.tag}>`;
    case 'script':
      return places[context.place];
  }
}
