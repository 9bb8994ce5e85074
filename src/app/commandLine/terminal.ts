import { writeFile } from 'node:fs/promises';
import { percentOf } from '#platform/percent.ts';

/** How the command-line programs draw and write. */

/** Colors text where a person reads the stream. */
export const painter =
  (stream: NodeJS.WriteStream) =>
  (code: number, text: string): string =>
    stream.isTTY && !process.env.NO_COLOR ? `\u001b[${code}m${text}\u001b[0m` : text;

export function clearProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
}

export function showProgress(percent: number, activity: string, more = ''): void {
  if (!process.stderr.isTTY) return;
  const bar = '█'.repeat(percent / 5).padEnd(20, '░');
  const share = String(percentOf(percent, 100)).padStart(3);
  process.stderr.write(`\r\u001b[K${bar} ${share} %  ${activity.slice(0, 60)}${more}`);
}

/** Aborts with this message when the person or the system stops the program. */
export function abortOnStop(message: string): AbortSignal {
  const cancel = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => cancel.abort(new Error(message)));
  return cancel.signal;
}

/** Writes a result to a file; `-` is standard output. */
export async function put(file: string, content: string | Buffer): Promise<void> {
  if (file !== '-') return writeFile(file, content);
  await new Promise<void>((resolve, reject) =>
    process.stdout.write(content, (error) => (error ? reject(error) : resolve())),
  );
}
