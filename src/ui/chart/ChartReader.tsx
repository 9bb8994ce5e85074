import { useRef, useState, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react';
import classes from './ChartReader.module.css';

/** One thing that a chart shows: where it is, from 0 to 1 and from the top down, and what it says. */
export type ChartStop = {
  x: number;
  y: number;
  title: string;
  value: string;
  /** Why, or of what. */
  lines: readonly string[];
  /** Of what is read as a whole column: how wide it is, from 0 to 1. Anything else is a point, which gets a ring. */
  column?: number;
};

type ChartReaderProps = {
  /** What is read: Rating over time. */
  label: string;
  /** From left to right. */
  stops: readonly ChartStop[];
};

const mostLines = 4;

const linesOf = ({ lines }: ChartStop): string[] =>
  lines.length <= mostLines
    ? [...lines]
    : [...lines.slice(0, mostLines - 1), `and ${lines.length - mostLines + 1} more`];
const spoken = (stop: ChartStop): string => [`${stop.title}: ${stop.value}`, ...linesOf(stop)].join('. ');

/** Words about a column are beside it, where there is more room, so that it can be seen; those about a point are above or below it. */
const besideOf = ({ x, column }: ChartStop) =>
  column === undefined ? undefined : x < 0.5 ? 'after' : 'before';
const placeOf = ({ x, y, column = 0 }: ChartStop) =>
  ({ '--x': x, '--y': y, '--column': column }) as CSSProperties;

function Mark(stop: ChartStop) {
  if (stop.column !== undefined)
    return <div className={`${classes.column} absolute rounded-sm`} style={placeOf(stop)} />;
  return (
    <>
      <div className={`${classes.guide} absolute`} style={placeOf(stop)} />
      <div className={`${classes.ring} absolute rounded-circle`} style={placeOf(stop)} />
    </>
  );
}

/** Lies over a chart and reads its values out: to a pointer, a finger, the arrow keys, and a screen reader. One tab stop. */
export function ChartReader({ label, stops }: ChartReaderProps) {
  const [at, setAt] = useState<number | null>(null);
  const field = useRef<HTMLDivElement>(null);
  const last = stops.length - 1;
  // the chart may have fewer values than when one was chosen
  const current = at === null ? null : Math.min(at, last);
  const stop = current === null ? null : stops[current];

  const point = (event: PointerEvent) => {
    const { left, width } = field.current!.getBoundingClientRect();
    const x = width > 0 ? (event.clientX - left) / width : 0;
    setAt(
      stops.reduce(
        (best, one, index) => (Math.abs(one.x - x) < Math.abs(stops[best]!.x - x) ? index : best),
        0,
      ),
    );
  };
  const leave = ({ pointerType }: PointerEvent) => {
    // a finger that lets go still reads
    if (pointerType === 'mouse' && !field.current!.contains(document.activeElement)) setAt(null);
  };
  const moved = (key: string): number | null => {
    const from = current ?? last;
    const told = stops.flatMap(({ lines }, index) => (lines.length > 0 ? [index] : []));
    if (key === 'ArrowRight' || key === 'ArrowUp') return current === null ? last : Math.min(last, from + 1);
    if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(0, from - 1);
    if (key === 'PageUp') return told.find((index) => index > from) ?? last;
    if (key === 'PageDown') return told.findLast((index) => index < from) ?? 0;
    return key === 'Home' ? 0 : key === 'End' ? last : null;
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && current !== null) {
      event.stopPropagation();
      setAt(null);
      return;
    }
    const next = moved(event.key);
    if (next === null) return;
    event.preventDefault();
    setAt(next);
  };

  return (
    <div
      ref={field}
      className={`${classes.reader} absolute rounded-sm`}
      onPointerDown={point}
      onPointerMove={point}
      onPointerLeave={leave}
    >
      {/* its steps are values, not time: pointers go past it to the field */}
      <input
        className={`${classes.keys} absolute h-full w-full`}
        type="range"
        aria-label={label}
        min={1}
        max={stops.length}
        value={(current ?? last) + 1}
        aria-valuetext={spoken(stops[current ?? last]!)}
        onChange={({ currentTarget }) => setAt(Number(currentTarget.value) - 1)}
        onKeyDown={press}
        onFocus={() => setAt((before) => before ?? last)}
        onBlur={() => setAt(null)}
      />
      {stop && (
        <div aria-hidden>
          <Mark {...stop} />
          <div
            className={`${classes.tip} absolute text-small text-plain border rounded px-3 py-2`}
            data-low={stop.y < 0.5 || undefined}
            data-beside={besideOf(stop)}
            style={placeOf(stop)}
          >
            <p className="text-dimmed">{stop.title}</p>
            <p className={`${classes.value} font-semibold tabular-nums`}>{stop.value}</p>
            {stop.lines.length > 0 && (
              <ul>
                {linesOf(stop).map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            )}
          </div>
        </div>
      )}
    </div>
  );
}
