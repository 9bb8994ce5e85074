import { Button } from '@mantine/core';
import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs';
import { useEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import classes from './PrintSheet.module.css';

export function PrintSheet({
  label,
  size = 'sm',
  children,
}: {
  label: string;
  size?: 'sm' | 'md';
  children: ReactNode;
}) {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    if (!isPrinting) return;
    document.body.dataset.sheet = 'on';
    const over = () => {
      delete document.body.dataset.sheet;
      setPrinting(false);
    };
    window.addEventListener('afterprint', over, { once: true });
    window.print();
    return () => window.removeEventListener('afterprint', over);
  }, [isPrinting]);
  return (
    <>
      <Button
        variant="default"
        size={size}
        leftSection={<IconPrinter size={18} stroke={1.75} aria-hidden />}
        onClick={() => setPrinting(true)}
      >
        {label}
      </Button>
      {isPrinting && createPortal(<div className={classes.sheet}>{children}</div>, document.body)}
    </>
  );
}
