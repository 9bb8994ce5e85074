import { Button } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import IconFileSpreadsheet from '@tabler/icons-react/dist/esm/icons/IconFileSpreadsheet.mjs';
import { useId, useRef, useState, type DragEvent } from 'react';
import { mostRowsOfList } from '../../contract.ts';
import shared from '../Training.module.css';
import { number } from '../words.ts';
import classes from './Enrol.module.css';
import { saveTemplate } from './listTemplate.ts';

/** Takes a file by choosing or dropping it. */
export function FilePick({ onFile }: { onFile: (file: File) => void }) {
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const hint = useId();
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
    <>
      <div
        className={classes.drop}
        data-over={over || undefined}
        onDragEnter={drag(true)}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={(event) => {
          drag(false)(event);
          take(event.dataTransfer.files);
        }}
      >
        <IconFileSpreadsheet size={36} stroke={1.25} aria-hidden />
        <p className={classes.dropWords}>Drop your list here, or</p>
        <Button data-autofocus onClick={() => input.current?.click()} aria-describedby={hint}>
          Choose a file
        </Button>
        <p id={hint} className={shared.quiet}>
          CSV or Excel (XLSX), up to {number(mostRowsOfList)} people
        </p>
        <input
          ref={input}
          type="file"
          className={shared.hidden}
          aria-label="List of people"
          tabIndex={-1}
          accept=".csv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          onChange={(event) => take(event.currentTarget.files)}
        />
      </div>
      <div className={classes.columns}>
        <p className={shared.quiet}>
          The first line names the columns: <strong>First name</strong>, <strong>Last name</strong>, <strong>Email</strong>, and if you like{' '}
          <strong>Department</strong> and <strong>Start month</strong>. You see every row before anything is saved.
        </p>
        <Button variant="default" leftSection={<IconDownload size={18} stroke={1.5} aria-hidden />} onClick={saveTemplate}>
          Download template
        </Button>
      </div>
    </>
  );
}
