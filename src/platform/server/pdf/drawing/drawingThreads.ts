import path from 'node:path';
import { Worker } from 'node:worker_threads';

/** The exported function of a module to call, and its input. */
export type DrawingTask = { module: string; name: string; input: unknown };
/** An output comes with the time that the processor worked on it: a thread of low priority mostly waits while others want it. */
export type Drawing = { output: unknown; cpuSeconds: number };
export type DrawingResult = Drawing | { error: string };

export type DrawingLimits = { milliseconds: number; heapMegabytes: number };
const defaultLimits: DrawingLimits = { milliseconds: 60_000, heapMegabytes: 512 };
/** An idle thread ends after this time. */
const idleMilliseconds = 30_000;

const idle: { thread: Worker; timer: NodeJS.Timeout }[] = [];

function startThread(heapMegabytes: number): Worker {
  const thread = new Worker(path.join(import.meta.dirname, 'drawingThread.ts'), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: { TZ: 'UTC', NODE_ENV: process.env.NODE_ENV },
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  });
  // an idle thread must not keep the program from exiting
  thread.unref();
  return thread;
}

function park(thread: Worker): void {
  const entry = {
    thread,
    timer: setTimeout(() => {
      idle.splice(idle.indexOf(entry), 1);
      void thread.terminate();
    }, idleMilliseconds).unref(),
  };
  idle.push(entry);
}

function takeThread({ heapMegabytes }: DrawingLimits): Worker {
  const entry = idle.pop();
  if (!entry) return startThread(heapMegabytes);
  clearTimeout(entry.timer);
  return entry.thread;
}

/** Posts a task and waits for its result; leaves no listener behind. */
function ask(thread: Worker, task: DrawingTask, milliseconds: number): Promise<DrawingResult> {
  return new Promise((resolve, reject) => {
    const onExit = () => onError(new Error('The drawing thread ended before its document was finished.'));
    const listeners = { message: onMessage, messageerror: onError, error: onError, exit: onExit } as const;
    const timer = setTimeout(() => onError(new Error('Drawing the document took too long.')), milliseconds);
    function settle(): void {
      clearTimeout(timer);
      for (const [event, listener] of Object.entries(listeners)) thread.off(event, listener);
    }
    function onMessage(result: DrawingResult): void {
      settle();
      resolve(result);
    }
    function onError(error: Error): void {
      settle();
      reject(error);
    }
    for (const [event, listener] of Object.entries(listeners)) thread.on(event, listener);
    thread.postMessage(task);
  });
}

/**
 * Runs a task in a thread of its own, reusing an idle one. Rejects with the task's error, or when it takes longer than a
 * minute or more than 512 MB; such a thread is terminated.
 */
export async function runInThread(task: DrawingTask, limits = defaultLimits): Promise<Drawing> {
  const thread = takeThread(limits);
  try {
    const result = await ask(thread, task, limits.milliseconds);
    if ('error' in result) throw new Error(result.error);
    park(thread);
    return result;
  } catch (error) {
    // a thread that is being terminated may still report an error, which would end the program
    thread.on('error', () => {});
    void thread.terminate();
    throw error;
  }
}
