import { describe, expect, test } from 'vitest';
import { newPerson, trainingWorld, usePlan } from '../testing/trainingWorld.ts';

type Row = { fate: string; message: string };
const csv = (...lines: string[]) => `First name,Last name,Email\n${lines.join('\n')}\n`;
const line = (name: string, email = `${name.toLowerCase()}@acme-widgets.com`) => `${name},Miller,${email}`;
const manyLines = (from: number, count: number) =>
  csv(...Array.from({ length: count }, (_, i) => line(`P${from + i}`)));

describe('seats', () => {
  test('go to whoever comes first in a list: of three good rows, a bad address and a duplicate two are added and three explained', async () => {
    const { ada, add, load } = await trainingWorld({ plan: 'essential' });
    await add(Array.from({ length: 13 }, (_, i) => `First${i}`));
    const list = csv(
      line('Ann'),
      line('Bo', 'bo at acme'),
      line('Cy'),
      line('Ann2', 'ANN@acme-widgets.com'),
      line('Di'),
    );
    const seen = (await ada.upload('/training/previewTrainees', 'people.csv', list)).body.data;
    expect((await load()).traineesData.seats.taken).toBe(13);
    const { data, message } = (await ada.upload('/training/saveTraineesBulk', 'people.csv', list)).body;
    expect(data).toEqual(seen);
    expect(data.rows.map(({ fate, message: text }: Row) => text || fate)).toEqual([
      'added',
      'Row 3: “bo at acme” is not an email address.',
      'added',
      'Row 5: ANN@acme-widgets.com is in the list more than once.',
      'Row 6: No seat is left for di@acme-widgets.com.',
    ]);
    expect(data.counts).toEqual({
      added: 2,
      restored: 0,
      duplicate: 1,
      'bad-address': 1,
      'name-missing': 0,
      'bad-month': 0,
      'no-seat': 1,
    });
    expect([message, data.seatsLeft]).toEqual(['2 people were added to training. 3 rows were left out.', 0]);
    expect((await load()).traineesData.seats).toEqual({ total: 15, taken: 15, left: 0 });
  });

  test('are never exceeded by two lists at once', async () => {
    const { ada, load } = await trainingWorld({ plan: 'essential' });
    const both = await Promise.all(
      [manyLines(0, 10), manyLines(5, 10)].map((list) =>
        ada.upload('/training/saveTraineesBulk', 'people.csv', list),
      ),
    );
    expect(both.map(({ body }) => body.data.counts.added).reduce((sum, one) => sum + one)).toBe(15);
    expect((await load()).traineesData.seats.left).toBe(0);
  });

  test('are never exceeded by somebody who comes back while others are added', async () => {
    const { ada, add, load } = await trainingWorld({ plan: 'essential' });
    const ids = await add(Array.from({ length: 15 }, (_, i) => `P${i}`));
    await ada.post('/training/editTrainee', {
      trainees: ids.slice(0, 3).map((id) => ({ id, archived: true })),
    });
    const back = ids
      .slice(0, 3)
      .map((id) => ada.post('/training/editTrainee', { trainees: [{ id, archived: false }] }));
    const fresh = ['Ann', 'Bo', 'Cy'].map((name) =>
      ada.post('/training/saveTrainees', { trainees: [newPerson(name)] }),
    );
    const answers = await Promise.all([...back, ...fresh]);
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect((await load()).traineesData.seats).toMatchObject({ taken: 15, left: 0 });
  });
});

describe('seats that change hands', () => {
  test('are freed by archiving; whoever comes back needs one, and has their history', async () => {
    const { ada, add, finish, load } = await trainingWorld({ plan: 'essential' });
    const [ann, ...rest] = await add(['Ann', ...Array.from({ length: 14 }, (_, i) => `P${i}`)]);
    await finish(ann!, '01-start-safe', 90);
    const edit = async (...trainees: object[]) =>
      (await ada.post('/training/editTrainee', { trainees })).body;
    expect((await edit({ id: ann, archived: true })).message).toBe('1 person was archived.');
    expect((await load()).traineesData).toMatchObject({ archived: 1, seats: { taken: 14 } });
    expect((await load({ standing: 'archived' })).trainees).toMatchObject([
      { id: ann, standing: 'archived', courses: 12, finished: 1 },
    ]);
    // a new person takes the seat
    await add(['Bo']);
    const refused = await edit({ id: ann, archived: false });
    expect(refused.data).toEqual({
      changed: 0,
      failed: [{ id: ann, message: 'Ann Miller: No seat is left to bring them back.' }],
    });
    expect(refused.message).toBe('1 person could not be changed.');
    // in one go, in this order
    expect((await edit({ id: rest[0], archived: true }, { id: ann, archived: false })).message).toBe(
      '1 person was archived. 1 person was brought back.',
    );
    const { trainees, courseMap } = await load({ search: 'ann@' });
    expect(trainees).toMatchObject([{ id: ann, archivedAt: null, finished: 1 }]);
    expect(courseMap[ann!][0]).toMatchObject({ course: '01-start-safe', status: 'finished', bestScore: 90 });
  });

  test('go back to somebody archived who stands in a list again, with time for what was due meanwhile', async () => {
    const { ada, add, finish, load, portal } = await trainingWorld({ plan: 'plus' });
    const [ann] = await add(['Ann']);
    await finish(ann!, '01-start-safe');
    await ada.post('/training/editTrainee', { trainees: [{ id: ann, archived: true }] });
    portal.clock.set('2026-06-10T17:00:00Z');
    const later = await portal.signIn('ada@acme-widgets.com');
    const { data, message } = (
      await later.upload(
        '/training/saveTraineesBulk',
        'people.csv',
        csv(line('Anna', 'ANN@acme-widgets.com')),
      )
    ).body;
    expect([data.rows[0].fate, message]).toEqual(['restored', '1 person was brought back.']);
    const { trainees, courseMap } = await load({}, later);
    expect(trainees).toMatchObject([{ id: ann, firstName: 'Ann', standing: 'open', finished: 1 }]);
    expect(
      courseMap[ann!]
        .slice(0, 5)
        .map(
          (one: { course: string; unlockOn: string; dueOn: string }) =>
            `${one.course.slice(0, 2)} ${one.unlockOn} ${one.dueOn}`,
        ),
    ).toEqual([
      '01 2026-03-02 2026-04-01',
      '02 2026-04-01 2026-07-10',
      '03 2026-05-01 2026-07-24',
      '04 2026-06-01 2026-08-07',
      '05 2026-07-01 2026-07-31',
    ]);
  });

  test('of a smaller plan throw nobody out, and let nobody in', async () => {
    const { portal, ada, add, load } = await trainingWorld({ plan: 'plus' });
    await add(Array.from({ length: 20 }, (_, i) => `P${i}`));
    await usePlan(portal, ada.orgId, 'essential');
    expect((await load()).traineesData.seats).toEqual({ total: 15, taken: 20, left: -5 });
    const answer = await ada.post('/training/saveTrainees', { trainees: [newPerson('Ann')] });
    expect(answer.body).toMatchObject({
      message: 'No one was added to training. 1 row was left out.',
      data: { rows: [{ message: 'Row 1: No seat is left for ann@acme-widgets.com.' }] },
    });
  });
});
