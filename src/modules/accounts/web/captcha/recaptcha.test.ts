// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { recaptcha } from './recaptcha.ts';

const facts = { siteKey: 'site-key', scriptAddress: 'https://www.recaptcha.net/recaptcha/api.js' };

type Options = Parameters<NonNullable<Window['grecaptcha']>['render']>[1];

/** The provider's script as a page sees it; `answer` is what happens when the widget is asked. */
function stubScript(answer: (options: Options) => void) {
  const calls: string[] = [];
  let drawn: Options;
  const append = vi.spyOn(document.head, 'append').mockImplementation((script) => {
    calls.push((script as HTMLScriptElement).src);
    window.grecaptcha = {
      render: (_place, options) => {
        drawn = options;
        calls.push(`render ${options.sitekey} ${options.size}`);
        return 7;
      },
      execute: (id) => {
        calls.push(`execute ${id}`);
        answer(drawn);
      },
      reset: (id) => void calls.push(`reset ${id}`),
    };
    window.recaptchaIsThere!();
  });
  return { calls, append };
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('the script loads once, whoever answers gets the token, and after a reset the widget is asked anew', async () => {
  let count = 0;
  const { calls } = stubScript((options) => options.callback(`token ${++count}`));
  const solver = recaptcha(facts);
  solver.prepare();
  expect(await solver.token()).toBe('token 1');
  solver.reset();
  expect(await solver.token()).toBe('token 2');
  expect(calls).toEqual([
    'https://www.recaptcha.net/recaptcha/api.js?onload=recaptchaIsThere&render=explicit&hl=en',
    'render site-key invisible',
    'execute 7',
    'reset 7',
    'execute 7',
  ]);
});

test.each(['error-callback', 'expired-callback'] as const)(
  '%s is a captcha that cannot be had',
  async (name) => {
    stubScript((options) => options[name]());
    // the script of the first test is there already
    window.grecaptcha!.render = (_place, options) => {
      window.grecaptcha!.execute = () => options[name]();
      return 8;
    };
    await expect(recaptcha(facts).token()).rejects.toMatchObject({ code: 'captcha-unavailable' });
  },
);

test('a question that is closed without an answer smells like a robot', async () => {
  vi.useFakeTimers();
  const place = document.createElement('div');
  place.innerHTML = '<div><iframe src="about:blank#/recaptcha/api2/bframe"></iframe></div>';
  place.style.visibility = 'visible';
  document.body.append(place);
  window.grecaptcha!.render = () => 9;
  window.grecaptcha!.execute = () => {};
  const outcome = recaptcha(facts)
    .token()
    .catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(600);
  place.style.visibility = 'hidden';
  await vi.advanceTimersByTimeAsync(600);
  expect(await outcome).toMatchObject({ code: 'robot' });
});
