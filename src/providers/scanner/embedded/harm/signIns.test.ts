import { expect, it, onTestFinished } from 'vitest';
import type { Reply } from '../../sites/serve.ts';
import { serve } from '../../sites/serve.ts';
import { runScan } from '../engine.ts';

const form =
  '<form method="post" action="/login"><input name="email"><input name="pw" type="password"><button>Sign in</button></form>';
const wrong = { body: `Wrong email address or password. ${form}` };

/** How often a scan tries to sign in at a website that answers the nth wrong password like this. */
async function triesAt(answer: (nth: number) => Reply): Promise<number> {
  let tries = 0;
  const site = await serve(({ path, method }) => {
    if (path === '/') return { body: '<h1>Lamps</h1><a href="/login">Sign in</a>' };
    if (path !== '/login') return undefined;
    return method === 'POST' ? answer((tries += 1)) : { body: form };
  });
  onTestFinished(() => site.close());
  await runScan(
    { url: site.url, level: 'normal', allowPrivate: [site.host] },
    { signal: new AbortController().signal, perSecond: 1000, useBrowser: false },
  );
  return tries;
}

// requests that are on their way when the answer comes
const underway = 4;

it.each<[string, (nth: number) => Reply]>([
  [
    'locks the account',
    (nth) => (nth > 5 ? { body: `Your account has been locked. Call us. ${form}` } : wrong),
  ],
  [
    'asks to wait',
    (nth) => (nth > 5 ? { body: `Too many failed attempts. Try again in 15 minutes. ${form}` } : wrong),
  ],
  ['refuses by status', (nth) => (nth > 5 ? { status: 429, body: 'Slow down' } : wrong)],
  [
    'locks the account in German',
    (nth) => (nth > 5 ? { body: `Zu viele Versuche. Ihr Konto wurde gesperrt. ${form}` } : wrong),
  ],
])('a website that %s after five wrong passwords is left alone from then on', async (_what, answer) => {
  const tries = await triesAt(answer);
  expect(tries).toBeGreaterThan(5);
  expect(tries).toBeLessThanOrEqual(6 + underway);
});

it('a website that counts down from the first wrong password is left alone at once', async () => {
  expect(
    await triesAt((nth) => ({ body: `Wrong password. ${9 - nth} attempts left. ${form}` })),
  ).toBeLessThanOrEqual(1 + underway);
});

it('a website that locks nobody is tried', async () => {
  expect(await triesAt(() => ({ body: `Wrong. Is your account locked? Call us. ${form}` }))).toBeGreaterThan(
    12,
  );
});
