import { expect, test } from 'vitest';
import { noticesWorld, samples } from '#app/testing/notices.ts';
import { sendHeldToAll } from './sendHeld.ts';

const minute = 60;
const weakness = (number: number) => ({
  ...samples['weakness-published'],
  facts: {
    ...samples['weakness-published'].facts,
    title: `Weakness ${number}`,
    path: `/concierge/weaknesses/${number}`,
  },
});

/** Seven weaknesses, as when a concierge publishes a list. */
async function floodWorld() {
  const world = await noticesWorld();
  const { tell, portal, ada } = world;
  for (let number = 1; number <= 7; number++)
    await tell(weakness(number), `weakness ${number}`, [ada.cognitoId]);
  await portal.runJobs();
  const after = async (minutes: number) => {
    await portal.runJobs();
    portal.clock.advance(minutes * minute);
    await sendHeldToAll(portal.base);
    return world.mails();
  };
  return { ...world, after };
}
const first = 'ada: New security weakness (Critical): Weakness 1';
const rest = 'ada: 6 more security weaknesses';

test('notices of one kind within an hour are two mails: the first at once, the others at its end', async () => {
  const { mails, after, newest } = await floodWorld();
  expect(await mails()).toEqual([first]);
  expect(await after(55)).toEqual([first]);
  expect(await after(6)).toEqual([rest, first]);
  const mail = await newest('ada');
  for (let number = 2; number <= 7; number++)
    expect(mail.text).toContain(`http://localhost:4000/concierge/weaknesses/${number}`);
  expect(mail.text).not.toContain('Weakness 1');
  expect(mail.text).toMatch(/View the weaknesses:?\s+http:\/\/localhost:4000\/concierge\/weaknesses\s/);
  expect(mail.headers).toMatch(/^List-Unsubscribe: <http/m);
  expect(await after(600)).toHaveLength(2);
});

test('the collected mail opens an hour of its own, and a quiet hour ends it', async () => {
  const { tell, after, mails, portal, ada } = await floodWorld();
  await after(61);
  await tell(weakness(8), 'weakness 8', [ada.cognitoId]);
  expect(await mails()).toHaveLength(2);
  expect(await after(61)).toContain('ada: New security weakness (Critical): Weakness 8');
  portal.clock.advance(61 * minute);
  await tell(weakness(9), 'weakness 9', [ada.cognitoId]);
  expect(await mails()).toHaveLength(4);
});

test('each notice is told once, by however many workers and however often it is told', async () => {
  const { tell, mails, portal, ada } = await floodWorld();
  for (let number = 1; number <= 7; number++)
    await tell(weakness(number), `weakness ${number}`, [ada.cognitoId]);
  await portal.runJobs();
  portal.clock.advance(61 * minute);
  await Promise.all([sendHeldToAll(portal.base), sendHeldToAll(portal.base), sendHeldToAll(portal.base)]);
  expect(await mails()).toEqual([rest, first]);
});

test('a worker that is lost before it commits loses nothing and tells nothing twice', async () => {
  const { mails, portal } = await floodWorld();
  portal.clock.advance(61 * minute);
  const { enqueue } = portal.base.jobs;
  portal.base.jobs.enqueue = () => Promise.reject(new Error('the machine went away'));
  await sendHeldToAll(portal.base);
  portal.base.jobs.enqueue = enqueue;
  expect(await mails()).toEqual([first]);
  // the transaction was undone whole, so the next run finds the window as it was
  await sendHeldToAll(portal.base);
  expect(await mails()).toEqual([rest, first]);
});

test('who switches the kind off meanwhile gets no mail of what was held, and who is removed neither', async () => {
  const { tell, choose, ada, bo, after, portal } = await floodWorld();
  for (let number = 1; number <= 3; number++)
    await tell(weakness(number), `for bo ${number}`, [bo.cognitoId]);
  await portal.runJobs();
  await choose(ada, { 'weakness-published': false });
  const { body } = await ada.post('/profile/removeUser', { cognitoId: bo.cognitoId });
  expect(body.success).toBe(true);
  const told = await after(61);
  expect(told.filter((mail) => mail.includes('weakness'))).toEqual([
    first,
    'bo: New security weakness (Critical): Weakness 1',
  ]);
});

test('kinds do not wait for each other, nor persons', async () => {
  const { tell, mails, bo } = await floodWorld();
  await tell(samples['new-high']);
  await tell(weakness(1), 'for bo', [bo.cognitoId]);
  expect(await mails()).toEqual([
    'ada: 4 new high issues on Shop',
    first,
    'bo: 4 new high issues on Shop',
    'bo: New security weakness (Critical): Weakness 1',
  ]);
});

test.each(Object.keys(samples) as (keyof typeof samples)[])(
  '%s is told in one mail for several, with a link to each',
  async (event) => {
    const { tell, choose, portal, ada, newest, mails } = await noticesWorld();
    await choose(ada, { 'scan-done': true });
    for (let number = 0; number < 4; number++)
      await tell(samples[event], `notice ${number}`, [ada.cognitoId]);
    await portal.runJobs();
    portal.clock.advance(61 * minute);
    await sendHeldToAll(portal.base);
    expect(await mails()).toHaveLength(2);
    const mail = await newest('ada');
    expect(mail.subject).toMatch(/\b3\b/);
    expect(
      mail.text.split(`http://localhost:4000${samples[event].facts.path}`).length,
    ).toBeGreaterThanOrEqual(4);
  },
);
