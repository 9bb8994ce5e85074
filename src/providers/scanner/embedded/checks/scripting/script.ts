/** Reads JavaScript just far enough to tell what is program and what is text in it. */

export type CodePlace =
  | 'code'
  | 'single'
  | 'double'
  | 'template'
  | 'line-comment'
  | 'block-comment'
  | 'regex';

type Run = { place: CodePlace; start: number; end: number };

const word = /[\w$\u0080-\uffff]/;
// After these a slash begins a regular expression; after names, numbers and closing brackets it divides.
const beforeRegex =
  /(^|[(,=:[!&|?{};+\-*%~^<>}]|\b(return|typeof|case|in|of|delete|void|throw|new|else|do|yield|await))$/;

const isLineEnd = (char: string): boolean =>
  char === '\n' || char === '\r' || char === '\u2028' || char === '\u2029';

function endOfString(code: string, from: number, quote: string): number {
  for (let at = from; at < code.length; at++) {
    const char = code[at]!;
    if (char === '\\') at += code[at + 1] === '\r' && code[at + 2] === '\n' ? 2 : 1;
    // An open string makes the whole script invalid; reading on from here is what keeps the rest readable.
    else if (char === quote || char === '\n' || char === '\r') return at;
  }
  return code.length;
}

function endOfRegex(code: string, from: number): number {
  let inClass = false;
  for (let at = from; at < code.length; at++) {
    const char = code[at]!;
    if (char === '\\') at += 1;
    else if (isLineEnd(char)) return at;
    else if (char === '[') inClass = true;
    else if (char === ']') inClass = false;
    else if (char === '/' && !inClass) return at;
  }
  return code.length;
}

/** The script in runs of one kind, in their order, without gaps. Takes time in proportion to the length. */
export function readScript(code: string): Run[] {
  const runs: Run[] = [];
  const templates: number[] = [];
  let from = 0;
  let at = 0;
  let before = '';
  const put = (place: CodePlace, start: number, end: number) => {
    if (end > start) runs.push({ place, start, end });
  };
  /** Everything up to here was program; what follows until `end` is something else. */
  const leave = (place: CodePlace, start: number, end: number) => {
    put('code', from, start);
    put(place, start, end);
    from = end;
    at = end;
  };
  const template = (start: number) => {
    for (let end = start; ; end++) {
      if (end >= code.length) return leave('template', start, code.length);
      const char = code[end]!;
      if (char === '\\') end += 1;
      else if (char === '`') {
        leave('template', start, end);
        at += 1;
        before = ')';
        return;
      } else if (char === '$' && code[end + 1] === '{') {
        leave('template', start, end);
        at += 2;
        templates.push(0);
        before = '{';
        return;
      }
    }
  };
  const comment = (open: number, place: 'line-comment' | 'block-comment') => {
    if (place === 'block-comment') {
      const end = code.indexOf('*/', open + 2);
      leave(place, open + 2, end < 0 ? code.length : end);
      at += 2;
      return;
    }
    let end = open;
    while (end < code.length && !isLineEnd(code[end]!)) end += 1;
    leave(place, open, end);
  };

  const string = (place: CodePlace, end: number) => {
    leave(place, at + 1, end);
    at += 1;
    before = ')';
  };
  const program = (char: string) => {
    if (templates.length > 0 && char === '{') templates[templates.length - 1]! += 1;
    if (templates.length > 0 && char === '}') templates[templates.length - 1]! -= 1;
    if (!/\s/.test(char)) {
      const goesOn = word.test(char) && /[\w$]$/.test(before) && word.test(code[at - 1] ?? '');
      before = goesOn ? (before + char).slice(-12) : char;
    }
    at += 1;
  };

  while (at < code.length) {
    const char = code[at]!;
    if (code.startsWith('//', at) || code.startsWith('<!--', at)) comment(at, 'line-comment');
    else if (code.startsWith('/*', at)) comment(at, 'block-comment');
    else if (char === '"') string('double', endOfString(code, at + 1, char));
    else if (char === "'") string('single', endOfString(code, at + 1, char));
    else if (char === '`') template(at + 1);
    else if (char === '/' && beforeRegex.test(before)) string('regex', endOfRegex(code, at + 1));
    else if (char === '}' && templates.at(-1) === 0) {
      templates.pop();
      template(at + 1);
    } else program(char);
  }
  put('code', from, code.length);
  return runs;
}

export function placeAt(runs: readonly Run[], position: number): CodePlace {
  let low = 0;
  let high = runs.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const run = runs[middle]!;
    if (position < run.start) high = middle - 1;
    else if (position >= run.end) low = middle + 1;
    else return run.place;
  }
  return 'code';
}

/** Whether a text stands in a script as program, not as text, comment or part of another name. */
export function isProgram(code: string, text: string): boolean {
  if (!code.includes(text)) return false;
  const runs = readScript(code);
  for (let at = code.indexOf(text); at >= 0; at = code.indexOf(text, at + 1))
    if (placeAt(runs, at) === 'code' && !/[\w$.]/.test(code[at - 1] ?? '')) return true;
  return false;
}
