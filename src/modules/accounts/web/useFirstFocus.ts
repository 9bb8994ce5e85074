import { useEffect, useRef, type RefObject } from 'react';

/** Puts the cursor into a form's first field where there is a keyboard; on a phone the keyboard would hide the page. */
export function useFirstFocus<T extends HTMLElement>(when = true): RefObject<T | null> {
  const field = useRef<T>(null);
  useEffect(() => {
    if (when && window.matchMedia('(hover: hover)').matches) field.current?.focus({ preventScroll: true });
  }, [when]);
  return field;
}
