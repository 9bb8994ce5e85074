import { Button } from '@mantine/core';
import { useId, useRef, useState, type DragEvent, type ReactNode } from 'react';
import shared from '../Training.module.css';
import classes from './Enrol.module.css';

type FileDropProps = {
  icon: ReactNode;
  words: string;
  hint: ReactNode;
  /** What the file is, for whoever cannot see the words around it. */
  label: string;
  accept: string;
  onFile: (file: File) => void;
};

export function FileDrop({ icon, words, hint, label, accept, onFile }: FileDropProps) {
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file) onFile(file);
    // the same file can be chosen again, once it was corrected
    if (input.current) input.current.value = '';
  };
  const drag = (on: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(on);
  };
  return (
    <div
      className={`${classes.drop} grid gap-2 text-dimmed text-center rounded-card`}
      data-over={over || undefined}
      onDragEnter={drag(true)}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event);
        take(event.dataTransfer.files);
      }}
    >
      {icon}
      <p className="font-medium text-plain">{words}</p>
      <Button data-autofocus onClick={() => input.current?.click()} aria-describedby={hintId}>
        Choose a file
      </Button>
      <p id={hintId} className={shared.quiet}>
        {hint}
      </p>
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        aria-label={label}
        tabIndex={-1}
        accept={accept}
        onChange={(event) => take(event.currentTarget.files)}
      />
    </div>
  );
}
