import { createElement as h, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { oneLine } from '../../text.ts';
import { webLink, type MailBlock } from './blocks.ts';
import { ground, mailTheme, type MailBrand, type MailImage, type MailLogo, type MailTheme } from './brand.ts';
import { blockMarkup } from './blockMarkup.ts';
import { mailCss } from './darkMode.ts';
import { body, cell, link, row, sans, small, table } from './layout.ts';
import { plainText } from './plainText.ts';

export type MailContent = {
  brand: MailBrand;
  /** Shown by mail programs beside the subject. */
  preheader: string;
  heading: string;
  blocks: readonly MailBlock[];
  /** The one thing to do. */
  button?: { label: string; address: string };
  /** Ends the sentence 'You received this email because …', without a full stop. */
  footerReason: string;
  /** Stand below the reason, such as where to choose which mails come. */
  footerLinks?: readonly { label: string; address: string }[];
};

const keyed = (nodes: ReactNode[]) => nodes.map((node, i) => h('div', { key: i }, node));

/** A button that is a filled cell: it shows and works without pictures, and in Outlook. */
const buttonTable = (button: { label: string; address: string }, theme: MailTheme) =>
  table(
    { style: { margin: '8px 0 24px' }, className: 'button' },
    row(
      cell(
        {
          align: 'center',
          bgcolor: theme.accent,
          className: 'fill',
          style: {
            backgroundColor: theme.accent,
            borderRadius: theme.radius.control,
            msoPaddingAlt: '14px 28px',
          },
        },
        h(
          'a',
          {
            href: webLink(button.address),
            target: '_blank',
            rel: 'noopener',
            className: 'fill',
            style: {
              backgroundColor: theme.accent,
              borderRadius: theme.radius.control,
              color: '#ffffff',
              display: 'inline-block',
              fontFamily: sans,
              fontSize: '16px',
              fontWeight: 600,
              lineHeight: '24px',
              padding: '12px 28px',
              textDecoration: 'none',
            },
          },
          oneLine(button.label),
        ),
      ),
    ),
  );

/** Mark and name as text on colour: there even where pictures are blocked. */
const wordmark = (brand: MailBrand, theme: MailTheme) =>
  table(
    {},
    row(
      cell(
        {
          align: 'center',
          width: 36,
          valign: 'middle',
          bgcolor: theme.accent,
          className: 'fill',
          style: {
            backgroundColor: theme.accent,
            borderRadius: theme.radius.control,
            color: '#ffffff',
            fontFamily: sans,
            fontSize: '14px',
            fontWeight: 700,
            height: '36px',
            letterSpacing: '0.5px',
            lineHeight: '36px',
            width: '36px',
          },
        },
        theme.monogram,
      ),
      cell(
        {
          className: 'ink',
          valign: 'middle',
          style: { ...body, fontSize: '17px', fontWeight: 600, lineHeight: '24px', padding: '0 0 0 12px' },
        },
        oneLine(brand.nameLong),
      ),
    ),
  );

/** The logo, once for each ground; its name shows where a program shows no pictures. */
const logoImages = (brand: MailBrand, logo: MailLogo) => {
  const picture = ({ id }: MailImage, className: string, style: Record<string, string>) =>
    h('img', {
      src: `cid:${id}`,
      alt: oneLine(brand.nameLong),
      width: logo.width,
      height: logo.height,
      className: `${className} ink`,
      style: {
        ...body,
        border: 0,
        fontSize: '17px',
        fontWeight: 600,
        lineHeight: '24px',
        outline: 'none',
        ...style,
      },
    });
  return h(
    'div',
    null,
    picture(logo.light, 'on-light', { display: 'block' }),
    picture(logo.dark, 'on-dark', { display: 'none', maxHeight: '0', msoHide: 'all' }),
  );
};

// mail programs fill a short preview with the text that follows; these keep the place empty
const previewFill = '\u2007\u034f'.repeat(90);

const soft = (margin: string | number, ...content: ReactNode[]) =>
  h('p', { className: 'soft', style: { ...small, margin } }, ...content);

/** Heading, blocks and the one thing to do. */
function cardOf({ heading, blocks, button }: MailContent, theme: MailTheme) {
  const isAfter = ({ kind }: MailBlock) => kind === 'smallPrint';
  const markup = (given: readonly MailBlock[]) => keyed(given.map((block) => blockMarkup(block, theme)));
  const fallback =
    button &&
    soft(0, 'Button not working? Open this address: ', link(button.address, webLink(button.address), theme));
  return cell(
    {
      bgcolor: ground.card,
      className: 'card line',
      style: {
        backgroundColor: ground.card,
        border: `1px solid ${ground.line}`,
        borderRadius: theme.radius.card,
        padding: '40px 40px 32px',
      },
    },
    h(
      'h1',
      {
        className: 'ink',
        style: {
          color: ground.ink,
          fontFamily: sans,
          fontSize: '24px',
          fontWeight: 600,
          letterSpacing: '-0.2px',
          lineHeight: '32px',
          margin: '0 0 16px',
        },
      },
      oneLine(heading),
    ),
    ...markup(blocks.filter((block) => !isAfter(block))),
    button && buttonTable(button, theme),
    ...markup(blocks.filter(isAfter)),
    fallback,
  );
}

function footerOf({ brand, footerReason, footerLinks = [] }: MailContent, theme: MailTheme) {
  return cell(
    { className: 'foot soft', style: { ...small, padding: '24px 41px 0' } },
    soft('0 0 8px', `You received this email because ${oneLine(footerReason)}.`),
    footerLinks.length > 0 &&
      soft(
        '0 0 8px',
        ...footerLinks.flatMap(({ label, address }, i) => [i > 0 && ' · ', link(address, label, theme)]),
      ),
    soft(
      '0 0 8px',
      'Questions? Write to ',
      link(`mailto:${brand.supportAddress}`, brand.supportAddress, theme),
      '.',
    ),
    soft(
      0,
      oneLine(brand.nameLong),
      brand.privacyAddress && ' · ',
      brand.privacyAddress && link(brand.privacyAddress, 'Privacy', theme),
    ),
  );
}

const headOf = (heading: string, theme: MailTheme) =>
  h(
    'head',
    null,
    h('meta', { httpEquiv: 'Content-Type', content: 'text/html; charset=utf-8' }),
    h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    h('meta', { name: 'color-scheme', content: 'light dark' }),
    h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
    h('meta', { name: 'format-detection', content: 'telephone=no, date=no, address=no, email=no' }),
    h('title', null, oneLine(heading)),
    h('style', { dangerouslySetInnerHTML: { __html: mailCss(theme) } }),
  );

const preview = (preheader: string) =>
  h(
    'div',
    {
      'aria-hidden': true,
      style: {
        display: 'none',
        fontSize: '1px',
        lineHeight: '1px',
        maxHeight: 0,
        overflow: 'hidden',
        opacity: 0,
        msoHide: 'all',
      } as object,
    },
    `${oneLine(preheader)} ${previewFill}`,
  );

function page(content: MailContent, theme: MailTheme) {
  const { brand, preheader, heading } = content;
  const sheet = table(
    { width: 600, className: 'sheet', style: { maxWidth: '600px', textAlign: 'left', width: '100%' } },
    row(
      cell(
        { className: 'head', style: { padding: '0 0 24px' } },
        brand.logo ? logoImages(brand, brand.logo) : wordmark(brand, theme),
      ),
    ),
    row(cardOf(content, theme)),
    row(footerOf(content, theme)),
  );
  const canvas = { backgroundColor: ground.canvas };
  return h(
    'html',
    { lang: 'en' },
    headOf(heading, theme),
    h(
      'body',
      { className: 'canvas', style: { ...canvas, margin: 0, padding: 0, width: '100%' } },
      preview(preheader),
      table(
        { width: '100%', bgcolor: ground.canvas, className: 'canvas', style: canvas },
        row(cell({ align: 'center', className: 'outer', style: { padding: '40px 16px 48px' } }, sheet)),
      ),
    ),
  );
}

/**
 * Renders a mail in a brand's look.
 * @returns a whole HTML document that works without pictures and in dark mode, the same as plain text, and the pictures that
 * travel with it
 */
export function renderMail(content: MailContent): { html: string; text: string; images?: MailImage[] } {
  const { logo } = content.brand;
  return {
    html: `<!doctype html>${renderToStaticMarkup(page(content, mailTheme(content.brand)))}`,
    text: plainText(content),
    ...(logo ? { images: logo.light.id === logo.dark.id ? [logo.light] : [logo.light, logo.dark] } : {}),
  };
}
