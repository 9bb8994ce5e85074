import { describe, expect, test } from 'vitest';
import { goodPassword, outcomeOf, refused, signIn } from './testing/pool.ts';
import { codeOf, email, implementations, tokensOf } from './testing/port.ts';

describe.each(Object.entries(implementations))('%s', (_name, open) => {
  test('changes a password with the present one and an access token, under the rules of any new one', async () => {
    const { identity, pool } = await open();
    await identity.createUser({ email, password: goodPassword });
    const { accessToken, idToken } = await tokensOf(pool);
    const change = (chosen: string, present = goodPassword, token = accessToken) =>
      codeOf(identity.changePassword(token, { present, chosen }));
    expect(await change('short1A')).toBe('weak-password');
    for (const chosen of ['Welcome1', 'ann@example.comA1'])
      expect(await change(chosen)).toBe('guessable-password');
    expect(await change('Another-horse-8', 'Wrong-horse-9')).toBe('wrong-password');
    expect(await change('Another-horse-8', goodPassword, idToken)).toBe('invalid-token');
    expect(await signIn(pool, email)).toHaveProperty('AuthenticationResult');
    expect(await change('Another-horse-8')).toBe('no error');
    expect(await outcomeOf(signIn(pool, email))).toEqual(
      refused('NotAuthorizedException', 'Incorrect username or password.'),
    );
    expect(await signIn(pool, email, 'Another-horse-8')).toHaveProperty('AuthenticationResult');
    await identity.endAllTokens((await identity.findUser(email))!.cognitoId);
    expect(await change('Third-horse-9', 'Another-horse-8')).toBe('invalid-token');
  });

  test('wrong present passwords are counted, so that a stolen token guesses nothing', async () => {
    const { identity, pool } = await open();
    await identity.createUser({ email, password: goodPassword });
    const { accessToken } = await tokensOf(pool);
    const guess = (present: string) =>
      codeOf(identity.changePassword(accessToken, { present, chosen: 'Another-horse-8' }));
    const answers = [];
    for (let i = 0; i < 7; i++) answers.push(await guess(`Wrong-${i}-password`));
    expect(answers).toContain('too-many-attempts');
    expect(await guess(goodPassword)).toBe('too-many-attempts');
  });
});
