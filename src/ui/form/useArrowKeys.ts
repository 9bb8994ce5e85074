import { useEffect } from 'react';

const typesInto = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Left and right arrow keys leaf through pages, except while somebody types. */
export function useArrowKeys(keys: { left: () => void; right: () => void }, active = true): void {
  useEffect(() => {
    if (!active) return;
    const react = (event: KeyboardEvent) => {
      if (
        event.defaultPrevented ||
        event.altKey ||
        event.ctrlKey ||
        event.metaKey ||
        event.shiftKey ||
        typesInto(event.target)
      )
        return;
      if (event.key === 'ArrowLeft') keys.left();
      if (event.key === 'ArrowRight') keys.right();
    };
    window.addEventListener('keydown', react);
    return () => window.removeEventListener('keydown', react);
  });
}
