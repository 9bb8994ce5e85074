import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';

export function OwnEntry({ label, onAdd }: { label: string; onAdd: (entry: string) => void }) {
  const [text, setText] = useState('');
  const add = () => {
    const entry = text.trim().replace(/\s+/g, ' ');
    if (entry === '') return;
    onAdd(entry);
    setText('');
  };
  return (
    <div className="flex gap-2">
      <TextInput
        aria-label={label}
        placeholder="Add your own"
        className="flex-auto min-w-0"
        maxLength={300}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          add();
        }}
      />
      <Button variant="default" onClick={add} disabled={text.trim() === ''}>
        Add
      </Button>
    </div>
  );
}
