import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fairSemaphore } from './fairSemaphore.ts';

/** Work that lasts until it is ended. */
function openWork() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    started,
    end: (name: string) => ends.get(name)!(),
    work: (name: string) => () =>
      new Promise<string>((resolve) => {
        started.push(name);
        ends.set(name, () => resolve(name));
      }),
  };
}

test('a second request of one key waits while other keys get their slots', async () => {
  const semaphore = fairSemaphore({ slots: 2, slotsPerKey: 1, waitingPerKey: 5, retryAfterSeconds: 1 });
  const { started, end, work } = openWork();
  const all = ['a1', 'a2', 'a3', 'b1', 'c1'].map((name) => semaphore.run(name[0]!, work(name)));
  await expect.poll(() => started).toEqual(['a1', 'b1']);
  end('a1');
  await expect.poll(() => started).toEqual(['a1', 'b1', 'a2']);
  end('a2');
  await expect.poll(() => started).toEqual(['a1', 'b1', 'a2', 'c1']);
  end('b1');
  await expect.poll(() => started).toEqual(['a1', 'b1', 'a2', 'c1', 'a3']);
  end('c1');
  end('a3');
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1']);
});

test('a request beyond the queue of its key is refused, unless it is patient', async () => {
  const semaphore = fairSemaphore({ slots: 1, slotsPerKey: 1, waitingPerKey: 2, retryAfterSeconds: 7 });
  const { started, end, work } = openWork();
  const running = ['1', '2', '3'].map((name) => semaphore.run('a', work(name)));
  await expect(semaphore.run('a', work('4'))).rejects.toMatchObject({
    code: 'too-many-requests',
    detail: { retryAfterSeconds: 7 },
  });
  const patient = semaphore.run('a', work('5'), { patient: true });
  for (const name of ['1', '2', '3', '5']) {
    await expect.poll(() => started).toContain(name);
    end(name);
  }
  expect(await Promise.all([...running, patient])).toEqual(['1', '2', '3', '5']);
});

test('work that fails gives its slot back', async () => {
  const semaphore = fairSemaphore({ slots: 1, slotsPerKey: 1, waitingPerKey: 1, retryAfterSeconds: 1 });
  await expect(semaphore.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await semaphore.run('a', async () => 'next')).toBe('next');
});

test('limits hold for any mix of keys, and all work is done in the end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 40 }), async (keys) => {
      const semaphore = fairSemaphore({ slots: 3, slotsPerKey: 2, waitingPerKey: 100, retryAfterSeconds: 1 });
      const inside: string[] = [];
      const withinLimits = await Promise.all(
        keys.map((key) =>
          semaphore.run(key, async () => {
            inside.push(key);
            const within = inside.length <= 3 && inside.filter((one) => one === key).length <= 2;
            await Promise.resolve();
            inside.splice(inside.indexOf(key), 1);
            return within;
          }),
        ),
      );
      expect(withinLimits).toEqual(keys.map(() => true));
    }),
  );
});
