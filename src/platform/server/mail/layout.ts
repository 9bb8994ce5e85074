import { createElement as h, type ReactNode } from 'react';
import { visible } from '../../text.ts';
import { webLink, type Inline } from './blocks.ts';
import { ground, type MailTheme } from './brand.ts';

export const sans =
  "Inter, -apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

type Style = Record<string, string | number>;
type Cell = {
  className?: string;
  style?: Style;
  bgcolor?: string;
  align?: string;
  width?: string | number;
  valign?: string;
};
/** Layout by tables, which is what every mail program understands. */
export const table = (cells: Cell, ...rows: ReactNode[]) =>
  h(
    'table',
    { role: 'presentation', cellPadding: 0, cellSpacing: 0, border: 0, ...cells } as object,
    h('tbody', null, ...rows),
  );
export const row = (...cells: ReactNode[]) => h('tr', null, ...cells);
export const cell = (attributes: Cell, ...inside: ReactNode[]) => h('td', attributes as object, ...inside);

export const body = { fontFamily: sans, fontSize: '16px', lineHeight: '26px', color: ground.ink };
export const small = { fontFamily: sans, fontSize: '13px', lineHeight: '20px', color: ground.soft };

export const link = (address: string, text: string, theme: MailTheme) =>
  h(
    'a',
    {
      href: webLink(address),
      target: '_blank',
      rel: 'noopener',
      className: 'accent',
      style: { color: theme.accent, textDecoration: 'underline', overflowWrap: 'anywhere' },
    },
    visible(text),
  );

export const inlines = (parts: readonly Inline[], theme: MailTheme): ReactNode[] =>
  parts.map((part) =>
    typeof part === 'string'
      ? visible(part)
      : 'strong' in part
        ? h('strong', { style: { fontWeight: 600 } }, visible(part.strong))
        : link(part.address, part.link, theme),
  );
