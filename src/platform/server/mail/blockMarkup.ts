import { createElement as h, type ReactNode } from 'react';
import { oneLine } from '../../text.ts';
import type { MailBlock } from './blocks.ts';
import { ground, type MailTheme } from './brand.ts';
import { body, cell, inlines, row, sans, small, table } from './layout.ts';

type Block<K extends MailBlock['kind']> = Extract<MailBlock, { kind: K }>;

const codeMarkup = ({ code }: Block<'code'>, theme: MailTheme) =>
  table(
    { width: '100%', style: { margin: '8px 0 24px' } },
    row(
      cell(
        {
          align: 'center',
          bgcolor: theme.tint,
          className: 'tint accent',
          // letters are spaced on their right only, so the left padding balances them
          style: {
            backgroundColor: theme.tint,
            borderRadius: theme.radius.control,
            color: theme.accent,
            fontFamily: sans,
            fontSize: '34px',
            fontVariantNumeric: 'tabular-nums',
            fontWeight: 600,
            letterSpacing: '10px',
            lineHeight: '44px',
            padding: '18px 12px 18px 22px',
          },
        },
        oneLine(code),
      ),
    ),
  );

const rule = `1px solid ${ground.line}`;
const inTable = { fontSize: '14px', lineHeight: '22px' };

const keyValue = ([key, value]: readonly [string, string]) =>
  row(
    cell(
      {
        className: 'soft line key',
        width: '38%',
        valign: 'top',
        style: { ...small, ...inTable, borderTop: rule, padding: '10px 12px 10px 0' },
      },
      oneLine(key),
    ),
    cell(
      {
        className: 'ink line value',
        valign: 'top',
        style: {
          ...body,
          ...inTable,
          fontWeight: 500,
          fontVariantNumeric: 'tabular-nums',
          borderTop: rule,
          padding: '10px 0',
          overflowWrap: 'anywhere',
        },
      },
      oneLine(value),
    ),
  );

const bullet = (item: Block<'bullets'>['items'][number], theme: MailTheme) =>
  row(
    cell(
      {
        className: 'accent',
        width: 20,
        valign: 'top',
        style: { ...body, color: theme.accent, padding: '0 0 8px' },
      },
      '•',
    ),
    cell(
      { className: 'ink', valign: 'top', style: { ...body, padding: '0 0 8px' } },
      ...inlines(item, theme),
    ),
  );

/** One block of a mail as HTML. */
export function blockMarkup(given: MailBlock, theme: MailTheme): ReactNode {
  switch (given.kind) {
    case 'paragraph':
      return h(
        'p',
        { className: 'ink', style: { ...body, margin: '0 0 16px' } },
        ...inlines(given.parts, theme),
      );
    case 'smallPrint':
      return h(
        'p',
        { className: 'soft', style: { ...small, margin: '0 0 12px' } },
        ...inlines(given.parts, theme),
      );
    case 'code':
      return codeMarkup(given, theme);
    case 'keyValues':
      return table(
        { width: '100%', className: 'line', style: { borderBottom: rule, margin: '8px 0 24px' } },
        ...given.rows.map(keyValue),
      );
    case 'bullets':
      return table(
        { width: '100%', style: { margin: '0 0 16px' } },
        ...given.items.map((item) => bullet(item, theme)),
      );
  }
}
