import { CallError } from '#platform/web/call.ts';
import type { Solver } from './captcha.ts';

type Widget = {
  render: (
    place: HTMLElement,
    options: {
      sitekey: string;
      size: 'invisible';
      badge: 'bottomright';
      callback: (token: string) => void;
      'expired-callback': () => void;
      'error-callback': () => void;
    },
  ) => number;
  execute: (id: number) => void;
  reset: (id: number) => void;
};
declare global {
  interface Window {
    grecaptcha?: Widget;
    recaptchaIsThere?: () => void;
  }
}

let loading: Promise<Widget> | undefined;

/** Loads the provider's script, once; one that failed is tried again at the next use. */
function load(address: string): Promise<Widget> {
  loading ??= new Promise<Widget>((resolve, reject) => {
    window.recaptchaIsThere = () => resolve(window.grecaptcha!);
    const script = document.createElement('script');
    script.src = `${address}?onload=recaptchaIsThere&render=explicit&hl=en`;
    script.async = true;
    script.addEventListener('error', () => {
      script.remove();
      reject(new CallError('offline', 0));
    });
    document.head.append(script);
  }).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** The provider tells nobody that its question was closed without an answer. */
function whenQuestionIsClosed(react: () => void): () => void {
  let seen = false;
  const timer = setInterval(() => {
    const question = document.querySelector('iframe[src*="/recaptcha/"][src*="bframe"]')?.parentElement
      ?.parentElement;
    const shown = question ? getComputedStyle(question).visibility === 'visible' : false;
    if (seen && !shown) react();
    seen = shown;
  }, 300);
  return () => clearInterval(timer);
}

type Waiting = { resolve: (token: string) => void; reject: (error: Error) => void };

/** Invisible reCAPTCHA: Google decides whether it asks anything of the person. */
export function recaptcha({ siteKey, scriptAddress }: { siteKey: string; scriptAddress: string }): Solver {
  let waiting: Waiting | null = null;
  let drawn: Promise<{ widget: Widget; id: number }> | undefined;
  const fail = () => {
    waiting?.reject(new CallError('captcha-unavailable', 503));
    waiting = null;
  };
  const draw = () => {
    drawn ??= load(scriptAddress)
      .then((widget) => {
        const place = document.createElement('div');
        document.body.append(place);
        const id = widget.render(place, {
          sitekey: siteKey,
          size: 'invisible',
          badge: 'bottomright',
          callback: (token) => {
            waiting?.resolve(token);
            waiting = null;
          },
          'expired-callback': fail,
          'error-callback': fail,
        });
        return { widget, id };
      })
      .catch((error: unknown) => {
        drawn = undefined;
        throw error;
      });
    return drawn;
  };
  return {
    prepare: () => void draw().catch(() => {}),
    token: async () => {
      const { widget, id } = await draw();
      let stopWatching = () => {};
      return new Promise<string>((resolve, reject) => {
        waiting = { resolve, reject };
        stopWatching = whenQuestionIsClosed(() => reject(new CallError('robot', 403)));
        widget.execute(id);
      }).finally(() => stopWatching());
    },
    reset: () => void drawn?.then(({ widget, id }) => widget.reset(id)).catch(() => {}),
  };
}
