import { expect, test } from 'vitest';
import { answerCode, outcomeOf, refused, serveTestPool } from '../../testing/pool.ts';
import { begin, email, now, personWithApp, wrongCode, wrongFor } from '../testing/softwareToken.ts';

test('codes cannot be guessed: five wrong ones lock, and a right password buys no further guess', async () => {
  const pool = await serveTestPool();
  const { secret } = await personWithApp(pool);
  const locked = refused('NotAuthorizedException', 'Password attempts exceeded');
  for (let i = 0; i < 5; i++)
    expect(await outcomeOf(answerCode(pool, await begin(pool), email, wrongFor(pool, secret)))).toEqual(
      wrongCode,
    );
  expect(await outcomeOf(answerCode(pool, await begin(pool), email, now(pool, secret)))).toEqual(locked);
  pool.clock.advance(1);
  expect(await outcomeOf(answerCode(pool, await begin(pool), email, wrongFor(pool, secret)))).toEqual(
    wrongCode,
  );
  expect(await outcomeOf(answerCode(pool, await begin(pool), email, now(pool, secret)))).toEqual(locked);
  pool.clock.advance(2);
  expect(await answerCode(pool, await begin(pool), email, now(pool, secret))).toHaveProperty(
    'AuthenticationResult',
  );
});

test('guesses sent at once cannot outrun the lock', async () => {
  const pool = await serveTestPool();
  const { secret } = await personWithApp(pool);
  const open = await begin(pool);
  const guess = wrongFor(pool, secret);
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => outcomeOf(answerCode(pool, open, email, guess))),
  );
  expect(answers.filter((answer) => JSON.stringify(answer) === JSON.stringify(wrongCode))).toHaveLength(5);
});

test('however patient, whoever knows the password has thirty wrong codes a day, and right ones in between buy no further', async () => {
  const pool = await serveTestPool();
  const { secret } = await personWithApp(pool);
  const guess = async (code: string) => outcomeOf(answerCode(pool, await begin(pool), email, code));
  const answers: unknown[] = [];
  const halfAnHour = async () => {
    for (let i = 0; i < 4; i++) answers.push(await guess(wrongFor(pool, secret)));
    pool.clock.advance(1800);
  };
  for (let wait = 0; wait < 4; wait++) await halfAnHour();
  expect(await guess(now(pool, secret))).toHaveProperty('AuthenticationResult');
  for (let wait = 0; wait < 20; wait++) await halfAnHour();
  const looked = answers.filter((answer) => JSON.stringify(answer) === JSON.stringify(wrongCode));
  expect(looked).toHaveLength(30);
  expect(await guess(now(pool, secret))).toEqual(
    refused('NotAuthorizedException', 'Password attempts exceeded'),
  );
  pool.clock.advance(86_400);
  expect(
    await begin(pool).then((Session) => answerCode(pool, Session, email, now(pool, secret))),
  ).toHaveProperty('AuthenticationResult');
});
