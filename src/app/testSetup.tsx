import { afterEach } from 'vitest';

/** React keeps where each element was made, up to a limit, for its tools: a sixth of a screen's time, of which no test reads anything. */
async function keepNoOrigins() {
  const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: shared } = (await import('react')) as unknown as Record<
    string,
    object | undefined
  >;
  if (shared) Object.defineProperty(shared, 'recentlyCreatedOwnerStacks', { get: () => Number.POSITIVE_INFINITY, set() {} });
}

if (typeof window !== 'undefined') {
  await keepNoOrigins();
  const { cleanup, configure } = await import('@testing-library/react');
  // what a screen waits for comes from a real server, on a machine that may be busy
  configure({ asyncUtilTimeout: 20_000 });
  afterEach(() => cleanup());
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
  Element.prototype.scrollIntoView ??= () => {};
}
