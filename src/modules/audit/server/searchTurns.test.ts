import { expect, test } from 'vitest';
import { testPortal } from '#app/testing.ts';
import { inTurn } from './searchTurns.ts';

/** A search that lasts until it is let go. */
function search(orgId: string, begun: string[], name: string, patient = false) {
  let end = () => {};
  const gate = new Promise<void>((resolve) => {
    end = resolve;
  });
  const work = async () => {
    begun.push(name);
    await gate;
    return name;
  };
  return { end, answer: inTurn(orgId, work, patient).catch((error: { code: string }) => error.code) };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('two searches run at a time, of one organisation one, each in its turn', async () => {
  const begun: string[] = [];
  const [a1, a2, b1, c1] = [search('a', begun, 'a1'), search('a', begun, 'a2'), search('b', begun, 'b1'), search('c', begun, 'c1')];
  await settle();
  expect(begun).toEqual(['a1', 'b1']);
  b1.end();
  await settle();
  expect(begun).toEqual(['a1', 'b1', 'c1']);
  a1.end();
  await settle();
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2']);
  a2.end();
  c1.end();
  expect(await Promise.all([a1, a2, b1, c1].map((one) => one.answer))).toEqual(['a1', 'a2', 'b1', 'c1']);
});

test('a search that fails gives its turn to the next', async () => {
  await expect(inTurn('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await inTurn('a', async () => 'next')).toBe('next');
});

test('searches without end take no connection from others: the sixth is refused, a download waits, and reading without a search goes on', async () => {
  const portal = await testPortal();
  const ada = await portal.member();
  const begun: string[] = [];
  const five = ['1', '2', '3', '4', '5'].map((name) => search(ada.orgId, begun, name));
  const sixth = await ada.get('/audit/entries?text=ada');
  expect([sixth.status, sixth.body.error?.code]).toEqual([429, 'too-many-requests']);
  const download = search(ada.orgId, begun, 'download', true);
  expect((await ada.get('/audit/entries')).status).toBe(200);
  const bob = await portal.member();
  expect((await bob.get('/audit/entries?text=acme')).status).toBe(200);
  expect(begun).toEqual(['1']);
  for (const one of [...five, download]) one.end();
  expect(await Promise.all([...five, download].map((one) => one.answer))).toEqual(['1', '2', '3', '4', '5', 'download']);
  expect((await ada.get('/audit/entries?text=ada')).status).toBe(200);
});
