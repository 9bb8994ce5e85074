import { memo, type ReactNode } from 'react';
import type { Block, Span } from '../document.ts';
import { disclaimer } from './messages.ts';
import classes from './Paper.module.css';

type Marks = {
  /** Values are marked, and can be picked. */
  editable: boolean;
  active: string | null;
  /** Level of each heading in the outline, where it differs from its size. */
  ranks: ReadonlyMap<Block, number>;
};

/** Where a link of the text may lead. */
const isSafe = (address: string) => /^(https?:\/\/|mailto:)/i.test(address);

function SpanText({ span, marks }: { span: Span; marks: Marks }) {
  let content: ReactNode = span.text;
  if (span.strike) content = <s>{content}</s>;
  if (span.underline) content = <u>{content}</u>;
  if (span.em) content = <em>{content}</em>;
  if (span.strong) content = <strong>{content}</strong>;
  if (span.link && isSafe(span.link))
    content = (
      <a href={span.link} target="_blank" rel="noreferrer noopener" className="text-accent">
        {content}
      </a>
    );
  if (span.value !== undefined && marks.editable)
    content = (
      <span
        className={`${classes.value} cursor-pointer rounded-sm bg-accent`}
        data-value={span.value}
        data-blank={span.blank || undefined}
        data-active={marks.active === span.value || undefined}
      >
        {content}
      </span>
    );
  else if (span.blank) content = <span className={`${classes.blank} rounded-sm`}>{content}</span>;
  return content;
}

// texts never change their order while they are shown: places serve as keys
/* oxlint-disable react/no-array-index-key */
const Spans = ({ spans, marks }: { spans: Span[]; marks: Marks }) =>
  spans.map((span, place) => <SpanText key={place} span={span} marks={marks} />);

function BlockView({ block, marks }: { block: Block; marks: Marks }): ReactNode {
  switch (block.kind) {
    case 'heading': {
      const Heading = (['h3', 'h4', 'h5'] as const)[(marks.ranks.get(block) ?? block.level) - 1]!;
      return (
        <Heading
          className={`${classes.heading} flex gap-2.5 text-lead font-semibold`}
          data-level={block.level}
        >
          {block.number && (
            <span className="flex-none font-medium text-accent tabular-nums">{block.number}</span>
          )}
          <span>
            <Spans spans={block.spans} marks={marks} />
          </span>
        </Heading>
      );
    }
    case 'paragraph':
      return (
        <p>
          <Spans spans={block.spans} marks={marks} />
        </p>
      );
    case 'rule':
      return (
        <div className={`${classes.rule} grid`}>
          <span className="flex-none font-medium text-accent tabular-nums">{block.number}</span>
          <div className={`${classes.inner} min-w-0`}>
            <Blocks blocks={block.blocks} marks={marks} />
          </div>
        </div>
      );
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul';
      return (
        <List className={classes.list}>
          {block.items.map((item, place) => (
            <li key={place}>
              <Blocks blocks={item} marks={marks} />
            </li>
          ))}
        </List>
      );
    }
    case 'table':
      return (
        <table className={`${classes.table} w-full text-body leading-5`}>
          {block.head.length > 0 && (
            <thead>
              <tr>
                {block.head.map((cell, place) => (
                  <th key={place} scope="col">
                    <Spans spans={cell} marks={marks} />
                  </th>
                ))}
              </tr>
            </thead>
          )}
          <tbody>
            {block.rows.map((row, line) => (
              <tr key={line}>
                {row.map((cell, place) => (
                  <td key={place}>
                    <Spans spans={cell} marks={marks} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      );
    case 'quote':
      return (
        <blockquote className={`${classes.quote} text-dimmed`}>
          <Blocks blocks={block.blocks} marks={marks} />
        </blockquote>
      );
    case 'divider':
      return <hr className={classes.divider} />;
    // of templates only: a text that is shown is filled
    case 'when':
    case 'rows':
      return null;
  }
}

const Blocks = ({ blocks, marks }: { blocks: Block[]; marks: Marks }) =>
  blocks.map((block, place) => <BlockView key={place} block={block} marks={marks} />);
/* oxlint-enable react/no-array-index-key */

/** A company's own text may begin with a small heading or skip a size; for people who listen, no level is skipped. */
function ranksOf(blocks: readonly Block[]): ReadonlyMap<Block, number> {
  let before = 0;
  return new Map(
    blocks.flatMap((block) => {
      if (block.kind !== 'heading') return [];
      before = Math.min(block.level, before + 1);
      return [[block, before] as const];
    }),
  );
}

/** The text of a policy, from its tree. Nothing in it is ever read as markup. */
export const PolicyText = memo(function PolicyText({
  blocks,
  editable = false,
  active = null,
}: { blocks: Block[] } & Partial<Omit<Marks, 'ranks'>>) {
  const ranks = ranksOf(blocks);
  return (
    <div className={`${classes.text} leading-6.5 wrap-anywhere whitespace-pre-line`}>
      <Blocks blocks={blocks} marks={{ editable, active, ranks }} />
    </div>
  );
});

type PaperProps = {
  title: string;
  /** Company, version, state: one line under the title. */
  meta: ReactNode;
  /** A word across the head, such as Draft. */
  stamp?: string;
  /** Below the text; the advice for authors where left out. */
  foot?: ReactNode;
  children: ReactNode;
};

/** A sheet with a policy on it. */
export function Paper({ title, meta, stamp, foot = disclaimer, children }: PaperProps) {
  return (
    <article className={`${classes.paper} card min-w-0`} aria-label={`Text of ${title || 'the policy'}`}>
      <header className={`${classes.head} mx-auto relative`}>
        {stamp && (
          <span className={`${classes.stamp} text-small leading-5.5 font-medium text-dimmed rounded-sm mb-2`}>
            {stamp}
          </span>
        )}
        <h2 className="text-heading wrap-anywhere">
          <bdi>{title || 'Untitled policy'}</bdi>
        </h2>
        <p className="text-dimmed mt-1">{meta}</p>
      </header>
      {children}
      {foot && (
        <footer className={`${classes.foot} pt-4 text-small leading-5 text-dimmed text-pretty border-t`}>
          {foot}
        </footer>
      )}
    </article>
  );
}
