import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { VisuallyHidden } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconExclamationMark from '@tabler/icons-react/dist/esm/icons/IconExclamationMark.mjs';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { toastQueue, type ToastMessage, type ToastTone } from './toast.ts';
import classes from './ToastStack.module.css';

const ICON: Record<ToastTone, typeof IconCheck> = {
  success: IconCheck,
  warning: IconAlertTriangle,
  danger: IconExclamationMark,
};
const WORD: Record<ToastTone, string> = {
  success: 'Done',
  warning: 'Please note',
  danger: 'Problem',
};

function draw({ id, tone, content, duration }: ToastMessage) {
  const Icon = ICON[tone];
  notifications.show({
    id,
    message: (
      <>
        <VisuallyHidden>{WORD[tone]}: </VisuallyHidden>
        {content}
      </>
    ),
    autoClose: duration,
    icon: <Icon size={16} stroke={2} aria-hidden />,
    // A live region has to exist before its text comes, so calm toasts speak through the one below.
    role: tone === 'danger' ? 'alert' : 'group',
    'aria-label': WORD[tone],
    'data-tone': tone,
    classNames: { root: classes.toast, icon: classes.icon, description: classes.text },
    closeButtonProps: { 'aria-label': 'Dismiss', size: 32 },
  } as Parameters<typeof notifications.show>[0]);
}

/** Draws waiting toasts with Mantine's notifications; loaded by Toasts. */
export function ToastStack() {
  const waiting = useSyncExternalStore(toastQueue.subscribe, toastQueue.read, toastQueue.read);
  const [spoken, setSpoken] = useState('');
  useEffect(() => {
    if (waiting.length === 0) return;
    const messages = toastQueue.take();
    for (const message of messages) draw(message);
    const calm = messages.findLast(({ tone }) => tone !== 'danger');
    if (calm) setSpoken(calm.announce ?? (typeof calm.content === 'string' ? calm.content : ''));
  }, [waiting]);
  return (
    <>
      <Notifications position="top-right" limit={4} containerWidth={400} transitionDuration={160} zIndex={500} />
      <VisuallyHidden role="status" aria-live="polite">
        {spoken}
      </VisuallyHidden>
    </>
  );
}
