import { Link, RichTextEditor as Frame } from '@mantine/tiptap';
import type { JSONContent } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useState } from 'react';
import { readRichText, safeLink, type RichBlock, type RichSpan, type RichText } from '../richText.ts';
import { EditorFrame } from './EditorFrame.tsx';

const extensions = [
  StarterKit.configure({
    link: false,
    underline: false,
    strike: false,
    horizontalRule: false,
    heading: { levels: [2, 3] },
    // style elements are not allowed here
    dropcursor: false,
    trailingNode: false,
  }),
  Link.configure({
    openOnClick: false,
    autolink: true,
    defaultProtocol: 'https',
    isAllowedUri: (href) => safeLink(href) !== null,
  }),
];

const nodeOfSpan = ({ text, bold, italic, code, link }: RichSpan): JSONContent[] => {
  const marks = [
    ...(bold ? [{ type: 'bold' }] : []),
    ...(italic ? [{ type: 'italic' }] : []),
    ...(code ? [{ type: 'code' }] : []),
    ...(link ? [{ type: 'link', attrs: { href: link } }] : []),
  ];
  return text
    .split('\n')
    .flatMap((line, i): JSONContent[] => [
      ...(i > 0 ? [{ type: 'hardBreak' }] : []),
      ...(line ? [{ type: 'text', text: line, marks }] : []),
    ]);
};

function nodeOf(block: RichBlock): JSONContent {
  switch (block.kind) {
    case 'paragraph':
      return { type: 'paragraph', content: block.spans.flatMap(nodeOfSpan) };
    case 'heading':
      return { type: 'heading', attrs: { level: block.level }, content: block.spans.flatMap(nodeOfSpan) };
    case 'code':
      return { type: 'codeBlock', content: [{ type: 'text', text: block.text }] };
    case 'quote':
      return { type: 'blockquote', content: block.blocks.map(nodeOf) };
    case 'list':
      return {
        type: block.ordered ? 'orderedList' : 'bulletList',
        content: block.items.map((item) => ({ type: 'listItem', content: item.map(nodeOf) })),
      };
  }
}

/** Formatted text as the editor takes it. */
export const toEditor = (text: RichText): JSONContent => {
  const content = readRichText(text).map(nodeOf);
  return { type: 'doc', content: content.length > 0 ? content : [{ type: 'paragraph' }] };
};

const spansOf = (nodes: readonly JSONContent[] = []): unknown[] =>
  nodes.map(({ type, text, marks = [] }) => {
    if (type === 'hardBreak') return { text: '\n' };
    const has = (name: string) => marks.some((mark) => mark.type === name);
    const link = marks.find((mark) => mark.type === 'link')?.attrs?.href as unknown;
    return {
      text,
      ...(has('bold') && { bold: true }),
      ...(has('italic') && { italic: true }),
      ...(has('code') && { code: true }),
      ...(link ? { link } : {}),
    };
  });

function blockOf({ type, content = [], attrs }: JSONContent): unknown {
  if (type === 'paragraph') return { kind: 'paragraph', spans: spansOf(content) };
  if (type === 'heading') return { kind: 'heading', level: attrs?.level, spans: spansOf(content) };
  if (type === 'codeBlock') return { kind: 'code', text: content.map(({ text = '' }) => text).join('') };
  if (type === 'blockquote') return { kind: 'quote', blocks: content.map(blockOf) };
  if (type === 'bulletList' || type === 'orderedList')
    return {
      kind: 'list',
      ordered: type === 'orderedList',
      items: content.map((item) => (item.content ?? []).map(blockOf)),
    };
  return null;
}

/** The editor's content as formatted text. */
export const fromEditor = (doc: JSONContent): RichText => readRichText((doc.content ?? []).map(blockOf));

export type RichTextEditorProps = {
  label: string;
  /** To begin with; give the editor another `key` to begin again. */
  initial: RichText;
  onChange: (text: RichText) => void;
  /** What is wrong with the text. */
  error?: string | null;
};

/** An editor of formatted text; load it lazily, it is a chunk of its own. Everything it does is on the keyboard too. */
export function RichTextEditor({ label, initial, onChange, error }: RichTextEditorProps) {
  const [begin] = useState(() => toEditor(initial));
  return (
    <EditorFrame
      label={label}
      extensions={extensions}
      content={begin}
      error={error}
      onChange={(editor) => onChange(fromEditor(editor.getJSON()))}
    >
      <Frame.ControlsGroup>
        <Frame.H2 />
        <Frame.H3 />
      </Frame.ControlsGroup>
      <Frame.ControlsGroup>
        <Frame.Bold />
        <Frame.Italic />
        <Frame.Code />
      </Frame.ControlsGroup>
      <Frame.ControlsGroup>
        <Frame.BulletList />
        <Frame.OrderedList />
        <Frame.Blockquote />
        <Frame.CodeBlock />
      </Frame.ControlsGroup>
    </EditorFrame>
  );
}
