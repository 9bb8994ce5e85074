import { Link, RichTextEditor, useRichTextEditorContext } from '@mantine/tiptap';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import { useEditorState, type Editor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useCallback } from 'react';
import IconColumnInsertRight from '@tabler/icons-react/dist/esm/icons/IconColumnInsertRight.mjs';
import IconColumnRemove from '@tabler/icons-react/dist/esm/icons/IconColumnRemove.mjs';
import IconRowInsertBottom from '@tabler/icons-react/dist/esm/icons/IconRowInsertBottom.mjs';
import IconRowRemove from '@tabler/icons-react/dist/esm/icons/IconRowRemove.mjs';
import IconTablePlus from '@tabler/icons-react/dist/esm/icons/IconTablePlus.mjs';
import IconTableOff from '@tabler/icons-react/dist/esm/icons/IconTableOff.mjs';
import { EditorFrame } from '#platform/web/EditorFrame.tsx';

const icon = { size: 18, stroke: 1.5, 'aria-hidden': true } as const;

const extensions = [
  // what a policy's text may hold, and nothing else
  StarterKit.configure({ heading: { levels: [1, 2, 3] }, code: false, codeBlock: false, link: false }),
  Link.configure({
    openOnClick: false,
    defaultProtocol: 'https',
    isAllowedUri: (url) => /^(https?:\/\/|mailto:)/i.test(url),
    HTMLAttributes: { rel: 'noreferrer noopener', target: null },
  }),
  // columns are as wide as their words: no widths to be kept in styles
  Table.configure({ resizable: false }).extend({ renderHTML: () => ['table', ['tbody', 0]] }),
  TableRow,
  TableHeader,
  TableCell,
];

/** The text without the empty line that the editor keeps at its end, to be clicked into. */
const htmlOf = (editor: Editor): string => editor.getHTML().replace(/(<p><\/p>)+$/, '');

function TableControls() {
  const { editor } = useRichTextEditorContext();
  const inTable = useEditorState({ editor, selector: ({ editor: now }) => now?.isActive('table') });
  const run = (change: (chain: ReturnType<Editor['chain']>) => ReturnType<Editor['chain']>) => () =>
    editor && change(editor.chain().focus()).run();
  const control = (label: string, Icon: typeof IconTablePlus, change: Parameters<typeof run>[0]) => (
    <RichTextEditor.Control aria-label={label} title={label} onClick={run(change)}>
      <Icon {...icon} />
    </RichTextEditor.Control>
  );
  return (
    <RichTextEditor.ControlsGroup>
      {!inTable &&
        control('Insert table', IconTablePlus, (chain) =>
          chain.insertTable({ rows: 3, cols: 2, withHeaderRow: true }),
        )}
      {inTable && (
        <>
          {control('Add row below', IconRowInsertBottom, (chain) => chain.addRowAfter())}
          {control('Add column to the right', IconColumnInsertRight, (chain) => chain.addColumnAfter())}
          {control('Delete row', IconRowRemove, (chain) => chain.deleteRow())}
          {control('Delete column', IconColumnRemove, (chain) => chain.deleteColumn())}
          {control('Delete table', IconTableOff, (chain) => chain.deleteTable())}
        </>
      )}
    </RichTextEditor.ControlsGroup>
  );
}

export type RichTextProps = {
  label: string;
  /** HTML to begin with; what the editor does not know is left out. */
  initial: string;
  /** The text as the editor spells it, before anybody typed. Must stay the same function. */
  onReady: (html: string) => void;
  onChange: (html: string) => void;
};

/** An editor of formatted text, with a code chunk of its own. */
export function RichText({ label, initial, onReady, onChange }: RichTextProps) {
  return (
    <EditorFrame
      label={label}
      extensions={extensions}
      content={initial}
      page
      onReady={useCallback((editor: Editor) => onReady(htmlOf(editor)), [onReady])}
      onChange={(editor) => onChange(htmlOf(editor))}
      more={<TableControls />}
    >
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.H1 />
        <RichTextEditor.H2 />
        <RichTextEditor.H3 />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Bold />
        <RichTextEditor.Italic />
        <RichTextEditor.Underline />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.BulletList />
        <RichTextEditor.OrderedList />
      </RichTextEditor.ControlsGroup>
    </EditorFrame>
  );
}
