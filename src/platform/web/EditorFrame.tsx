import { RichTextEditor as Frame } from '@mantine/tiptap';
import { useEditor, type UseEditorOptions } from '@tiptap/react';
import { useEffect, type ReactNode } from 'react';
import '@mantine/tiptap/styles.layer.css';
import classes from './EditorFrame.module.css';

type EditorFrameProps = Required<Pick<UseEditorOptions, 'extensions' | 'content'>> & {
  label: string;
  /** What is wrong with the text. */
  error?: string | null | undefined;
  /** A page of its own: taller, and its tools stay in view. */
  page?: boolean;
  /** Once, before anything is typed. Must stay the same function. */
  onReady?: (editor: Editor) => void;
  onChange: (editor: Editor) => void;
  /** Groups of tools; those for links and for undo follow. */
  children: ReactNode;
  /** Tools after those for links. */
  more?: ReactNode;
};
type Editor = NonNullable<ReturnType<typeof useEditor>>;

const labels = {
  h1ControlLabel: 'Section heading',
  h2ControlLabel: 'Heading',
  h3ControlLabel: 'Small heading',
  boldControlLabel: 'Bold (Ctrl+B)',
  italicControlLabel: 'Italic (Ctrl+I)',
  underlineControlLabel: 'Underline (Ctrl+U)',
  codeControlLabel: 'Code (Ctrl+E)',
  linkControlLabel: 'Link (Ctrl+K)',
  undoControlLabel: 'Undo (Ctrl+Z)',
  redoControlLabel: 'Redo (Ctrl+Shift+Z)',
};

/** What editors of formatted text share: field, bar of tools and look. */
export function EditorFrame({
  label,
  extensions,
  content,
  error,
  page,
  onReady,
  onChange,
  children,
  more,
}: EditorFrameProps) {
  const editor = useEditor({
    extensions,
    content,
    // style elements are not allowed here: what it needs is in the style sheet beside
    injectCSS: false,
    editorProps: {
      attributes: {
        'aria-label': label,
        role: 'textbox',
        'aria-multiline': 'true',
        spellcheck: 'true',
        class: classes.text!,
        ...(error ? { 'aria-invalid': 'true' } : {}),
      },
    },
    onUpdate: ({ editor: now }) => onChange(now),
  });
  useEffect(() => {
    // one that was made while the page was still waiting is replaced by another
    if (editor && !editor.isDestroyed) onReady?.(editor);
  }, [editor, onReady]);
  if (!editor) return null;
  return (
    <div>
      <Frame editor={editor} className={classes.editor} data-page={page} labels={labels}>
        <Frame.Toolbar className={classes.toolbar}>
          {children}
          <Frame.ControlsGroup>
            <Frame.Link />
            <Frame.Unlink />
          </Frame.ControlsGroup>
          {more}
          <Frame.ControlsGroup>
            <Frame.Undo />
            <Frame.Redo />
          </Frame.ControlsGroup>
        </Frame.Toolbar>
        <Frame.Content />
      </Frame>
      {error && (
        <p className={`${classes.error} text-small text-danger`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
