const steps: [seconds: number, word: string][] = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
];

/** How long ago, or how far ahead, something is: `3 hours`. */
export function ageText(at: string, nowMs: number): string {
  const seconds = Math.max(1, Math.round(Math.abs(nowMs - Date.parse(at)) / 1000));
  const [size, word] = steps.find(([step]) => seconds >= step)!;
  const count = Math.floor(seconds / size);
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
