import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { axisLabels, fittingLabels, labelStart } from '#platform/timeAxis.ts';

// of a digit or letter at 12 pixels, rather too wide than too narrow
const letterWidth = 6.8;
const apart = 10;
/** Where nothing can be measured. */
const usualWidth = 280;

/** How wide an element is, known before it is first painted, so that nothing moves afterwards. */
function useWidth(): { ref: RefObject<HTMLDivElement | null>; width: number } {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current!;
    const measure = () => setWidth(element.getBoundingClientRect().width);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}

/** A label below a chart, and its place from 0 to 1. */
export type AxisPoint = { label: string; x: number };
type AxisLabel = { index: number; text: string; start: number };

/** The labels that have room below a chart, with where each begins in pixels. */
export function useAxisLabels(points: readonly AxisPoint[]): {
  ref: RefObject<HTMLDivElement | null>;
  labels: AxisLabel[];
} {
  const { ref, width } = useWidth();
  const room = width || usualWidth;
  const words = axisLabels(points.map(({ label }) => label));
  const all = points.map(({ x }, index) => ({ middle: x * room, width: words[index]!.length * letterWidth }));
  const labels = [...fittingLabels(all, room, apart)].map((index) => ({
    index,
    text: words[index]!,
    start: labelStart(all[index]!, room),
  }));
  return { ref, labels };
}
