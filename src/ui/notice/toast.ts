import type { ReactNode } from 'react';

export type ToastTone = 'success' | 'warning' | 'danger';

export type ToastOptions = {
  /** Milliseconds until it closes by itself, or false to stay until dismissed. */
  duration?: number | false;
  /** Why, in quieter letters beneath. */
  reason?: string | undefined;
  /** What a screen reader hears where the content is more than its text. */
  announce?: string;
};

export type ToastMessage = {
  id: string;
  tone: ToastTone;
  content: ReactNode;
  reason: string | undefined;
  duration: number | false;
  announce: string | undefined;
};

/** platform.md 8: success closes after 5 s, danger stays until dismissed. */
const DURATION: Record<ToastTone, number | false> = { success: 5000, warning: 5000, danger: false };

type Listener = () => void;
const listeners = new Set<Listener>();
let waiting: ToastMessage[] = [];
let spoken = { id: '', text: '' };
let count = 0;

function show(tone: ToastTone, content: ReactNode, options: ToastOptions = {}): string {
  count += 1;
  const message = {
    id: `toast-${count}`,
    tone,
    content,
    reason: options.reason,
    duration: options.duration ?? DURATION[tone],
    announce: options.announce,
  };
  waiting = [...waiting, message];
  for (const listener of listeners) listener();
  return message.id;
}

/** Speaks once in a corner of the screen; the stack that draws it loads on the first toast. Each answers the toast's id. */
export const toast = {
  success: (content: ReactNode, options?: ToastOptions) => show('success', content, options),
  warning: (content: ReactNode, options?: ToastOptions) => show('warning', content, options),
  danger: (content: ReactNode, options?: ToastOptions) => show('danger', content, options),
  /** Takes back what no longer holds. */
  hide(id: string): void {
    waiting = waiting.filter((message) => message.id !== id);
    void import('@mantine/notifications').then(({ notifications }) => notifications.hide(id));
  },
};

const textOf = ({ announce, content, reason }: ToastMessage) =>
  announce ?? [typeof content === 'string' ? content : '', reason].filter(Boolean).join(' ');

/** Toasts not drawn yet, and what was said last, for the stack. */
export const toastQueue = {
  read: () => waiting,
  /** The last calm toast's words; danger speaks for itself. */
  readSpoken: () => spoken,
  /** Hands over what waits; each toast once. */
  take(): ToastMessage[] {
    const taken = waiting;
    if (taken.length === 0) return taken;
    waiting = [];
    const calm = taken.findLast(({ tone }) => tone !== 'danger');
    if (calm) spoken = { id: calm.id, text: textOf(calm) };
    for (const listener of listeners) listener();
    return taken;
  },
  subscribe(listener: Listener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
