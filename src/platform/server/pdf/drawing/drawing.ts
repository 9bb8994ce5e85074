import { createHash } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { serialize } from 'node:v8';
import type { BaseCtx } from '../../ctx.ts';
import { fairSemaphore } from '../../jobs/fairSemaphore.ts';
import { countUses } from '../../http/rateLimit.ts';
import { Refusal } from '../../refusal.ts';
import { boundedCache } from '../../memory/boundedCache.ts';
import { runInThread, type Drawing } from './drawingThreads.ts';

// one organization draws one document at a time, so a long one never keeps another organization waiting
const slots = fairSemaphore({ slots: 2, slotsPerKey: 1, waitingPerKey: 5, retryAfterSeconds: 10 });
/** Seconds of the processor that the drawings of one organization may use in a minute. */
const secondsPerMinute = 30;

const cache = boundedCache<Uint8Array>(64e6, ({ length }) => length);
const inProgress = new Map<string, Promise<unknown>>();

/** Copies, so that no caller can change what is cached. */
const copyOf = <Output>(made: unknown): Output =>
  (made instanceof Uint8Array ? Buffer.from(made) : made) as Output;

type Clock = Pick<BaseCtx, 'global' | 'now'>;

/** Charges an organization for the time that the processor worked on a document; for one that failed, all the time it took. */
async function charged(
  { global, now }: Clock,
  payer: string,
  draw: () => Promise<Drawing>,
): Promise<unknown> {
  const account = `drawing:${payer}`;
  const { used, endsAt } = await countUses(global, account, 60, now(), 0);
  if (used >= secondsPerMinute)
    throw new Refusal('too-many-requests', {
      retryAfterSeconds: Math.max(1, Math.ceil((endsAt.getTime() - now().getTime()) / 1000)),
    });
  const startedAt = performance.now();
  let seconds: number | undefined;
  try {
    const { output, cpuSeconds } = await draw();
    seconds = cpuSeconds;
    return output;
  } finally {
    await countUses(
      global,
      account,
      60,
      now(),
      Math.round(seconds ?? (performance.now() - startedAt) / 1000),
    );
  }
}

/**
 * Wraps a function that draws a document, so that it runs in a worker thread and never delays requests. Equal inputs of
 * one organization (brand and date included) are drawn once: later calls are answered from a cache.
 * @param file path of the module that exports `render`
 * @param render draws the document; input and output must be structured-cloneable
 * @returns a function that takes the organization to charge. It refuses with `too-many-requests` when that organization has
 * five documents waiting or used its 30 seconds of the processor within a minute.
 */
export const drawn =
  <Input, Output = Buffer>(file: string, render: (input: Input) => Promise<Output>) =>
  async (clock: Clock, payer: string, input: Input): Promise<Output> => {
    const key = createHash('sha256')
      .update(serialize([payer, file, render.name, input]))
      .digest('base64');
    const known = cache.get(key);
    if (known) return copyOf(known);
    let drawing = inProgress.get(key);
    if (!drawing) {
      drawing = slots
        .run(payer, () =>
          charged(clock, payer, () =>
            runInThread({ module: pathToFileURL(file).href, name: render.name, input }),
          ),
        )
        .finally(() => inProgress.delete(key));
      inProgress.set(key, drawing);
    }
    const made = await drawing;
    if (made instanceof Uint8Array) cache.set(key, made);
    return copyOf(made);
  };
