import { createHash } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { openTestDatabase, testClock, type Clock } from '#app/testing/portal.ts';
import { openSecrets } from '#platform/server/secrets/secrets.ts';
import { readSettings, SettingsError } from '#platform/server/settings/settings.ts';
import { bitsFor, openProofOfWork } from './embedded/proofOfWork.ts';
import { CaptchaUnavailable, type Captcha, type CaptchaChallenge, type Visitor } from './port.ts';
import { openRecaptcha } from './recaptcha/recaptcha.ts';
import { localRecaptcha, recaptchaSecret } from './testing/recaptcha.ts';

const opening = openTestDatabase({ keep: true });
afterAll(async () => (await opening).close());

const secrets = openSecrets({ secretKey: 'a secret for tests that is long enough', dataDir: '' });
const ada: Visitor = { ip: '203.0.113.7', host: 'portal.test' };

const isRight = (text: string, bits: number) =>
  createHash('sha256').update(text).digest().readUInt32BE(0) >>> (32 - bits) === 0;
/** The plainest way to do the work, apart from the one that browsers have. */
function answersTo({ seed, pieces, bits }: CaptchaChallenge): number[] {
  return Array.from({ length: pieces }, (_none, piece) => {
    let n = 0;
    while (!isRight(`${seed}.${piece}.${n}`, bits)) n++;
    return n;
  });
}
const tokenOf = (work: CaptchaChallenge, answers = answersTo(work)) =>
  `${work.challenge}~${answers.join('.')}`;

type Opened = {
  captcha: Captcha;
  clock: Clock;
  solve: (visitor?: Visitor) => Promise<string>;
  lines: Record<string, unknown>[];
};

const logged = () => {
  const lines: Record<string, unknown>[] = [];
  return {
    lines,
    log: pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) }),
  };
};

async function openEmbedded(): Promise<Opened> {
  const { database } = await opening;
  await database.global.deleteFrom('rateWindow').execute();
  const clock = testClock();
  const captcha = openProofOfWork({ db: database.global, secrets, now: clock.now });
  return {
    captcha,
    clock,
    lines: [],
    solve: async (visitor = ada) => tokenOf(await captcha.challenge!('sign-up', visitor)),
  };
}

async function openGoogle(options: Partial<Parameters<typeof openRecaptcha>[0]> = {}) {
  const clock = testClock();
  const local = await localRecaptcha(clock.now);
  const { lines, log } = logged();
  const captcha = openRecaptcha({
    siteKey: 'site-key',
    secret: recaptchaSecret,
    endpoint: local.url,
    isOwnHost: (host) => host === 'portal.test',
    production: true,
    log,
    ...options,
  });
  return { captcha, clock, lines, local, solve: async (visitor: Visitor = ada) => local.give(visitor.host) };
}

const verdictOf = async (captcha: Captcha, token: string, visitor = ada) => {
  const verdict = await captcha.verify(token, 'sign-up', visitor);
  return verdict.success ? 'good' : verdict.errorCodes;
};

describe.each<[string, () => Promise<Opened>]>([
  ['proof of work', openEmbedded],
  ['reCAPTCHA', openGoogle],
])('%s', (_name, open) => {
  test('a solved token is good, and says where and when it was solved', async () => {
    const { captcha, clock, solve } = await open();
    const token = await solve();
    const at = clock.now();
    clock.advance(5);
    expect(await captcha.verify(token, 'sign-up', ada)).toEqual({
      success: true,
      hostname: 'portal.test',
      challengedAt: at,
    });
  });

  test('a token is good once, also for two who hand it in at the same moment', async () => {
    const { captcha, solve } = await open();
    const token = await solve();
    const outcomes = await Promise.all([
      verdictOf(captcha, token),
      verdictOf(captcha, token),
      verdictOf(captcha, token),
    ]);
    expect(outcomes.filter((outcome) => outcome === 'good')).toHaveLength(1);
    expect(await verdictOf(captcha, token)).toEqual(['timeout-or-duplicate']);
  });

  test('after two minutes a token is no good', async () => {
    const { captcha, clock, solve } = await open();
    const [early, late] = [await solve(), await solve()];
    clock.advance(119);
    expect(await verdictOf(captcha, early)).toBe('good');
    clock.advance(1);
    expect(await verdictOf(captcha, late)).toEqual(['timeout-or-duplicate']);
  });

  test('nothing and nonsense are told apart and refused', async () => {
    const { captcha } = await open();
    expect(await verdictOf(captcha, '')).toEqual(['missing-input-response']);
    for (const token of [
      'x',
      'a.b~1',
      `${'A'.repeat(300)}.${'B'.repeat(43)}~1.2.3`,
      '~',
      'é'.repeat(200),
      '0'.repeat(8000),
    ])
      expect(await verdictOf(captcha, token), token.slice(0, 20)).toEqual(['invalid-input-response']);
  });
});

