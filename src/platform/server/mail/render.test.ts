import { parseDocument } from 'htmlparser2';
import { describe, expect, it, test } from 'vitest';
import { contrast } from '#platform/server/pdf/brand/brand.ts';
import { bullets, code, keyValues, paragraph, smallPrint, typedBy, webLink } from './blocks.ts';
import { darkGround, mailTheme, type MailBrand } from './brand.ts';
import { mailLogo } from './logo.ts';
import { wrap } from './plainText.ts';
import { renderMail, type MailContent } from './render.ts';

const brand: MailBrand = {
  nameLong: 'Acme Safety Portal',
  nameShort: 'Acme Safety',
  accent: '#0f766e',
  radius: 'rounded',
  supportAddress: 'support@acme.example',
  webAddress: 'https://portal.acme.example',
  privacyAddress: 'https://acme.example/privacy',
};
const content: MailContent = {
  brand,
  preheader: 'Your code is 482915.',
  heading: 'Confirm your email address',
  blocks: [
    paragraph(
      'Hello ',
      { strong: 'Dana' },
      ', see ',
      { link: 'the guide', address: 'https://acme.example/guide' },
      '.',
    ),
    code('482915'),
    keyValues({ Website: 'shop.example.com', 'Finished at': 'Mar 10, 2026' }),
    bullets('First thing', ['Second ', { strong: 'thing' }]),
    smallPrint('The code is good for 24 hours.'),
  ],
  button: { label: 'Confirm', address: 'https://portal.acme.example/verify?a=1&b=2' },
  footerReason: 'somebody signed up with this address',
};

