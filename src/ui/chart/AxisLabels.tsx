import classes from './AxisLabels.module.css';
import { useAxisLabels, type AxisPoint } from './useAxisLabels.ts';

type AxisLabelsProps = { points: readonly AxisPoint[]; className: string | undefined };

/** Days or months below a chart, as many as have room; the class positions the row. */
export function AxisLabels({ points, className }: AxisLabelsProps) {
  const { ref, labels } = useAxisLabels(points);
  return (
    <div className={`${classes.labels} ${className}`} ref={ref} aria-hidden>
      {labels.map(({ index, text, start }) => (
        <span key={index} style={{ insetInlineStart: start }}>
          {text}
        </span>
      ))}
    </div>
  );
}
