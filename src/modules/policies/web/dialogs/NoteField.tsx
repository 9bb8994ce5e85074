import { Textarea } from '@mantine/core';

type NoteFieldProps = { version: number; description: string; note: string; onNote: (note: string) => void };

/** What the author says about a version. */
export const NoteField = ({ version, description, note, onNote }: NoteFieldProps) => (
  <Textarea
    label={version > 1 ? 'What changed' : 'Note'}
    description={description}
    autosize
    minRows={2}
    maxRows={6}
    maxLength={1000}
    value={note}
    onChange={(event) => onNote(event.currentTarget.value)}
  />
);
