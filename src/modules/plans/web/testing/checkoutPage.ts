import { vi } from 'vitest';
import { setBoot, type Boot } from '#platform/web/boot.ts';

export const scriptUrl = 'https://js.chargebee.test/v2/chargebee.js';
export const sandbox = { kind: 'sandbox', scriptUrl: null, site: '', publishableKey: '' } as const;
export const chargebee = {
  kind: 'chargebee',
  scriptUrl,
  site: 'acme-test',
  publishableKey: 'test_pub',
} as const;
export const page = {
  id: 'page_1',
  url: 'http://localhost:3000/billing-sandbox/checkout/page_1?x=1',
  raw: { object: 'hosted_page', id: 'page_1' },
};

/** Modules are loaded anew, as by a page that is opened: a script is loaded once in a page's life. */
export async function openPage(billing: Boot['config']['portalConfig']['billing']) {
  vi.resetModules();
  const boot = await import('#platform/web/boot.ts');
  const config = {
    brand: { brandNameShort: 'Acme', emailDomain: 'acme.example' },
    portalConfig: { billing },
  };
  for (const set of [boot.setBoot, setBoot]) set({ config } as unknown as Boot);
  return import('../checkout/checkout.ts');
}
/** A screen that waits for what comes of a window. */
export function listener() {
  const told: [string, ...unknown[]][] = [];
  const of =
    (what: string) =>
    (...more: unknown[]) =>
      void told.push([what, ...more]);
  return { told, onSuccess: of('success'), onClose: of('close'), onError: of('error'), onStep: of('step') };
}

/** The document as it was. */
export function leavePage() {
  vi.useRealTimers();
  vi.restoreAllMocks();
  Reflect.deleteProperty(globalThis, 'Chargebee');
  document.head.replaceChildren();
  document.body.replaceChildren();
}
