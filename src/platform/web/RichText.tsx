import { Anchor } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { Link } from '#ui/text/Link.tsx';
import { isOwnPlace, readRichText, type RichBlock, type RichSpan } from '../richText.ts';
import classes from './RichText.module.css';

const lined = (text: string): ReactNode =>
  text.split('\n').map((line, i) => (
    // oxlint-disable-next-line react/no-array-index-key -- lines of a text have no id and never change order
    <Fragment key={i}>
      {i > 0 && <br />}
      {line}
    </Fragment>
  ));

function Span({ span: { text, bold, italic, code, link } }: { span: RichSpan }) {
  let content: ReactNode = lined(text);
  if (code)
    content = <code className={`${classes.code} text-body font-mono rounded-sm bg-hover`}>{content}</code>;
  if (italic) content = <em>{content}</em>;
  if (bold) content = <strong>{content}</strong>;
  if (!link) return <>{content}</>;
  return isOwnPlace(link) ? (
    <Anchor component={Link} href={link} inherit>
      {content}
    </Anchor>
  ) : (
    <Anchor
      href={link}
      inherit
      {...(link.startsWith('mailto:') ? {} : { target: '_blank', rel: 'noopener noreferrer' })}
    >
      {content}
    </Anchor>
  );
}

const spans = (all: readonly RichSpan[]): ReactNode =>
  // oxlint-disable-next-line react/no-array-index-key -- parts of a line have no id and never change order
  all.map((span, i) => <Span key={i} span={span} />);

type Level = 2 | 3 | 4;

function Block({ block, level }: { block: RichBlock; level: Level }): ReactNode {
  switch (block.kind) {
    case 'paragraph':
      return <p>{spans(block.spans)}</p>;
    case 'heading': {
      const Heading = `h${Math.min(6, block.level + level - 2)}` as 'h2' | 'h3' | 'h4' | 'h5' | 'h6';
      return (
        <Heading className={`${classes.heading} text-lead font-semibold`} data-level={block.level}>
          {spans(block.spans)}
        </Heading>
      );
    }
    case 'code':
      return (
        // long lines scroll, also without a mouse
        <pre
          className={`${classes.block} text-small font-mono rounded-sm bg-hover leading-5 border`}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
        >
          {block.text}
        </pre>
      );
    case 'quote':
      return (
        <blockquote className={`${classes.quote} text-dimmed`}>
          <Blocks blocks={block.blocks} level={level} />
        </blockquote>
      );
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul';
      return (
        <List>
          {block.items.map((item, i) => (
            // oxlint-disable-next-line react/no-array-index-key -- points have no id and never change order
            <li key={i}>
              <Blocks blocks={item} level={level} />
            </li>
          ))}
        </List>
      );
    }
  }
}

const Blocks = ({ blocks, level }: { blocks: readonly RichBlock[]; level: Level }) =>
  // oxlint-disable-next-line react/no-array-index-key -- blocks have no id and never change order
  blocks.map((block, i) => <Block key={i} block={block} level={level} />);

/**
 * Formatted text as elements; read once more here, so that nothing but text, emphasis and safe links can come of it.
 * @param level of its highest headings
 */
export function RichText({ text, level = 2 }: { text: unknown; level?: Level }) {
  return (
    <div className={`${classes.text} leading-6.5 wrap-anywhere`}>
      <Blocks blocks={readRichText(text)} level={level} />
    </div>
  );
}
