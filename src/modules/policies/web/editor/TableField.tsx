import { ActionIcon, Button, Input, Textarea } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useId, useRef, useState } from 'react';
import type { GivenValue, ValueSpec } from '../../document.ts';
import classes from './Form.module.css';

type Row = Record<string, string | number>;
type TableFieldProps = {
  spec: Extract<ValueSpec, { type: 'table' }>;
  id: string;
  value: GivenValue | undefined;
  error: string | null;
  onChange: (value: GivenValue) => void;
};

const rowsAtMost = 60;
const rowsOf = (value: GivenValue | undefined): Row[] =>
  Array.isArray(value) ? value.filter((row): row is Row => typeof row === 'object' && row !== null) : [];

/** Rows that can be added, changed and taken away. */
export function TableField({ spec, id, value, error, onChange }: TableFieldProps) {
  const rows = rowsOf(value);
  const label = useId();
  const box = useRef<HTMLFieldSetElement>(null);
  const [announced, announce] = useState('');
  const focusRow = (place: number) =>
    setTimeout(() => {
      const inputs = box.current?.querySelectorAll<HTMLElement>('[data-row-start]');
      (
        inputs?.[Math.min(place, inputs.length - 1)] ?? box.current?.querySelector<HTMLElement>('[data-add]')
      )?.focus();
    }, 0);
  const typed = (column: (typeof spec.columns)[number], text: string): string | number =>
    column.type === 'integer' && /^\d{1,6}$/.test(text.trim()) ? Number(text) : text;
  const set = (place: number, column: (typeof spec.columns)[number], text: string) =>
    onChange(rows.map((row, at) => (at === place ? { ...row, [column.key]: typed(column, text) } : row)));
  const add = () => {
    onChange([...rows, Object.fromEntries(spec.columns.map(({ key }) => [key, '']))]);
    announce(`Row ${rows.length + 1} added.`);
    focusRow(rows.length);
  };
  const remove = (place: number) => {
    onChange(rows.filter((_row, at) => at !== place));
    announce(`Row ${place + 1} removed.`);
    focusRow(place);
  };
  return (
    <fieldset
      ref={box}
      id={id}
      tabIndex={-1}
      className="stack gap-2"
      aria-labelledby={label}
      aria-invalid={error ? true : undefined}
    >
      <Input.Label labelElement="div" id={label} required={spec.required}>
        {spec.label}
      </Input.Label>
      <Input.Description>{spec.help}</Input.Description>
      {rows.length > 0 && (
        <div
          className={`${classes.row} items-start gap-2 ${classes.columnHeads} text-small leading-4.5 text-dimmed`}
          aria-hidden
        >
          {spec.columns.map((column) => (
            <span
              key={column.key}
              className={column.type === 'integer' ? classes.number : `${classes.cell} min-w-0`}
            >
              {column.label}
            </span>
          ))}
        </div>
      )}
      {rows.map((row, place) => (
        // rows have no name of their own
        // oxlint-disable-next-line react/no-array-index-key
        <div key={place} className={`${classes.row} items-start gap-2`}>
          {spec.columns.map((column, at) => (
            <Textarea
              key={column.key}
              aria-label={`${column.label}, row ${place + 1}`}
              className={column.type === 'integer' ? classes.number : `${classes.cell} min-w-0`}
              placeholder={column.label}
              maxLength={column.type === 'integer' ? 6 : 300}
              inputMode={column.type === 'integer' ? 'numeric' : undefined}
              autosize
              minRows={1}
              value={String(row[column.key] ?? '')}
              // one line of text that wraps, so that nothing is cut
              onChange={(event) => set(place, column, event.currentTarget.value.replaceAll('\n', ' '))}
              {...(at === 0 ? { 'data-row-start': true } : {})}
            />
          ))}
          <ActionIcon aria-label={`Remove row ${place + 1}`} onClick={() => remove(place)}>
            <IconX size={18} stroke={1.5} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      {error && <Input.Error>{error}</Input.Error>}
      <div>
        <Button
          variant="default"
          size="xs"
          data-add
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
          onClick={add}
          disabled={rows.length >= rowsAtMost}
        >
          Add row
        </Button>
      </div>
      <output className="visually-hidden">{announced}</output>
    </fieldset>
  );
}
