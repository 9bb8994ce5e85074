/** Where in a script a place lies: in a string of that delimiter, a comment, a regular expression, or in the code itself. */
export type ScriptPlace = "'" | '"' | '`' | 'code' | 'line' | 'block' | 'regex';

const beforeRegex = /(?:^|[=(,:;[!&|?{}+\-*%~^<>\n]|\b(?:return|typeof|case|in|of|delete|void|throw|new|else|do))\s*$/;

/** Reads a script up to `end` and says where that lies. */
export function placeIn(code: string, end: number): ScriptPlace {
  // Template strings hold code that holds template strings: the depth of braces at which each piece of code ends.
  const templates: number[] = [];
  let braces = 0;
  let state: ScriptPlace = 'code';
  let inClass = false;
  for (let i = 0; i < end; i++) {
    const char = code[i]!;
    const next = code[i + 1];
    switch (state) {
      case 'code':
        if (char === '/' && next === '/') state = 'line';
        else if (char === '/' && next === '*') {
          state = 'block';
          i += 1;
        } else if (char === '<' && code.startsWith('<!--', i)) state = 'line';
        else if (char === '"' || char === "'" || char === '`') state = char;
        else if (char === '/' && beforeRegex.test(code.slice(Math.max(0, i - 30), i))) {
          state = 'regex';
          inClass = false;
        } else if (char === '{') braces += 1;
        else if (char === '}') {
          if (templates.at(-1) === braces) {
            templates.pop();
            state = '`';
          } else braces = Math.max(0, braces - 1);
        }
        break;
      case 'line':
        if (/[\n\r\u2028\u2029]/.test(char)) state = 'code';
        break;
      case 'block':
        if (char === '*' && next === '/') {
          state = 'code';
          i += 1;
        }
        break;
      case '`':
        if (char === '\\') i += 1;
        else if (char === '`') state = 'code';
        else if (char === '$' && next === '{') {
          templates.push(braces);
          state = 'code';
          i += 1;
        }
        break;
      case 'regex':
        if (char === '\\') i += 1;
        else if (char === '[') inClass = true;
        else if (char === ']') inClass = false;
        else if ((char === '/' && !inClass) || char === '\n') state = 'code';
        break;
      default:
        // A string that its line does not end is broken there.
        if (char === '\\') i += 1;
        else if (char === state || char === '\n') state = 'code';
    }
  }
  return state;
}
