import { oneLine } from '../../text.ts';
import { webLink, type Inline, type MailBlock } from './blocks.ts';
import type { MailContent } from './render.ts';

/** Columns of a line of plain text; addresses are never broken. */
const columns = 72;

/** Breaks text at blanks into lines of at most so many columns. */
export function wrap(text: string, width = columns, indent = ''): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line && line.length + 1 + word.length > width - indent.length) {
      lines.push(line);
      line = word;
    } else line = line ? `${line} ${word}` : word;
  }
  lines.push(line);
  return lines.join(`\n${indent}`);
}

const inlineText = (part: Inline): string => {
  if (typeof part === 'string') return part;
  if ('strong' in part) return part.strong;
  const address = webLink(part.address).replace(/^mailto:/u, '');
  return oneLine(part.link) === address ? address : `${part.link} (${address})`;
};
const running = (parts: readonly Inline[]) => oneLine(parts.map(inlineText).join(''));

function blockText(block: MailBlock): string {
  switch (block.kind) {
    case 'paragraph':
    case 'smallPrint':
      return wrap(running(block.parts));
    case 'code':
      return `    ${oneLine(block.code)}`;
    case 'keyValues': {
      const width = Math.min(28, Math.max(...block.rows.map(([key]) => oneLine(key).length + 1)));
      return block.rows
        .map(([key, value]) => `${`${oneLine(key)}:`.padEnd(width)} ${oneLine(value)}`)
        .join('\n');
    }
    case 'bullets':
      return block.items.map((item) => `- ${wrap(running(item), columns, '  ')}`).join('\n');
  }
}

/** The plain-text alternative of a mail. */
export function plainText(content: MailContent): string {
  const { brand, heading, blocks, button, footerReason, footerLinks = [] } = content;
  const main = blocks.filter((block) => block.kind !== 'smallPrint').map(blockText);
  const small = blocks.filter((block) => block.kind === 'smallPrint').map(blockText);
  const sections = [
    oneLine(brand.nameLong),
    `${wrap(oneLine(heading))}\n${'='.repeat(Math.min(columns, oneLine(heading).length))}`,
    ...main,
    ...(button ? [`${oneLine(button.label)}:\n${webLink(button.address)}`] : []),
    ...small,
    [
      `-- \n${wrap(`You received this email because ${oneLine(footerReason)}.`)}`,
      ...footerLinks.map(({ label, address }) => `${oneLine(label)}: ${webLink(address)}`),
      wrap(`Questions? Write to ${brand.supportAddress}.`),
    ].join('\n'),
  ];
  return `${sections.join('\n\n')}\n`;
}
