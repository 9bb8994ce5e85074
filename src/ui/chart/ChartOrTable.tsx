import { Button } from '@mantine/core';
import { useId, useState, type ReactNode } from 'react';
import classes from './ChartOrTable.module.css';

export type ChartOrTableProps = {
  /** What the colours mean, beside the button. */
  legend?: ReactNode;
  /** Its drawing is hidden from screen readers: they get what `ChartReader` says, and the table. */
  chart: ReactNode;
  /** The same numbers as a plain table with a caption. */
  table: ReactNode;
};

/** A picture of numbers, and on request the numbers. */
export function ChartOrTable({ legend, chart, table }: ChartOrTableProps) {
  const [asTable, setAsTable] = useState(false);
  const id = useId();
  const numbers = <div className={classes.numbers}>{table}</div>;
  return (
    <div>
      <div className="row flex-wrap justify-between gap-2 gap-x-4 mb-3">
        {legend}
        <Button
          className="ms-auto"
          variant="subtle"
          size="xs"
          mr={-14}
          aria-expanded={asTable}
          aria-controls={id}
          onClick={() => setAsTable((shown) => !shown)}
        >
          {asTable ? 'Show as chart' : 'Show as table'}
        </Button>
      </div>
      <div id={id}>
        {asTable ? (
          numbers
        ) : (
          <>
            {chart}
            <span className="visually-hidden">{numbers}</span>
          </>
        )}
      </div>
    </div>
  );
}
