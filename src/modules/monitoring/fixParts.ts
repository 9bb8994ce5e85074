export type FixPart = { code: boolean; text: string };

/** Lines that read as settings or code rather than as a sentence: indented, fenced, or of a form that no sentence has. */
const isCode = (line: string): boolean =>
  !/^\s*(?:\d+[.)]|[-*\u2022])\s/.test(line) &&
  (/^(?: {2,}|\t)\S/.test(line) ||
    /^(?:Header |add_header |Set-Cookie:|[A-Z][A-Za-z]+(?:-[A-Z][A-Za-z]+)+: |ssl_\w+ |server_tokens |autoindex |Options |<[A-Za-z!/])/.test(
      line,
    ) ||
    // the name of a language or product, and then what no sentence holds
    /^\.?[A-Z][\w.+# ]{1,20}: .{0,500}?(?:\w\(.{0,500}\)|[{}<>]|\w=)/.test(line) ||
    /[;{}]$/.test(line));

/** A fix as sentences and, apart from them, lines of code; a fence around code is left out. */
export function fixParts(fix: string): FixPart[] {
  const parts: FixPart[] = [];
  let fenced = false;
  for (const line of fix.split('\n')) {
    if (/^\s*```/.test(line)) {
      fenced = !fenced;
      continue;
    }
    // a longer line than anybody reads says no more by its end
    const code = fenced || isCode(line.slice(0, 300));
    const last = parts.at(-1);
    if (last && last.code === code) last.text += `\n${line}`;
    else parts.push({ code, text: line });
  }
  return parts
    .map(({ code, text }) => ({ code, text: code ? text.replace(/^\n+/, '').trimEnd() : text.trim() }))
    .filter(({ text }) => text !== '');
}
