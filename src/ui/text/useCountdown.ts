import { useEffect, useEffectEvent, useState } from 'react';

export type CountdownOptions = { now?: () => number; onEnd?: () => void };

/** Whole seconds left until a moment (epoch milliseconds), counted each second; 0 once past or where there is none. */
export function useCountdown(
  until: number | undefined,
  { now = Date.now, onEnd }: CountdownOptions = {},
): number {
  const [, tick] = useState(0);
  const left = until === undefined ? 0 : Math.max(0, Math.ceil((until - now()) / 1000));
  const read = useEffectEvent(() => (until === undefined ? 0 : until - now()));
  const end = useEffectEvent(() => onEnd?.());
  useEffect(() => {
    if (until === undefined || read() <= 0) return undefined;
    const timer = setInterval(() => {
      tick((count) => count + 1);
      if (read() > 0) return;
      clearInterval(timer);
      end();
    }, 1000);
    return () => clearInterval(timer);
  }, [until]);
  return left;
}
