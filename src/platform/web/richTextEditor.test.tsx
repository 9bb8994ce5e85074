// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderUi } from '#ui/testing/render.tsx';
import type { RichText } from '../richText.ts';
import { fromEditor, RichTextEditor, toEditor } from './RichTextEditor.tsx';

const text: RichText = [
  { kind: 'heading', level: 2, spans: [{ text: 'What happened' }] },
  {
    kind: 'paragraph',
    spans: [
      { text: 'One\ntwo ' },
      { text: 'bold', bold: true },
      { text: ' and ' },
      { text: 'there', link: 'https://example.com/' },
    ],
  },
  {
    kind: 'list',
    ordered: true,
    items: [
      [
        { kind: 'paragraph', spans: [{ text: 'first' }] },
        { kind: 'list', ordered: false, items: [[{ kind: 'paragraph', spans: [{ text: 'in it' }] }]] },
      ],
    ],
  },
  { kind: 'quote', blocks: [{ kind: 'paragraph', spans: [{ text: 'quoted', italic: true }] }] },
  { kind: 'code', text: 'a\n  b' },
];
const plain = (of: RichText) => JSON.stringify(of).replaceAll('"},{"text":"\\n"},{"text":"', '\\n');

test('what the editor is given comes out of it again, and nothing that formatted text does not have', () => {
  expect(plain(fromEditor(toEditor(text)))).toBe(plain(text));
  expect(
    fromEditor({
      type: 'doc',
      content: [
        {
          type: 'paragraph',
          content: [
            { type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }] },
          ],
        },
        { type: 'image' },
      ],
    }),
  ).toEqual([{ kind: 'paragraph', spans: [{ text: 'x' }] }]);
});

test('the editor is a named field with buttons for all that it does', async () => {
  renderUi(
    <RichTextEditor
      label="Text of the letter"
      initial={text}
      onChange={() => {}}
      error="Please write something."
    />,
  );
  const field = await screen.findByRole('textbox', { name: 'Text of the letter' });
  expect(field.textContent).toContain('What happened');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByRole('button', { name: 'Bold (Ctrl+B)' })).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toBe('Please write something.');
});
