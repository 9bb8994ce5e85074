import { Button, Textarea } from '@mantine/core';
import { useEffect, useRef } from 'react';
import classes from './Answers.module.css';

type NoteFieldProps = {
  note: string;
  problem: boolean;
  saved: boolean;
  onChange: (note: string) => void;
  onSave: () => void;
};

/** Why a question does not apply; the answer is saved together with it. */
export function NoteField({ note, problem, saved, onChange, onSave }: NoteFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (!saved || problem) field.current?.focus();
    // on choosing and on a missing note, not while typing
    // oxlint-disable-next-line react/exhaustive-deps
  }, [problem]);
  return (
    <div className={`${classes.note} grid justify-items-start gap-3 mt-4`}>
      <Textarea
        ref={field}
        label="Why does this not apply to your company?"
        description="One sentence is enough. It is kept with the answer, so that others understand it later."
        required
        rows={3}
        maxLength={1000}
        value={note}
        error={problem ? 'Please say in a sentence why this does not apply.' : null}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {!saved && (
        <Button variant="default" onClick={onSave}>
          Save answer
        </Button>
      )}
    </div>
  );
}
