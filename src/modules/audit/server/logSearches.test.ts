import { expect, test } from 'vitest';
import { testPortal } from '#app/testing/portal.ts';
import { logSearches } from './logSearches.ts';

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
  return { end, answer: logSearches.run(orgId, work, { patient }) };
}

test('endless searches take no connection from others: the sixth is refused, a download waits, and reading without a search works', async () => {
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
  expect(await Promise.all([...five, download].map((one) => one.answer))).toEqual([
    '1',
    '2',
    '3',
    '4',
    '5',
    'download',
  ]);
  expect((await ada.get('/audit/entries?text=ada')).status).toBe(200);
});
