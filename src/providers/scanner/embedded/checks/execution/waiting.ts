import type { Tried } from '../../rule.ts';
import type { HttpAnswer } from '#probes/http/answer.ts';

/** Whether an answer waits as long as it is told to, which no slow page does by itself. */

type Delay = { answer: HttpAnswer; payload: string; evidence: string };

/** Seconds asked for, in this order. The first decides alone that there is nothing; the noughts stand between the others. */
const pauses = [2, 0, 4, 0, 1] as const;
const leastFit = 0.98;

/** Line through the points: milliseconds for each second asked for, and how well it fits (coefficient of determination). */
export function fit(points: readonly (readonly [seconds: number, ms: number])[]): {
  slope: number;
  quality: number;
} {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanX, meanY] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
  const covered = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  const [spreadX, spreadY] = [
    points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0),
    points.reduce((sum, [, y]) => sum + (y - meanY) ** 2, 0),
  ];
  return { slope: covered / spreadX, quality: spreadY === 0 ? 0 : covered ** 2 / (spreadX * spreadY) };
}

/** Sends a text that asks for a pause, of several lengths; null as soon as an answer comes sooner or later than it should. */
export async function holdsBack(tried: Tried, write: (seconds: number) => string): Promise<Delay | null> {
  const seen: [number, number][] = [];
  let longest: { answer: HttpAnswer; payload: string } | null = null;
  for (const seconds of pauses) {
    const payload = write(seconds);
    const answer = await tried.send(payload);
    if (!answer || answer.ms < seconds * 900) return null;
    // Without a pause the answer comes at once, however slow the others were.
    if (seconds === 0 && answer.ms > 0.4 * seen[0]![1]) return null;
    seen.push([seconds, answer.ms]);
    if (seconds === Math.max(...pauses)) longest = { answer, payload };
  }
  const { slope, quality } = fit(seen);
  // A program may use the text two or three times over.
  if (!longest || quality < leastFit || slope < 850 || slope > 3600) return null;
  const measured = seen.map(([seconds, ms]) => `${seconds} s: ${(ms / 1000).toFixed(1)} s`).join(', ');
  return { ...longest, evidence: `pauses asked for and times measured were ${measured}.` };
}
