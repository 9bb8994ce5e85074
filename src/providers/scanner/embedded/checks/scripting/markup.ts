import { Tokenizer, TokenizerMode, type Token } from 'parse5';

/** Reads a page as browsers do, piece by piece with the places in its source, in time in proportion to its length. */

export type Attribute = { name: string; value: string; start: number; end: number };
export type Piece =
  /** `within` is the element whose content is no markup: `script`, `title`, `textarea` …; empty between elements. */
  | {
      kind: 'text';
      start: number;
      end: number;
      within: string;
      attributes: ReadonlyMap<string, string>;
      inert: string;
      foreign: boolean;
    }
  | { kind: 'comment'; start: number; end: number; inert: string }
  | {
      kind: 'tag';
      start: number;
      end: number;
      name: string;
      attributes: Attribute[];
      closing: boolean;
      inert: string;
      foreign: boolean;
    };

const modes: Record<string, number> = {
  title: TokenizerMode.RCDATA,
  textarea: TokenizerMode.RCDATA,
  style: TokenizerMode.RAWTEXT,
  xmp: TokenizerMode.RAWTEXT,
  iframe: TokenizerMode.RAWTEXT,
  noembed: TokenizerMode.RAWTEXT,
  noframes: TokenizerMode.RAWTEXT,
  noscript: TokenizerMode.RAWTEXT,
  script: TokenizerMode.SCRIPT_DATA,
  plaintext: TokenizerMode.PLAINTEXT,
};
// Inside these an element is built but nothing of it runs, or most elements are left out.
const inertElements = new Set(['template', 'select']);
// Elements that lead back from SVG and MathML to HTML (HTML standard 13.2.6.5, shortened to what the tokenizer depends on).
const integration = new Set([
  'foreignobject',
  'desc',
  'title',
  'annotation-xml',
  'mtext',
  'mi',
  'mo',
  'mn',
  'ms',
]);

/** `xml`: nothing but markup is special, CDATA sections are text. */
export function readMarkup(source: string, { xml = false } = {}): Piece[] {
  const pieces: Piece[] = [];
  const inert: string[] = [];
  // `svg` or `math`, and the elements in them that lead back.
  const foreign: string[] = [];
  let within = '';
  let attributes: ReadonlyMap<string, string> = new Map();
  const isForeign = () => foreign.length > 0 && !integration.has(foreign.at(-1)!);

  const onText = (token: Token.CharacterToken) => {
    const { startOffset: start, endOffset: end } = token.location!;
    const last = pieces.at(-1);
    if (last?.kind === 'text' && last.end === start) last.end = end;
    else
      pieces.push({
        kind: 'text',
        start,
        end,
        within,
        attributes,
        inert: inert.at(-1) ?? '',
        foreign: isForeign(),
      });
  };
  const enter = ({ tagName: name, attrs }: Token.TagToken) => {
    const mode = xml || isForeign() ? undefined : modes[name];
    if (mode !== undefined) tokenizer.state = mode;
    within = mode !== undefined || (isForeign() && (name === 'script' || name === 'style')) ? name : '';
    attributes = new Map(within === 'script' ? attrs.map((one) => [one.name, one.value]) : []);
    if (inertElements.has(name) && inert.length < 200) inert.push(name);
    const leadsOut = name === 'svg' || name === 'math' || (foreign.length > 0 && integration.has(name));
    if (leadsOut && foreign.length < 200) foreign.push(name);
  };
  const onTag = (token: Token.TagToken, closing: boolean) => {
    const name = token.tagName;
    const location = token.location!;
    const places = location.attrs ?? {};
    pieces.push({
      kind: 'tag',
      start: location.startOffset,
      end: location.endOffset,
      name,
      attributes: token.attrs.map((one) => ({
        name: one.name,
        value: one.value,
        start: places[one.name]?.startOffset ?? location.startOffset,
        end: places[one.name]?.endOffset ?? location.endOffset,
      })),
      closing,
      inert: inert.at(-1) ?? '',
      foreign: isForeign(),
    });
    if (closing) {
      within = '';
      if (inert.at(-1) === name) inert.pop();
      if (foreign.at(-1) === name) foreign.pop();
    } else if (!(token.selfClosing && isForeign())) enter(token);
    tokenizer.inForeignNode = xml || isForeign();
  };
  const tokenizer: Tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onCharacter: onText,
      onWhitespaceCharacter: onText,
      onNullCharacter: onText,
      onStartTag: (token) => onTag(token, false),
      onEndTag: (token) => onTag(token, true),
      onComment: ({ location }) => {
        pieces.push({
          kind: 'comment',
          start: location!.startOffset,
          end: location!.endOffset,
          inert: inert.at(-1) ?? '',
        });
      },
      onDoctype: () => undefined,
      onEof: () => undefined,
    },
  );
  tokenizer.inForeignNode = xml;
  tokenizer.write(source, true);
  return pieces;
}

const executed =
  /^(|module|text\/(javascript|ecmascript|jscript|livescript|x-javascript|x-ecmascript|javascript1\.[0-5])|application\/(javascript|ecmascript|x-javascript|x-ecmascript))$/;

export function runsAsScript(attributes: ReadonlyMap<string, string>): boolean {
  const type = attributes.get('type');
  if (type !== undefined) return executed.test(type.trim().toLowerCase());
  const language = attributes.get('language');
  return (
    language === undefined || executed.test(language === '' ? '' : `text/${language.trim().toLowerCase()}`)
  );
}

export const isHandler = (name: string): boolean => /^on[a-z]{3,}$/.test(name);

const addresses: Record<string, RegExp> = {
  href: /^(a|area|use|animate|set)$/,
  'xlink:href': /^(a|use|script)$/,
  src: /^(iframe|frame|embed)$/,
  action: /^form$/,
  formaction: /^(button|input)$/,
};

/** Addresses that a browser opens in the name of the page, so that `javascript:` runs there. */
export const opensAddress = (tag: string, attribute: string): boolean =>
  addresses[attribute]?.test(tag) ?? false;

/** What browsers take for the address: without what they leave out of it. */
export const plainAddress = (value: string): string =>
  // oxlint-disable-next-line no-control-regex
  value.replace(/^[\u0000-\u0020]+/, '').replace(/[\t\n\r]/g, '');
