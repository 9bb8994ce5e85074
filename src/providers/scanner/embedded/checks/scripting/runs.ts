import { isHandler, opensAddress, plainAddress, readMarkup, runsAsScript, type Piece } from './markup.ts';
import { isProgram } from './script.ts';
import { Script } from 'node:vm';

/** Whether a page, as it was sent, holds a script of ours that browsers would run. */

const mostNested = 3;

/** Compiled, never run: a script with an error in its grammar does nothing at all. */
function isValid(code: string, wrap: boolean): boolean {
  if (code.length > 1_000_000) return true;
  try {
    void new Script(wrap ? `(function (event) {${code}\n})` : code);
    return true;
  } catch (error) {
    // Depths that our compiler gives up at are no error of grammar.
    return !(error instanceof SyntaxError);
  }
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

export type Running = 'a script' | 'an attribute that is a script' | 'an address that is a script';

type Options = { xml?: boolean; anyGrammar?: boolean };
type TextPiece = Extract<Piece, { kind: 'text' }>;
type TagPiece = Extract<Piece, { kind: 'tag' }>;

function makeLook(source: string, call: string, options: Options, nested: number) {
  const fine = (code: string, wrap: boolean) => options.anyGrammar === true || isValid(code, wrap);

  function inText({ within, attributes, start, end }: TextPiece): Running | null {
    if (within !== 'script' || !runsAsScript(attributes) || attributes.has('src')) return null;
    const code = source.slice(start, end);
    const isModule = attributes.get('type')?.trim().toLowerCase() === 'module';
    return isProgram(code, call) && (isModule || fine(code, false)) ? 'a script' : null;
  }

  function inAddress(tag: string, name: string, value: string): Running | null {
    const address = plainAddress(value);
    if (opensAddress(tag, name) && /^javascript:/i.test(address)) {
      const code = decode(address.slice(11));
      if (isProgram(code, call) && fine(code, false)) return 'an address that is a script';
    }
    const isData = tag === 'script' && name === 'src' && /^data:[^,]*,/i.test(address);
    return isData && isProgram(decode(address.replace(/^[^,]*,/, '')), call)
      ? 'an address that is a script'
      : null;
  }

  function inAttribute(tag: string, { name, value }: TagPiece['attributes'][number]): Running | null {
    if (!value.includes(call) && !decode(value).includes(call)) return null;
    if (isHandler(name) && isProgram(value, call) && fine(value, true))
      return 'an attribute that is a script';
    const inside =
      name === 'srcdoc' && tag === 'iframe'
        ? findRunning(value, call, { ...options, xml: false }, nested + 1)
        : null;
    return inside ?? inAddress(tag, name, value);
  }

  return (piece: Piece): Running | null => {
    if (piece.inert !== '') return null;
    if (piece.kind === 'text') return inText(piece);
    if (piece.kind !== 'tag' || piece.closing) return null;
    for (const attribute of piece.attributes) {
      const found = inAttribute(piece.name, attribute);
      if (found) return found;
    }
    return null;
  };
}

/** XML that makes an element of HTML or SVG by the name of its space. */
function isXmlScript(source: string, call: string): boolean {
  const at = source.indexOf(call);
  const before = source.slice(Math.max(0, at - 200), at);
  return (
    at >= 0 &&
    /<[\w:]*script\b[^>]*>\s*$/.test(before) &&
    /w3\.org\/1999\/xhtml|w3\.org\/2000\/svg/.test(before)
  );
}

/** `call` is the piece of program that was sent; `anyGrammar` lets scripts count that would not compile. Null where it stayed text. */
export function findRunning(source: string, call: string, options: Options = {}, nested = 0): Running | null {
  if (nested > mostNested) return null;
  const look = makeLook(source, call, options, nested);
  for (const piece of readMarkup(source, options)) {
    const found = look(piece);
    if (found) return found;
  }
  return options.xml && isXmlScript(source, call) ? 'a script' : null;
}
