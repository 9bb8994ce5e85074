import { isHandler, opensAddress, plainAddress, readMarkup, runsAsScript } from './markup.ts';
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

/** `call` is the piece of program that was sent; `anyGrammar` lets scripts count that would not compile. Null where it stayed text. */
export function findRunning(
  source: string,
  call: string,
  options: { xml?: boolean; anyGrammar?: boolean } = {},
  nested = 0,
): Running | null {
  if (nested > mostNested) return null;
  const fine = (code: string, wrap: boolean) => options.anyGrammar === true || isValid(code, wrap);
  for (const piece of readMarkup(source, options)) {
    if (piece.inert !== '') continue;
    if (piece.kind === 'text') {
      if (piece.within !== 'script' || !runsAsScript(piece.attributes)) continue;
      const code = source.slice(piece.start, piece.end);
      const isModule = piece.attributes.get('type')?.trim().toLowerCase() === 'module';
      if (!piece.attributes.has('src') && isProgram(code, call) && (isModule || fine(code, false)))
        return 'a script';
    } else if (piece.kind === 'tag' && !piece.closing)
      for (const { name, value } of piece.attributes) {
        if (!value.includes(call) && !decode(value).includes(call)) continue;
        if (isHandler(name) && isProgram(value, call) && fine(value, true))
          return 'an attribute that is a script';
        if (name === 'srcdoc' && piece.name === 'iframe') {
          const inside = findRunning(value, call, { ...options, xml: false }, nested + 1);
          if (inside) return inside;
        }
        const address = plainAddress(value);
        if (opensAddress(piece.name, name) && /^javascript:/i.test(address)) {
          const code = decode(address.slice(11));
          if (isProgram(code, call) && fine(code, false)) return 'an address that is a script';
        }
        if (
          piece.name === 'script' &&
          name === 'src' &&
          /^data:[^,]*,/i.test(address) &&
          isProgram(decode(address.replace(/^[^,]*,/, '')), call)
        )
          return 'an address that is a script';
      }
  }
  if (options.xml) {
    const at = source.indexOf(call);
    const before = source.slice(Math.max(0, at - 200), at);
    if (
      at >= 0 &&
      /<[\w:]*script\b[^>]*>\s*$/.test(before) &&
      /w3\.org\/1999\/xhtml|w3\.org\/2000\/svg/.test(before)
    )
      return 'a script';
  }
  return null;
}
