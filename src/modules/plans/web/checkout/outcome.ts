import type { Checkout } from './checkout.ts';

/** How long a close waits for the success that may come right behind it. */
const graceMs = 400;

/**
 * What a window reports, told as the screen wants it: providers may say success, close and error in any order and twice.
 * @param take takes the window away
 */
export function openOutcome({ page, onSuccess, onClose, onError, onStep }: Checkout, take: () => void) {
  let told: 'success' | 'close' | 'error' | null = null;
  let closing: ReturnType<typeof setTimeout> | undefined;
  const end = (as: NonNullable<typeof told>, tell: () => void) => {
    // what was paid is told even after a close; everything else is told once
    if (told && !(as === 'success' && told === 'close')) return;
    told = as;
    clearTimeout(closing);
    take();
    tell();
  };
  return {
    success: (hostedPageId: unknown) =>
      end('success', () =>
        onSuccess(typeof hostedPageId === 'string' && hostedPageId !== '' ? hostedPageId : page.id),
      ),
    close: () => {
      clearTimeout(closing);
      if (!told) closing = setTimeout(() => end('close', onClose), graceMs);
    },
    error: (message: string) => end('error', () => onError(message)),
    step: (name: unknown) => {
      if (!told && typeof name === 'string') onStep?.(name);
    },
    /** The screen was left: nobody is told any more. */
    silence: () => {
      told ??= 'error';
      clearTimeout(closing);
      take();
    },
  };
}
