import { useCountdown, type CountdownOptions } from './useCountdown.ts';

export type CountdownProps = CountdownOptions & {
  /** Epoch milliseconds. */
  until: number;
  /** `42 seconds`, or `4 minutes 2 seconds`. */
  format?: 'seconds' | 'minutes';
};

const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;

/** Time left, in words that keep their width. */
export function Countdown({ until, format = 'seconds', ...options }: CountdownProps) {
  const left = useCountdown(until, options);
  const minutes = Math.floor(left / 60);
  const seconds = left % 60;
  return (
    <span className="tabular-nums" role="timer" aria-live="off">
      {format === 'seconds'
        ? plural(left, 'second')
        : `${plural(minutes, 'minute')} ${plural(seconds, 'second')}`}
    </span>
  );
}
