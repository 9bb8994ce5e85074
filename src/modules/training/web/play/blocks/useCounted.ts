import { useEffect, useRef, useState } from 'react';

const isStill = () => window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? true;

/** A number that runs to its new value; at once where motion is not wanted. */
export function useCounted(value: number): number {
  const [shown, setShown] = useState(value);
  const from = useRef(value);
  useEffect(() => {
    const start = from.current;
    if (start === value) return;
    from.current = value;
    const began = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const part = Math.min(1, (now - began) / 600);
      setShown(Math.round(start + (value - start) * (1 - (1 - part) ** 3)));
      if (part < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [value]);
  return isStill() ? value : shown;
}
