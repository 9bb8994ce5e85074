import { parentPort } from 'node:worker_threads';
import type { DrawingResult, DrawingTask } from './drawingThreads.ts';

// Entry point of a drawing thread: calls one function at a time and posts its output.
parentPort!.on('message', ({ module, name, input }: DrawingTask) => {
  void (async (): Promise<DrawingResult> => {
    try {
      const { [name]: render } = (await import(module)) as Record<string, (input: unknown) => Promise<unknown>>;
      return { output: await render!(input) };
    } catch (error) {
      return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
  })().then((result) => parentPort!.postMessage(result));
});
