import { expect, test } from 'vitest';
import { linksWorld, refusalOf } from '../testing/links.ts';

const dee = { firstName: 'Dee', lastName: 'Fox', email: 'dee.fox@acme-widgets.com' };
const hal = { firstName: 'Hal', lastName: 'Roe', email: 'hal.roe@acme-widgets.com' };

test('nobody is asked who is only trained; whoever signs no longer has no link, also where they stay in training', async () => {
  const { ada, approve, add, ask, read, signingToken, signers, memberId } = await linksWorld();
  await approve('backup');
  await add('Dee Fox', 'Gil Ode');
  expect((await ask('backup')).body.data).toEqual({ mailed: 2 });
  const token = await signingToken(dee.email);
  expect((await read(token, 'backup')).status).toBe(200);
  expect((await ada.post('/training/saveTrainees', { trainees: [dee, hal] })).body.data.counts.added).toBe(2);
  expect((await ask('backup')).body.data).toEqual({ mailed: 0 });
  expect((await signers()).people.map((one: { name: string }) => one.name)).toEqual(['Dee Fox', 'Gil Ode']);
  const id = await memberId('Dee');
  await ada.post('/policy/removeSigner', { memberId: id });
  expect(refusalOf(await read(token, 'backup'))).toEqual([404, 'link-invalid']);
  expect((await ada.get('/policy/signOff')).body.data).toMatchObject({ people: 1, done: 0 });
  expect((await ada.get(`/training/trainee/${id}`)).body.data.trainee.firstName).toBe('Dee');
  // the same person again
  await add('Dee Fox');
  expect(await memberId('Dee')).toBe(id);
});

test('an address that is corrected in training ends the signing link that went to the old one', async () => {
  const { ada, approve, add, ask, read, signingToken, memberId } = await linksWorld();
  await approve('backup');
  await add('Dee Fox');
  await ask('backup');
  const token = await signingToken(dee.email);
  expect((await read(token, 'backup')).status).toBe(200);
  await ada.post('/training/saveTrainees', { trainees: [dee] });
  const id = await memberId('Dee');
  expect(
    (await ada.post('/training/editTrainee', { trainees: [{ id, email: 'dee@acme-widgets.com' }] })).body.data
      .changed,
  ).toBe(1);
  expect(refusalOf(await read(token, 'backup'))[1]).toMatch(/^link-/);
});
