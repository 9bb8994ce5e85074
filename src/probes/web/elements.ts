import type { Draft } from './draft.ts';
import { refreshTarget } from './target.ts';

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

/** What an opening tag adds to a page, by its name. */
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
