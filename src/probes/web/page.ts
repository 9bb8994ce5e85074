import { createHash } from 'node:crypto';
import { Parser } from 'htmlparser2';
import type { FormField, PageForm } from './form.ts';
import { fieldOf, makeFormWords } from './form.ts';

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
  /** Everything the page loads by itself. */
  resources: PageResource[];
  comments: string[];
  metas: { name: string; content: string }[];
  /** Contents of `<meta http-equiv>` by lower-case name. */
  equivs: { name: string; content: string }[];
  /** Target of a meta refresh. */
  refresh: string | null;
  /** Visible text outside code samples and quotations, for error messages; `blockMark` between its blocks. */
  prose: string;
  /** Whether the page has password fields at all, in forms or outside. */
  hasPassword: boolean;
  /** Same for pages made from the same template. */
  shape: string;
};

/** Browsers nest no deeper than about 500; looking through a stack of thousands at each tag would take minutes. */
const maxDepth = 1000;
const limits = {
  links: 2000,
  resources: 1000,
  comments: 300,
  forms: 100,
  inline: 300_000,
  prose: 200_000,
  area: 5000,
};

const loaders: Record<string, string> = {
  script: 'src',
  img: 'src',
  iframe: 'src',
  frame: 'src',
  embed: 'src',
  object: 'data',
  audio: 'src',
  video: 'src',
  source: 'src',
  track: 'src',
  input: 'src',
};
const samples = new Set(['pre', 'code', 'textarea', 'samp', 'kbd', 'xmp', 'blockquote', 'q']);
const blocks =
  /^(p|div|li|tr|h\d|td|th|br|dt|dd|pre|section|article|main|aside|blockquote|body|title|ul|ol|table)$/;
/** Stands between the blocks of `prose`. */
export const blockMark = '\u2029';

/** Makes an address absolute; null when it is none of http or https. */
export function absolute(value: string | undefined, base: string): string | null {
  if (value === undefined) return null;
  const trimmed = value.replace(/[\t\n\r]/g, '').trim();
  if (trimmed === '' || trimmed.startsWith('#') || trimmed.length > 4000) return null;
  try {
    const url = new URL(trimmed, base);
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
    url.hash = '';
    return url.href;
  } catch {
    return null;
  }
}

/** Target of a refresh instruction (`5; url=/next`), absolute; null without one. */
export function refreshTarget(content: string, base: string): string | null {
  const found = /^\d*(?:\.\d*)?\s*[;,]\s*(?:url\s*=\s*)?["']?([^"'\s][^"']*)/i.exec(
    content.slice(0, 2000).trim(),
  );
  return found ? absolute(found[1], base) : null;
}

class TooDeep extends Error {}

