import { expect, test } from 'vitest';
import { jobHandlers } from '../program/jobs.ts';
import { testPortal } from './portal.ts';

test('work of a transaction that rolls back is not queued', async () => {
  const portal = await testPortal();
  const { spec } = jobHandlers.find((one) => one.spec.name === 'reconcile-billing')!;
  const enqueue = (fails: boolean) =>
    portal.database.global.transaction().execute(async (db) => {
      await portal.base.jobs.enqueue(db, spec, {});
      if (fails) throw new Error('no');
    });
  await expect(enqueue(true)).rejects.toThrow('no');
  expect(await portal.queued()).toEqual([]);
  await enqueue(false);
  expect((await portal.queued()).map((one) => one.spec.name)).toEqual(['reconcile-billing']);
});
