import { createElement as h, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { BillingBrand } from '../../port.ts';
import { sandboxNotice } from '../wording.ts';
import { accentVariables } from './look.ts';

/** Everything that the frame of a page needs to know. */
export type PageFrame = {
  brand: BillingBrand;
  title: string;
  /** One-time value that allows the page's own style. */
  nonce: string;
  /** What the script tells the window around the page. */
  tells: { pageId: string; step: string; type: 'loaded' | 'success' | 'close' | 'error' | 'step' };
  wide?: boolean;
};

/** Drawings of 24 by 24. */
const drawings = {
  flask: 'M9 3h6M10 3v6L5 18.5A1.5 1.5 0 0 0 6.4 21h11.2a1.5 1.5 0 0 0 1.4-2.5L14 9V3M7.5 14.5h9',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  cross: 'm7 7 10 10M17 7 7 17',
  clock: 'M12 7v5l3 2M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17Z',
  card: 'M3.5 7A1.5 1.5 0 0 1 5 5.5h14A1.5 1.5 0 0 1 20.5 7v10a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 17ZM3.5 10h17M7 15h3',
  alert:
    'M12 8.5v4.5M12 16.2v.1M10.6 4.5 3 17.8A1.6 1.6 0 0 0 4.4 20h15.2a1.6 1.6 0 0 0 1.4-2.2L13.4 4.5a1.6 1.6 0 0 0-2.8 0Z',
  back: 'M10 6 4 12l6 6M4 12h16',
  file: 'M14 3.5v4a1 1 0 0 0 1 1h4M6 20.5h12a1 1 0 0 0 1-1V8.5l-5-5H6a1 1 0 0 0-1 1v15a1 1 0 0 0 1 1ZM12 11v6M9.5 14.5 12 17l2.5-2.5',
  lock: 'M7 11V8a5 5 0 0 1 10 0v3M6 11h12a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1Z',
};
export const icon = (name: keyof typeof drawings, size = 20): ReactNode =>
  h(
    'svg',
    {
      className: 'icon',
      viewBox: '0 0 24 24',
      width: size,
      height: size,
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth: 1.75,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
      'aria-hidden': true,
    },
    h('path', { d: drawings[name] }),
  );

const logo = ({ name, logo: light, logoDark }: BillingBrand): ReactNode =>
  h(
    'p',
    { className: 'brand' },
    light
      ? [
          h('img', {
            key: 'light',
            className: logoDark ? 'on-light' : 'plate',
            src: light,
            alt: name,
            height: 28,
          }),
          logoDark && h('img', { key: 'dark', className: 'on-dark', src: logoDark, alt: name, height: 28 }),
        ]
      : name,
  );

/** A whole page. It needs no script; with it the window around the page learns what happens. */
export function pageOf({ brand, title, nonce, tells, wide }: PageFrame, content: ReactNode): string {
  const document = h(
    'html',
    { lang: 'en', 'data-page-id': tells.pageId, 'data-step': tells.step, 'data-tells': tells.type },
    h(
      'head',
      null,
      h('meta', { charSet: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'robots', content: 'noindex' }),
      h('link', { rel: 'icon', href: 'data:,' }),
      h('title', null, `${title} – ${brand.name}`),
      h('link', { rel: 'stylesheet', href: '/billing-sandbox/sandbox.css' }),
      h('style', { nonce, dangerouslySetInnerHTML: { __html: accentVariables(brand) } }),
      // before the first paint: it takes the colours of the window around
      h('script', { src: '/billing-sandbox/sandbox.js' }),
    ),
    h(
      'body',
      null,
      h(
        'aside',
        { className: 'sandbox', 'aria-label': 'Sandbox' },
        icon('flask', 18),
        h('span', null, h('strong', null, 'Sandbox.'), ` ${sandboxNotice}`),
      ),
      h(
        'div',
        { className: wide ? 'page wide' : 'page' },
        h('header', null, logo(brand)),
        h('main', null, content),
        footer(brand),
      ),
    ),
  );
  return `<!doctype html>${renderToStaticMarkup(document)}`;
}

const footer = ({ name, supportAddress }: BillingBrand): ReactNode =>
  h(
    'footer',
    null,
    h('span', null, `Billing sandbox of ${name}`),
    supportAddress && h('a', { href: `mailto:${supportAddress}`, target: '_top' }, supportAddress),
  );

/** A page that only says something, with at most one way on. */
export const statement = (
  says: {
    drawing: keyof typeof drawings;
    tone: 'good' | 'quiet' | 'bad';
    title: string;
    lines: ReactNode[];
    more?: ReactNode;
  },
  action?: { href: string; label: string },
): ReactNode =>
  h(
    'section',
    { className: `card statement tone-${says.tone}` },
    h('span', { className: 'badge' }, icon(says.drawing, 28)),
    h('h1', { tabIndex: -1, autoFocus: true }, says.title),
    ...says.lines.map((line, index) => h('p', { key: index }, line)),
    says.more,
    action &&
      h('a', { className: 'button', href: action.href, target: '_top', 'data-leave': '' }, action.label),
  );

/** Where nothing can be shown: no brand is known, so none is named. */
export const plainPage = (nonce: string, title: string, line: string): string =>
  pageOf(
    {
      brand: { name: 'Billing sandbox', accent: '#475569', logo: '', supportAddress: '' },
      title,
      nonce,
      tells: { pageId: '', step: 'error', type: 'error' },
    },
    statement({ drawing: 'alert', tone: 'quiet', title, lines: [line] }),
  );
