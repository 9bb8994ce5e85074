import { readBoot } from '#platform/web/boot.ts';
import type { HostedPage } from '../../contract.ts';

export type Checkout = {
  /** What the call `openCheckout` answered. */
  page: HostedPage;
  /** Paid: only a hint of the browser, so ask the server with the id (`finishCheckout`). Told once. */
  onSuccess: (hostedPageId: string) => void;
  /** Closed by the person without having paid. Told once, never beside `onSuccess`. */
  onClose: () => void;
  /** The page could not be shown or failed; the message is a sentence for the person. */
  onError: (message: string) => void;
  /** Which part of the page the person has come to, in the provider's word. */
  onStep?: (name: string) => void;
};

export type CustomerPortal = {
  /** What the call `billingPortal` answered. */
  session: { url: string; raw: Record<string, unknown> };
  /** Closed by the person, who may have changed card or subscription meanwhile. */
  onClose: () => void;
  onError: (message: string) => void;
};

/** What the portal says about who takes the orders. */
const billing = () => readBoot().config.portalConfig.billing;

/**
 * Shows a page of the billing provider in a window of ours. Nothing of it is loaded before.
 * @returns takes the window away without telling anybody, for a screen that is left
 */
export function openCheckout(checkout: Checkout): () => void {
  return later(
    async () =>
      billing().kind === 'chargebee'
        ? (await import('./chargebeeCheckout.ts')).openChargebeeCheckout(billing(), checkout)
        : (await import('./sandboxCheckout.ts')).openSandboxCheckout(checkout),
    checkout.onError,
  );
}

/** Shows the provider's pages where a customer sees invoices, changes the card and cancels alone. @returns as `openCheckout` */
export function openCustomerPortal(portal: CustomerPortal): () => void {
  return later(
    async () =>
      billing().kind === 'chargebee'
        ? (await import('./chargebeeCheckout.ts')).openChargebeePortal(billing(), portal)
        : (await import('./sandboxCheckout.ts')).openSandboxPortal(portal),
    portal.onError,
  );
}

/** What the screens call, so that somebody in such a window can be played. */
export const providerWindows = { openCheckout, openCustomerPortal };

/** Opens what has yet to be loaded, and takes it away even where that is asked for before it came. */
function later(open: () => Promise<() => void>, onError: (message: string) => void): () => void {
  let gone = false;
  let close: (() => void) | null = null;
  open().then(
    (closer) => {
      close = closer;
      if (gone) closer();
    },
    () => {
      if (!gone) onError('The checkout could not be loaded. Check your internet connection and try again.');
    },
  );
  return () => {
    gone = true;
    close?.();
  };
}