describe('proof of work', () => {
  test('work that was not done, or for another task, is refused', async () => {
    const { captcha } = await openEmbedded();
    const [one, other] = [await captcha.challenge!('sign-up', ada), await captcha.challenge!('sign-up', ada)];
    const right = answersTo(one);
    const wrong = right.map((n, piece) =>
      isRight(`${one.seed}.${piece}.${n + 1}`, one.bits) ? n + 2 : n + 1,
    );
    for (const token of [
      tokenOf(one, [...right.slice(0, -1), wrong.at(-1)!]),
      tokenOf(one, right.slice(0, -1)),
      tokenOf(other, right),
    ])
      expect(await verdictOf(captcha, token)).toEqual(['invalid-input-response']);
    // a wrong answer uses nothing up
    expect(await verdictOf(captcha, tokenOf(one, right))).toBe('good');
  });

  test('a task that somebody made up or changed is refused', async () => {
    const { captcha } = await openEmbedded();
    const work = await captcha.challenge!('sign-up', ada);
    const [body, signature] = work.challenge.split('.') as [string, string];
    const task = JSON.parse(Buffer.from(body, 'base64url').toString()) as unknown[];
    const easier = Buffer.from(JSON.stringify([task[0], task[1], task[2], 1, ...task.slice(4)])).toString(
      'base64url',
    );
    const token = tokenOf({ ...work, challenge: `${easier}.${signature}`, bits: 1 });
    expect(await verdictOf(captcha, token)).toEqual(['invalid-input-response']);
  });

  test('what one network solved serves no other, and an IPv6 customer is one network', async () => {
    const { captcha } = await openEmbedded();
    const solve = async (ip: string) => tokenOf(await captcha.challenge!('sign-up', { ...ada, ip }));
    expect(await verdictOf(captcha, await solve('203.0.113.7'), { ...ada, ip: '203.0.113.8' })).toEqual([
      'invalid-input-response',
    ]);
    expect(await verdictOf(captcha, await solve('2001:db8::1'), { ...ada, ip: '2001:db8::ffff' })).toBe(
      'good',
    );
  });

  test('an office asks for easy work, a network that asks without end for hard work', async () => {
    expect([1, 20, 21, 40, 41, 80, 160, 1000, 1e9].map(bitsFor)).toEqual([
      13, 13, 14, 14, 15, 15, 16, 19, 20,
    ]);
    const { captcha } = await openEmbedded();
    const ask = async (ip: string) => (await captcha.challenge!('sign-up', { ...ada, ip })).bits;
    for (let i = 0; i < 20; i++) expect(await ask('198.51.100.1')).toBe(13);
    expect([await ask('198.51.100.1'), await ask('198.51.100.2')]).toEqual([14, 13]);
  });
});

