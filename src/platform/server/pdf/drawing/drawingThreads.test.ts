import { expect, test } from 'vitest';
import { runInThread } from './drawingThreads.ts';

const module = `data:text/javascript,${encodeURIComponent(`
  export const thread = async () => (await import('node:worker_threads')).threadId;
  export const environment = async () => Object.keys(process.env).sort();
  export const hang = async () => { for (;;); };
  export const fill = async () => { const kept = []; for (;;) kept.push(new Array(1e5).fill(kept.length)); };
  export const work = async () => { for (const end = performance.now() + 400; performance.now() < end; ); };
  export const wait = async () => { await new Promise((resolve) => setTimeout(resolve, 400)); };
  export const fail = async () => { throw new Error('no such font'); };
`)}`;
const run = (name: string, limits?: Parameters<typeof runInThread>[1]) =>
  runInThread({ module, name, input: null }, limits);
const call = async (...given: Parameters<typeof run>) => (await run(...given)).output;

test('a task runs outside the main thread, and the next one reuses its thread', async () => {
  const first = await call('thread');
  expect(first).toBeGreaterThan(0);
  expect(await call('thread')).toBe(first);
});

test('a drawing thread holds no secret of the program', async () => {
  expect(await call('environment')).toEqual(
    expect.not.arrayContaining(['PATH', 'DATABASE_URL', 'SECRET_KEY']),
  );
});

test('a task tells how long the processor worked on it, and not how long it waited', async () => {
  const { cpuSeconds: worked } = await run('work');
  const { cpuSeconds: waited } = await run('wait');
  expect(waited).toBeLessThan(0.2);
  expect(worked).toBeGreaterThan(waited);
  expect(worked).toBeLessThan(1);
});

test('a task that fails rejects with its error', async () => {
  await expect(call('fail')).rejects.toThrow('no such font');
});

test('tasks that never end or use up their memory are stopped, and the next one has a thread that works', async () => {
  // takes the idle thread of the tests above along, so that the next one is new and has the small heap
  await expect(call('hang', { milliseconds: 300, heapMegabytes: 64 })).rejects.toThrow('took too long');
  await expect(call('fill', { milliseconds: 20_000, heapMegabytes: 16 })).rejects.toThrow(/memory/i);
  expect(await call('thread')).toBeGreaterThan(0);
});
