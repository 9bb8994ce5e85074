import { createHash } from 'node:crypto';
import { Parser } from 'htmlparser2';
import { makeDraft, elements } from './draft.ts';
import type { PageForm } from './form.ts';

export type PageScript = { url: string | null; code: string; integrity: string; type: string; raw: string };
export type PageResource = { url: string; tag: string; attribute: string };

/** What the scanner needs to know of an HTML document. Addresses are absolute; other schemes than http(s) are left out. */
export type Page = {
  url: string;
  base: string;
  title: string;
  links: string[];
  forms: PageForm[];
  scripts: PageScript[];
  styles: { url: string; integrity: string; raw: string }[];
  resources: PageResource[];
  comments: string[];
  metas: { name: string; content: string }[];
  equivs: { name: string; content: string }[];
  refresh: string | null;
  /** Visible text outside code samples and quotations, for error messages; `blockMark` between its blocks. */
  prose: string;
  hasPassword: boolean;
  /** Same for pages made from the same template. */
  shape: string;
};

/** Browsers nest no deeper than about 500; looking through a stack of thousands at each tag would take minutes. */
const maxDepth = 1000;
const limits = { comments: 300, inline: 300_000, prose: 200_000 };

const samples = new Set(['pre', 'code', 'textarea', 'samp', 'kbd', 'xmp', 'blockquote', 'q']);
const blocks =
  /^(p|div|li|tr|h\d|td|th|br|dt|dd|pre|section|article|main|aside|blockquote|body|title|ul|ol|table)$/;
/** Stands between the blocks of `prose`. */
export const blockMark = '\u2029';

class TooDeep extends Error {}

/** Reads an HTML document of any quality, as far as it is nested as pages are; never throws. `at` is the address it came from. */
export function readPage(html: string, at: string): Page {
  const draft = makeDraft(at);
  const paths = new Set<string>();
  const stack: string[] = [];
  let inTitle = false;
  let styleDepth = 0;
  let sampleDepth = 0;
  let title = '';
  let prose = '';
  let style = '';

  const onopentag = (tag: string, attributes: Record<string, string>) => {
    if (stack.length >= maxDepth) throw new TooDeep();
    stack.push(tag);
    draft.words.open(tag, attributes);
    if (paths.size < 400) paths.add(stack.slice(-5).join('>'));
    if (samples.has(tag)) sampleDepth += 1;
    if (blocks.test(tag)) prose += `\n${blockMark}`;
    if (attributes.style) draft.inStyle(attributes.style, 'style');
    if (tag === 'title') inTitle = stack.length < 5;
    if (tag === 'style') styleDepth += 1;
    elements.get(tag)?.(draft, attributes, tag);
  };

  const onclosetag = (tag: string) => {
    const depth = stack.lastIndexOf(tag);
    if (depth >= 0) stack.length = depth;
    draft.close(tag);
    if (samples.has(tag) && sampleDepth > 0) sampleDepth -= 1;
    if (tag === 'title') inTitle = false;
    if (tag === 'style') {
      styleDepth = Math.max(0, styleDepth - 1);
      draft.inStyle(style, 'css');
      style = '';
    }
    if (blocks.test(tag)) prose += `\n${blockMark}`;
  };

  const ontext = (text: string) => {
    if (draft.takesCode(text)) return;
    if (styleDepth > 0) {
      if (style.length < limits.inline) style += text;
      return;
    }
    draft.words.text(text);
    if (inTitle && title.length < 300) title += text;
    if (sampleDepth === 0 && prose.length < limits.prose) prose += text;
  };

  const oncomment = (data: string) => {
    if (draft.page.comments.length < limits.comments) draft.page.comments.push(data.slice(0, 5000));
  };

  const parser = new Parser(
    { onopentag, onclosetag, ontext, oncomment },
    { decodeEntities: true, recognizeSelfClosing: false },
  );
  try {
    parser.write(html);
    parser.end();
  } catch {
    // what was read up to here is kept
  }
  const shape = createHash('sha1')
    .update([...paths].sort().join('\n'))
    .digest('base64url')
    .slice(0, 16);
  return { ...draft.finish(), title: title.replace(/\s+/g, ' ').trim(), prose, shape };
}
