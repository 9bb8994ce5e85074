import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { toastQueue } from './toast.ts';

const ToastStack = lazy(async () => ({ default: (await import('./ToastStack.tsx')).ToastStack }));

/** The corner where toasts show; empty, and without their code, until the first one. */
export function Toasts() {
  const waiting = useSyncExternalStore(toastQueue.subscribe, toastQueue.read, toastQueue.read);
  const [used, setUsed] = useState(false);
  if (!used && waiting.length > 0) setUsed(true);
  return used ? (
    <Suspense fallback={null}>
      <ToastStack />
    </Suspense>
  ) : null;
}