describe('reCAPTCHA', () => {
  test('the provider is told secret, token and address', async () => {
    const { captcha, local, solve } = await openGoogle();
    const token = await solve();
    await captcha.verify(token, 'sign-up', ada);
    expect(Object.fromEntries(local.asked[0]!)).toEqual({
      secret: recaptchaSecret,
      response: token,
      remoteip: '203.0.113.7',
    });
  });

  test('a token that was solved on another website is refused', async () => {
    const { captcha, local } = await openGoogle();
    for (const host of ['evil.test', 'portal.test.evil.test', ''])
      expect(await verdictOf(captcha, local.give(host))).toEqual(['hostname-mismatch']);
  });

  test.each([
    [
      'a quota that is used up',
      { success: false, 'error-codes': ['Over Enterprise free quota - 1000'] },
      true,
    ],
    [
      'a quota that is used up, though it says success',
      {
        success: true,
        hostname: 'portal.test',
        challenge_ts: '2026-03-02T17:00:00Z',
        'error-codes': ['Over free quota.'],
      },
      true,
    ],
    ['a wrong secret', { success: false, 'error-codes': ['invalid-input-secret'] }, true],
    ['no reason at all', { success: false }, false],
    [
      'a word where yes or no belongs',
      { success: 'true', hostname: 'portal.test', challenge_ts: '2026-03-02T17:00:00Z' },
      false,
    ],
    ['no time', { success: true, hostname: 'portal.test' }, false],
  ])('%s lets nobody in', async (_what, body, alert) => {
    const { captcha, local, lines } = await openGoogle();
    local.answerWith(() => ({ body: JSON.stringify(body) }));
    expect(await verdictOf(captcha, 'token')).not.toBe('good');
    expect(lines.some((line) => line.level === 50 && line.alert === 'captcha')).toBe(alert);
  });

  test.each<[string, Parameters<Awaited<ReturnType<typeof localRecaptcha>>['answerWith']>[0]]>([
    ['a fault', () => ({ status: 500, body: '{"success":true}' })],
    ['a page instead of an answer', () => ({ body: '<html>' })],
    ['nothing of an object', () => ({ body: 'null' })],
    [
      'an answer without end',
      () => ({ body: JSON.stringify({ success: true, padding: 'x'.repeat(20_000) }) }),
    ],
    ['silence', () => 'silence'],
  ])('%s is nobody to ask, and an operator hears of it', async (_what, answer) => {
    const { captcha, local, lines } = await openGoogle({ timeoutMs: 200 });
    local.answerWith(answer);
    await expect(captcha.verify('token', 'sign-up', ada)).rejects.toBeInstanceOf(CaptchaUnavailable);
    expect(lines.some((line) => line.level === 50 && line.alert === 'captcha')).toBe(true);
  });

  test("Google's keys for tests are refused in production and work elsewhere", async () => {
    const keys = { siteKey: '6LeIxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI', secret: 'mine' };
    await expect(openGoogle(keys)).rejects.toBeInstanceOf(SettingsError);
    await expect(openGoogle({ secret: '6LeIxAcTAAAAAGG-vFI1TnRWxMZNFuojJ4WifJWe' })).rejects.toThrow(
      "Google's keys for tests",
    );
    await expect(openGoogle({ ...keys, production: false })).resolves.toBeDefined();
  });

  test('pages may load what the widget needs and nothing more of that host', async () => {
    const { log } = logged();
    const { recaptcha } = readSettings({
      RECAPTCHA_SITE_KEY: 'a',
      RECAPTCHA_SECRET: 'b',
      RECAPTCHA_ENDPOINT: 'https://www.recaptcha.net/',
    });
    const captcha = openRecaptcha({ ...recaptcha!, isOwnHost: () => true, production: true, log });
    expect(captcha.browserWidget()).toEqual({
      siteKey: 'a',
      scriptAddress: 'https://www.recaptcha.net/recaptcha/api.js',
    });
    expect(captcha.browserOrigins()).toEqual({
      script: ['https://www.recaptcha.net/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
      frame: [
        'https://www.recaptcha.net/recaptcha/',
        'https://www.google.com/recaptcha/',
        'https://recaptcha.google.com/recaptcha/',
      ],
    });
  });
});
