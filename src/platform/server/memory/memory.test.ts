import { expect, test, vi } from 'vitest';
import { openTestDatabase } from '#app/testing/portal.ts';
import { openLog } from '../log/log.ts';
import { openChangeMemory, openMemory } from './memory.ts';

function memoryAt(start = 0) {
  let now = start;
  const memory = openMemory(() => now);
  return { ...memory, wait: (ms: number) => (now += ms) };
}

test('nothing is remembered before notices are heard', async () => {
  const { remember } = memoryAt();
  const load = vi.fn(async () => 1);
  await remember('organization', 'a', 'plan', load);
  await remember('organization', 'a', 'plan', load);
  expect(load).toHaveBeenCalledTimes(2);
});

test('what was loaded is remembered for its row and purpose', async () => {
  const { remember, setLive } = memoryAt();
  setLive(true);
  const load = vi.fn(async () => ({ n: load.mock.calls.length }));
  expect(await remember('organization', 'a', 'plan', load)).toEqual({ n: 1 });
  expect(await remember('organization', 'a', 'plan', load)).toEqual({ n: 1 });
  expect(await remember('organization', 'a', 'other', load)).toEqual({ n: 2 });
  expect(await remember('organization', 'b', 'plan', load)).toEqual({ n: 3 });
  expect(await remember('app_session', 'a', 'plan', load)).toEqual({ n: 4 });
});

test('a notice forgets every purpose of its row, and only of its row', async () => {
  const { remember, setLive, forget } = memoryAt();
  setLive(true);
  const load = vi.fn(async () => load.mock.calls.length);
  await remember('organization', 'a', 'plan', load);
  await remember('organization', 'a', 'other', load);
  await remember('organization', 'b', 'plan', load);
  forget('organization', 'a');
  expect(await remember('organization', 'a', 'plan', load)).toBe(4);
  expect(await remember('organization', 'a', 'other', load)).toBe(5);
  expect(await remember('organization', 'b', 'plan', load)).toBe(3);
});

test('an answer that was being loaded while a notice came is not kept', async () => {
  const { remember, setLive, forget } = memoryAt();
  setLive(true);
  const loading = remember('organization', 'a', 'plan', async () => {
    forget('organization', 'a');
    return 'old';
  });
  expect(await loading).toBe('old');
  expect(await remember('organization', 'a', 'plan', async () => 'new')).toBe('new');
});

test('losing the notices forgets everything', async () => {
  const { remember, setLive } = memoryAt();
  setLive(true);
  await remember('organization', 'a', 'plan', async () => 'old');
  setLive(false);
  setLive(true);
  expect(await remember('organization', 'a', 'plan', async () => 'new')).toBe('new');
});

test('nothing is remembered for longer than a second', async () => {
  const { remember, setLive, wait } = memoryAt();
  setLive(true);
  await remember('organization', 'a', 'plan', async () => 'old');
  wait(1001);
  expect(await remember('organization', 'a', 'plan', async () => 'new')).toBe('new');
});

test('a failed load is not remembered', async () => {
  const { remember, setLive } = memoryAt();
  setLive(true);
  await expect(
    remember('organization', 'a', 'plan', () => Promise.reject(new Error('away'))),
  ).rejects.toThrow('away');
  expect(await remember('organization', 'a', 'plan', async () => 'new')).toBe('new');
});

test('the number of things remembered of one row is limited', async () => {
  const { remember, setLive } = memoryAt();
  setLive(true);
  const load = vi.fn(async () => 1);
  for (let i = 0; i < 1000; i++) await remember('organization', 'a', `plan at host ${i}`, load);
  expect(load).toHaveBeenCalledTimes(1000);
  await remember('organization', 'a', 'plan at host 999', load);
  await remember('organization', 'a', 'plan at host 0', load);
  expect(load).toHaveBeenCalledTimes(1001);
});

test('listening ends at once, also while it begins', async () => {
  const { connections } = await openTestDatabase();
  const log = openLog('test', 'silent');
  await openChangeMemory(connections.app, log).close();
  const heard = openChangeMemory(connections.app, log);
  await vi.waitFor(async () => {
    const load = vi.fn(async () => 1);
    await heard.remember('organization', 'a', 'x', load);
    await heard.remember('organization', 'a', 'x', load);
    expect(load.mock.calls.length).toBeLessThan(2);
  });
  await heard.close();
});