/** Reads an HTML document of any quality, as far as it is nested as pages are; never throws. `at` is the address it came from. */
export function readPage(html: string, at: string): Page {
  const page: Page = {
    url: at,
    base: at,
    title: '',
    links: [],
    forms: [],
    scripts: [],
    styles: [],
    resources: [],
    comments: [],
    metas: [],
    equivs: [],
    refresh: null,
    prose: '',
    hasPassword: false,
    shape: '',
  };
  const links = new Set<string>();
  const paths = new Set<string>();
  const stack: string[] = [];
  let form: PageForm | null = null;
  let area: FormField | null = null;
  let script: PageScript | null = null;
  let inTitle = false;
  let styleDepth = 0;
  let sampleDepth = 0;
  let prose = '';
  let style = '';

  const link = (value: string | undefined) => {
    const url = absolute(value, page.base);
    if (url && links.size < limits.links) links.add(url);
    return url;
  };
  const resource = (value: string | undefined, tag: string, attribute: string) => {
    const url = absolute(value, page.base);
    if (url && page.resources.length < limits.resources) page.resources.push({ url, tag, attribute });
    return url;
  };
  const field = (attributes: Record<string, string>, type: string) => {
    if (type === 'password') page.hasPassword = true;
    if (!form) return;
    if (type === 'password') form.hasPassword = true;
    if (!attributes.name) return;
    form.fields.push(fieldOf(attributes.name, type, attributes));
    if (type === 'textarea') area = form.fields.at(-1)!;
  };
  /** A list's value is its chosen entry, else the first that is not empty. */
  const option = (attributes: Record<string, string>) => {
    const list = form?.fields.at(-1);
    if (
      list?.type === 'select' &&
      attributes.value &&
      (list.value === '' || attributes.selected !== undefined)
    )
      list.value = attributes.value;
  };

  const words = makeFormWords(() => form);

  const open = (tag: string, attributes: Record<string, string>) => {
    if (stack.length >= maxDepth) throw new TooDeep();
    stack.push(tag);
    words.open(tag, attributes);
    if (paths.size < 400) paths.add(stack.slice(-5).join('>'));
    if (samples.has(tag)) sampleDepth += 1;
    if (blocks.test(tag)) prose += `\n${blockMark}`;
    if (attributes.style)
      for (const found of attributes.style.matchAll(/url\(\s{0,9}["']?([^"')]{1,2000})/g))
        resource(found[1], 'style', 'style');
    const loader = loaders[tag];
    switch (tag) {
      case 'base': {
        const base = absolute(attributes.href, at);
        if (base && page.base === at) page.base = base;
        break;
      }
      case 'a':
      case 'area':
        link(attributes.href);
        break;
      case 'link': {
        const rel = (attributes.rel ?? '').toLowerCase().split(/\s+/);
        if (rel.includes('stylesheet')) {
          const url = resource(attributes.href, 'link', 'href');
          if (url)
            page.styles.push({ url, integrity: attributes.integrity ?? '', raw: attributes.href ?? '' });
        } else if (
          rel.some((word) =>
            ['icon', 'manifest', 'preload', 'modulepreload', 'apple-touch-icon'].includes(word),
          )
        )
          resource(attributes.href, 'link', 'href');
        else if (rel.some((word) => ['next', 'prev', 'alternate', 'search'].includes(word)))
          link(attributes.href);
        break;
      }
      case 'meta': {
        const content = attributes.content ?? '';
        if (attributes.name) page.metas.push({ name: attributes.name.toLowerCase(), content });
        if (attributes['http-equiv']) {
          const name = attributes['http-equiv'].toLowerCase();
          page.equivs.push({ name, content });
          if (name === 'refresh') page.refresh = refreshTarget(content, page.base);
        }
        break;
      }
      case 'form':
        if (page.forms.length < limits.forms) {
          form = {
            page: at,
            action: absolute(attributes.action ?? '', page.base) ?? at,
            method: (attributes.method ?? '').toUpperCase() === 'POST' ? 'POST' : 'GET',
            explicitGet: (attributes.method ?? '').toUpperCase() === 'GET',
            enctype: /multipart/i.test(attributes.enctype ?? '')
              ? 'multipart'
              : /text\/plain/i.test(attributes.enctype ?? '')
                ? 'text'
                : 'urlencoded',
            fields: [],
            hasPassword: false,
          };
          page.forms.push(form);
          words.begin(attributes);
        }
        break;
      case 'input': {
        const type = (attributes.type ?? 'text').toLowerCase();
        field(attributes, type);
        if (type === 'image') resource(attributes.src, 'input', 'src');
        if (attributes.formaction) link(attributes.formaction);
        break;
      }
      case 'select':
      case 'textarea':
      case 'button':
        field(attributes, tag);
        break;
      case 'option':
        option(attributes);
        break;
      case 'title':
        inTitle = stack.length < 5;
        break;
      case 'style':
        styleDepth += 1;
        break;
      case 'script':
        script = {
          url: attributes.src === undefined ? null : resource(attributes.src, 'script', 'src'),
          code: '',
          integrity: attributes.integrity ?? '',
          type: (attributes.type ?? '').toLowerCase(),
          raw: attributes.src ?? '',
        };
        page.scripts.push(script);
        break;
    }
    if (loader && tag !== 'script' && tag !== 'input') {
      const url = resource(attributes[loader], tag, loader);
      if (url && (tag === 'iframe' || tag === 'frame')) link(url);
    }
    if (tag === 'img' || tag === 'source') {
      for (const part of (attributes.srcset ?? '').split(','))
        resource(part.trim().split(/\s+/)[0], tag, 'srcset');
    }
    if (tag === 'video') resource(attributes.poster, 'video', 'poster');
  };

  const close = (tag: string) => {
    const depth = stack.lastIndexOf(tag);
    if (depth >= 0) stack.length = depth;
    words.close(tag);
    if (samples.has(tag) && sampleDepth > 0) sampleDepth -= 1;
    if (tag === 'form') form = null;
    if (tag === 'textarea' || tag === 'form') area = null;
    if (tag === 'title') inTitle = false;
    if (tag === 'script') script = null;
    if (tag === 'style') {
      styleDepth = Math.max(0, styleDepth - 1);
      for (const found of style.matchAll(/url\(\s{0,9}["']?([^"')]{1,2000})/g))
        resource(found[1], 'style', 'css');
      style = '';
    }
    if (blocks.test(tag)) prose += `\n${blockMark}`;
  };

  const text = (value: string) => {
    if (area && area.value.length < limits.area) area.value += value;
    if (script) {
      if (script.code.length < limits.inline) script.code += value;
    } else if (styleDepth > 0) {
      if (style.length < limits.inline) style += value;
    } else {
      words.text(value);
      if (inTitle && page.title.length < 300) page.title += value;
      if (sampleDepth === 0 && prose.length < limits.prose) prose += value;
    }
  };

  const parser = new Parser(
    {
      onopentag: open,
      onclosetag: close,
      ontext: text,
      oncomment: (data) => {
        if (page.comments.length < limits.comments) page.comments.push(data.slice(0, 5000));
      },
    },
    { decodeEntities: true, recognizeSelfClosing: false },
  );
  try {
    parser.write(html);
    parser.end();
  } catch {
    // what was read up to here is kept
  }
  page.title = page.title.replace(/\s+/g, ' ').trim();
  page.links = [...links];
  page.prose = prose;
  page.shape = createHash('sha1')
    .update([...paths].sort().join('\n'))
    .digest('base64url')
    .slice(0, 16);
  return page;
}
