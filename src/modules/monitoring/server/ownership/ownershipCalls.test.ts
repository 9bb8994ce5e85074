import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openUnproved } from '../testing/ownership.ts';
import { openServer } from '../testing/world.ts';

test('over HTTP ids of another organisation and of nobody are refused alike', async () => {
  const { world, targetId } = await openUnproved();
  const server = await openServer(world);
  const other = await world.organization('premium');
  for (const name of ['loadWebsiteProof', 'checkWebsiteProof'])
    for (const id of [targetId, randomUUID()]) {
      const answer = await server.post(other.cookie, name, { targetId: id });
      expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'no-such-website']);
    }
});
