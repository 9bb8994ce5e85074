import os from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { DrawingResult, DrawingTask } from './drawingThreads.ts';

// Linux gives each thread a priority of its own: while others want the processor, a drawing waits rather than their calls.
if (process.platform === 'linux') os.setPriority(os.constants.priority.PRIORITY_LOW);

// Entry point of a drawing thread: calls one function at a time and posts its output.
parentPort!.on('message', ({ module, name, input }: DrawingTask) => {
  void (async (): Promise<DrawingResult> => {
    const before = process.threadCpuUsage();
    try {
      const { [name]: render } = (await import(module)) as Record<
        string,
        (input: unknown) => Promise<unknown>
      >;
      const output = await render!(input);
      const { user, system } = process.threadCpuUsage(before);
      return { output, cpuSeconds: (user + system) / 1e6 };
    } catch (error) {
      return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
  })().then((result) => parentPort!.postMessage(result));
});
