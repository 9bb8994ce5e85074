import { refreshTarget, absolute } from './target.ts';
import { fieldOf, makeFormWords, type FormField, type PageForm } from './form.ts';
import type { Page, PageScript } from './page.ts';

type Element = (draft: Draft, attributes: Record<string, string>, tag: string) => void;

const iconsAndPreloads = new Set(['icon', 'manifest', 'preload', 'modulepreload', 'apple-touch-icon']);
const otherPages = new Set(['next', 'prev', 'alternate', 'search']);

const anchor: Element = (draft, { href }) => draft.link(href);
const control: Element = (draft, attributes, tag) => draft.field(attributes, tag);
const loader: Element = (draft, { src }, tag) => void draft.resource(src, tag, 'src');

const frame: Element = (draft, { src }, tag) => {
  const url = draft.resource(src, tag, 'src');
  if (url) draft.link(url);
};

const image: Element = (draft, attributes, tag) => {
  loader(draft, attributes, tag);
  for (const part of (attributes.srcset ?? '').split(','))
    draft.resource(part.trim().split(/\s+/)[0], tag, 'srcset');
};

const input: Element = (draft, attributes) => {
  const type = (attributes.type ?? 'text').toLowerCase();
  draft.field(attributes, type);
  if (type === 'image') draft.resource(attributes.src, 'input', 'src');
  if (attributes.formaction) draft.link(attributes.formaction);
};

const link: Element = (draft, { rel = '', href, integrity = '' }) => {
  const words = rel.toLowerCase().split(/\s+/);
  if (words.includes('stylesheet')) {
    const url = draft.resource(href, 'link', 'href');
    if (url) draft.page.styles.push({ url, integrity, raw: href ?? '' });
  } else if (words.some((word) => iconsAndPreloads.has(word))) draft.resource(href, 'link', 'href');
  else if (words.some((word) => otherPages.has(word))) draft.link(href);
};

const meta: Element = ({ page }, attributes) => {
  const { name, content = '' } = attributes;
  if (name) page.metas.push({ name: name.toLowerCase(), content });
  const equiv = attributes['http-equiv']?.toLowerCase();
  if (!equiv) return;
  page.equivs.push({ name: equiv, content });
  if (equiv === 'refresh') page.refresh = refreshTarget(content, page.base);
};

export const elements: ReadonlyMap<string, Element> = new Map<string, Element>([
  ['a', anchor],
  ['area', anchor],
  ['audio', loader],
  ['base', (draft, { href }) => draft.setBase(href)],
  ['button', control],
  ['embed', loader],
  ['form', (draft, attributes) => draft.form(attributes)],
  ['frame', frame],
  ['iframe', frame],
  ['img', image],
  ['input', input],
  ['link', link],
  ['meta', meta],
  ['object', (draft, { data }) => void draft.resource(data, 'object', 'data')],
  ['option', (draft, attributes) => draft.option(attributes)],
  ['script', (draft, attributes) => draft.script(attributes)],
  ['select', control],
  ['source', image],
  ['textarea', control],
  ['track', loader],
  [
    'video',
    (draft, attributes) => {
      loader(draft, attributes, 'video');
      draft.resource(attributes.poster, 'video', 'poster');
    },
  ],
]);

const limits = { links: 2000, resources: 1000, forms: 100, inline: 300_000, area: 5000 };

const emptyPage = (at: string): Page => ({
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
});

/** A page while it is being read: what its elements add to it, and which form, text area and script are open. */
export function makeDraft(at: string) {
  const page = emptyPage(at);
  const links = new Set<string>();
  let form: PageForm | null = null;
  let area: FormField | null = null;
  let script: PageScript | null = null;
  const words = makeFormWords(() => form);

  function resource(value: string | undefined, tag: string, attribute: string): string | null {
    const url = absolute(value, page.base);
    if (url && page.resources.length < limits.resources) page.resources.push({ url, tag, attribute });
    return url;
  }

  return {
    page,
    words,
    resource,
    link(value: string | undefined): void {
      const url = absolute(value, page.base);
      if (url && links.size < limits.links) links.add(url);
    },
    inStyle(style: string, attribute: 'style' | 'css'): void {
      for (const found of style.matchAll(/url\(\s{0,9}["']?([^"')]{1,2000})/g))
        resource(found[1], 'style', attribute);
    },
    /** The first `<base>` decides. */
    setBase(value: string | undefined): void {
      const base = absolute(value, at);
      if (base && page.base === at) page.base = base;
    },
    form({ action = '', method = '', enctype = '', ...others }: Record<string, string>): void {
      if (page.forms.length >= limits.forms) return;
      form = {
        page: at,
        action: absolute(action, page.base) ?? at,
        method: method.toUpperCase() === 'POST' ? 'POST' : 'GET',
        explicitGet: method.toUpperCase() === 'GET',
        enctype: /multipart/i.test(enctype)
          ? 'multipart'
          : /text\/plain/i.test(enctype)
            ? 'text'
            : 'urlencoded',
        fields: [],
        hasPassword: false,
      };
      page.forms.push(form);
      words.begin(others);
    },
    field(attributes: Record<string, string>, type: string): void {
      if (type === 'password') page.hasPassword = true;
      if (!form) return;
      if (type === 'password') form.hasPassword = true;
      if (!attributes.name) return;
      const field = fieldOf(attributes.name, type, attributes);
      form.fields.push(field);
      if (type === 'textarea') area = field;
    },
    /** A list's value is its chosen entry, else the first that is not empty. */
    option({ value, selected }: Record<string, string>): void {
      const list = form?.fields.at(-1);
      if (list?.type === 'select' && value && (list.value === '' || selected !== undefined))
        list.value = value;
    },
    script({ src, integrity = '', type = '' }: Record<string, string>): void {
      script = {
        url: src === undefined ? null : resource(src, 'script', 'src'),
        code: '',
        integrity,
        type: type.toLowerCase(),
        raw: src ?? '',
      };
      page.scripts.push(script);
    },
    close(tag: string): void {
      words.close(tag);
      if (tag === 'form') form = null;
      if (tag === 'textarea' || tag === 'form') area = null;
      if (tag === 'script') script = null;
    },
    takesCode(text: string): boolean {
      if (area && area.value.length < limits.area) area.value += text;
      if (script && script.code.length < limits.inline) script.code += text;
      return script !== null;
    },
    finish: (): Page => ({ ...page, links: [...links] }),
  };
}

export type Draft = ReturnType<typeof makeDraft>;