describe('HTML', () => {
  const { html } = renderMail(content);

  it('is one document of 600 px with every part in its order', () => {
    expect(html.startsWith('<!doctype html><html lang="en">')).toBe(true);
    expect(html).toContain('width="600"');
    const places = [
      'Your code is 482915.',
      'Acme Safety Portal',
      '>Confirm your email address</h1>',
      '>Dana<',
      '>482915<',
      'shop.example.com',
      'First thing',
      '>Confirm<',
      'good for 24 hours',
      'You received this email because somebody signed up with this address.',
      'support@acme.example',
    ];
    const found = places.map((place) => html.indexOf(place));
    expect(found.every((at) => at > 0)).toBe(true);
    expect([...found].sort((a, b) => a - b)).toEqual(found);
  });

  it('loads nothing and runs nothing', () => {
    expect(html).not.toMatch(/<(img|script|iframe|object|link|form)\b|url\(|@import|\son\w+=/i);
  });

  it('escapes every value', () => {
    const attack = '"><img src=x onerror=alert(1)>\u202e';
    const attacked = renderMail({
      brand: { ...brand, nameLong: attack, nameShort: attack },
      preheader: attack,
      heading: attack,
      blocks: [
        paragraph(
          attack,
          { strong: attack },
          { link: attack, address: 'https://acme.example/"onmouseover="x' },
        ),
        code(attack),
        keyValues({ [attack]: attack }),
        bullets(attack),
        smallPrint(attack),
      ],
      button: { label: attack, address: 'https://acme.example/"><script>' },
      footerReason: attack,
    }).html;
    expect(attacked).not.toMatch(/<img|<script/i);
    expect(attacked).not.toContain('\u202e');
    const attributes = new Set<string>();
    const visit = (nodes: readonly unknown[]) => {
      for (const node of nodes as { attribs?: Record<string, string>; children?: unknown[] }[]) {
        for (const name of Object.keys(node.attribs ?? {})) attributes.add(name);
        visit(node.children ?? []);
      }
    };
    visit(parseDocument(attacked).children);
    expect([...attributes].filter((name) => name.startsWith('on'))).toEqual([]);
  });

  it('has square corners for a square brand', () => {
    expect(renderMail({ ...content, brand: { ...brand, radius: 'square' } }).html).not.toMatch(
      /border-radius:[1-9]/,
    );
  });
});

describe('with a logo', () => {
  const drawing = { viewBox: [0, 0, 40, 10] as const, paths: [{ d: 'M1 1H30V9H1Z', fill: '#0f766e' }] };
  const logo = mailLogo({ ...drawing, viewBox: [0, 0, 40, 10] }, { ...drawing, viewBox: [0, 0, 40, 10] });
  const mail = renderMail({ ...content, brand: { ...brand, logo } });

  it('shows pictures that travel inside the mail, one for each ground, and none from elsewhere', () => {
    const sources = [...mail.html.matchAll(/<img src="([^"]*)"/g)].map(([, source]) => source);
    expect(sources).toEqual([`cid:${logo.light.id}`, `cid:${logo.dark.id}`]);
    expect(mail.images).toEqual([logo.light, logo.dark]);
    expect(logo.light.png).not.toBe(logo.dark.png);
    expect(mail.html).toMatch(
      /prefers-color-scheme:dark\)\{[^@]*\.on-light\{display:none!important\}\.on-dark\{display:block!important/,
    );
  });

  it('keeps its size, and its name where pictures are blocked', () => {
    expect([logo.width, logo.height]).toEqual([128, 32]);
    expect(mail.html.match(/alt="Acme Safety Portal" width="128" height="32"/g)).toHaveLength(2);
    expect(mail.text.startsWith('Acme Safety Portal\n')).toBe(true);
  });

  it('takes little room', () => {
    expect((logo.light.png.length + logo.dark.png.length) / 1024).toBeLessThan(4);
  });
});

describe('plain text', () => {
  it('says the same as the HTML', () => {
    expect(renderMail(content).text).toBe(
      [
        'Acme Safety Portal',
        '',
        'Confirm your email address',
        '==========================',
        '',
        'Hello Dana, see the guide (https://acme.example/guide).',
        '',
        '    482915',
        '',
        'Website:     shop.example.com',
        'Finished at: Mar 10, 2026',
        '',
        '- First thing',
        '- Second thing',
        '',
        'Confirm:',
        'https://portal.acme.example/verify?a=1&b=2',
        '',
        'The code is good for 24 hours.',
        '',
        '-- ',
        'You received this email because somebody signed up with this address.',
        'Questions? Write to support@acme.example.',
        '',
      ].join('\n'),
    );
  });

  it('keeps lines to 72 columns and addresses whole', () => {
    const address = `https://portal.acme.example/invite-link/${'x'.repeat(90)}`;
    const { text } = renderMail({
      ...content,
      blocks: [paragraph('word '.repeat(60)), bullets('word '.repeat(30))],
      button: { label: 'Go', address },
    });
    expect(text.split('\n').filter((line) => line.length > 72)).toEqual([address]);
    expect(wrap('aaa bbb ccc', 9, '  ')).toBe('aaa bbb\n  ccc');
  });
});

describe('what others typed', () => {
  test.each([
    ['Dana Fuller', 'Dana Fuller'],
    ['a\r\nb\tc', 'a b c'],
    ['\u202eevil\u2066', 'evil'],
    ['x'.repeat(100), `${'x'.repeat(79)}…`],
  ])('%j is shown as %j', (given, shown) => expect(typedBy(given)).toBe(shown));

  it('becomes no link', () => {
    expect(typedBy('Visit https://evil.test/win or mail a@evil.test')).not.toMatch(
      /https?:\/\/\w|\w\.\w|@\w/,
    );
  });
});

describe('addresses', () => {
  test.each(['javascript:alert(1)', 'data:text/html,x', '/verify', 'ftp://acme.example'])(
    '%s cannot be linked to',
    (address) => {
      expect(() => webLink(address)).toThrow(/cannot link|Invalid URL/);
      expect(() => renderMail({ ...content, button: { label: 'Go', address } })).toThrow(
        /cannot link|Invalid URL/,
      );
    },
  );
});

describe('colours', () => {
  test.each(['#0f766e', '#4a3aa7', '#ffd400', '#ffffff', '#000000', '#e11d48'])(
    'of %s can be read on light and on dark ground',
    (accent) => {
      const theme = mailTheme({ ...brand, accent });
      expect(contrast(theme.accent, '#ffffff')).toBeGreaterThanOrEqual(4.5);
      expect(contrast(theme.accent, theme.tint)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(theme.darkAccent, darkGround.card)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(theme.darkAccent, darkGround.tint)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(theme.darkAccent, theme.darkAccentInk)).toBeGreaterThanOrEqual(4.5);
    },
  );

  test.each([
    ['Acme Safety', 'AS'],
    ['harborline', 'H'],
    ['Éclair über drei', 'ÉÜ'],
  ])('the mark of %s is %s', (nameShort, monogram) =>
    expect(mailTheme({ ...brand, nameShort }).monogram).toBe(monogram),
  );
});
