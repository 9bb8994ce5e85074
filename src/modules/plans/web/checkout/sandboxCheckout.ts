import type { Checkout, CustomerPortal } from './checkout.ts';
import { openOutcome } from './outcome.ts';
import classes from './sandboxCheckout.module.css';

/** What a page of the sandbox tells the window around it. */
type Report = {
  source: 'billing';
  type: 'loaded' | 'step' | 'success' | 'close' | 'error';
  hostedPageId?: unknown;
  step?: unknown;
};

const patienceMs = 20_000;
const notLoaded = 'The checkout could not be loaded. Check your internet connection and try again.';
const failed = 'The checkout stopped because of an error. Nothing was bought. Please try again.';

/** The sandbox is part of the portal, so its pages are found under whatever name the portal was reached by. */
const here = (url: string) => {
  const { pathname, search, hash } = new URL(url, location.href);
  return pathname + search + hash;
};

const element = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string | undefined,
  text = '',
): HTMLElementTagNameMap[K] => {
  const made = document.createElement(tag);
  made.className = className ?? '';
  made.textContent = text;
  return made;
};

function drawWindow(src: string) {
  const dialog = element('dialog', classes['window']);
  dialog.setAttribute('aria-label', 'Checkout');
  const head = element('div', classes['head'], 'Checkout');
  const cross = element('button', classes['close'], '×');
  cross.type = 'button';
  cross.setAttribute('aria-label', 'Close checkout');
  const body = element('div', classes['body']);
  const frame = element('iframe', classes['frame']);
  frame.title = 'Checkout';
  frame.src = src;
  const wait = element('p', classes['wait'], 'Loading the checkout...');
  wait.role = 'status';
  head.append(cross);
  body.append(frame, wait);
  dialog.append(head, body);
  return { dialog, cross, body, frame, wait };
}

/** Shows a page of the sandbox in a window of ours. @returns takes the window away without telling anybody */
export function openSandboxCheckout(checkout: Checkout): () => void {
  const { dialog, cross, body, frame, wait } = drawWindow(here(checkout.page.url));
  const listening = new AbortController();
  const outcome = openOutcome(checkout, () => {
    clearTimeout(timer);
    listening.abort();
    dialog.close();
    dialog.remove();
  });
  const timer = setTimeout(() => outcome.error(notLoaded), patienceMs);
  const onReport = ({ origin, source, data }: MessageEvent<Report | null>) => {
    if (origin !== location.origin || !source || source !== frame.contentWindow || data?.source !== 'billing')
      return;
    if (data.type === 'loaded') {
      clearTimeout(timer);
      body.dataset['loaded'] = '';
      wait.remove();
    } else if (data.type === 'step') outcome.step(data.step);
    else if (data.type === 'success') outcome.success(data.hostedPageId);
    else if (data.type === 'close') outcome.close();
    else if (data.type === 'error') outcome.error(failed);
  };
  const { signal } = listening;
  window.addEventListener('message', onReport, { signal });
  cross.addEventListener('click', outcome.close, { signal });
  dialog.addEventListener(
    'cancel',
    (event) => {
      event.preventDefault();
      outcome.close();
    },
    { signal },
  );
  document.body.append(dialog);
  dialog.showModal();
  return outcome.silence;
}

/** Goes to the sandbox's own pages for customers; they lead back by themselves. */
export function openSandboxPortal({ session }: CustomerPortal): () => void {
  location.assign(here(session.url));
  return () => {};
}
