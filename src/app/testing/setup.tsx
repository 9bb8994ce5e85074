import { configureGlobal } from 'fast-check';
import { afterAll, afterEach, vi } from 'vitest';

const { PROPERTY_SEED: seed } = process.env;
if (seed) configureGlobal({ seed: Number(seed) });

if (typeof window !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react');
  // what a screen waits for comes from a real server, on a machine that may be busy
  configure({ asyncUtilTimeout: 20_000 });
  const { notifications } = await import('@mantine/notifications');
  const { endSubscribePrompt } = await import('#modules/plans/web/prompts/subscription.ts');
  const { repeats } = await import('#platform/web/call.ts');
  repeats.waitsMs = [];
  const { endQuestion } = await import('#modules/plans/web/public.ts');
  const { endConciergePrompt } = await import('#modules/plans/web/public.ts');
  const { forgetPendingSignIn } = await import('#modules/accounts/web/signIn/pendingSignIn.ts');
  const { listenForRedirects, takeRedirect } = await import('#modules/accounts/web/session/redirect.ts');
  // files of one worker share what modules keep: nothing of a page reaches the next test
  afterEach(() => {
    cleanup();
    notifications.clean();
    notifications.cleanQueue();
    endSubscribePrompt();
    endConciergePrompt();
    endQuestion();
    forgetPendingSignIn();
    listenForRedirects();
    takeRedirect();
    sessionStorage.clear();
    document.cookie = 'redirect=; max-age=0; path=/';
  });
  afterAll(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    localStorage.clear();
  });
  window.matchMedia ??= ((query: string) => ({
    matches: false,
    media: query,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
    dispatchEvent: () => false,
    onchange: null,
  })) as unknown as typeof window.matchMedia;
  window.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  } as unknown as typeof ResizeObserver;
  // fields that grow with their text listen to it
  if (!('fonts' in document)) Object.assign(document, { fonts: new EventTarget() });
  Element.prototype.scrollIntoView ??= () => {};
}
