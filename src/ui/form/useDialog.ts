import { useRef, useState } from 'react';

/** One dialog at a time; the focus goes back to where it was opened from, or to the page where that is gone. */
export function useDialog<Dialog>() {
  const [open, setOpen] = useState<Dialog | null>(null);
  const from = useRef<HTMLElement | null>(null);
  return {
    open,
    show: (dialog: Dialog, opener: HTMLElement | null) => {
      from.current = opener;
      setOpen(dialog);
    },
    close: () => {
      setOpen(null);
      // once the dialog has let go of the focus, and what was changed stands on the screen
      setTimeout(
        () => (from.current?.isConnected ? from.current : document.getElementById('main'))?.focus(),
        0,
      );
    },
  };
}
