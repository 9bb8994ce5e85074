import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Notifications, notifications } from '@mantine/notifications';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconExclamationMark from '@tabler/icons-react/dist/esm/icons/IconExclamationMark.mjs';
import { useEffect, useSyncExternalStore } from 'react';
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

function draw({ id, tone, content, reason, duration }: ToastMessage) {
  const Icon = ICON[tone];
  notifications.show({
    id,
    message: (
      <>
        <span className="visually-hidden">{WORD[tone]}: </span>
        {reason ? (
          <>
            <div>{content}</div>
            <div className="text-small text-dimmed mt-0.5">{reason}</div>
          </>
        ) : (
          content
        )}
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
  const spoken = useSyncExternalStore(toastQueue.subscribe, toastQueue.readSpoken, toastQueue.readSpoken);
  useEffect(() => {
    if (waiting.length > 0) for (const message of toastQueue.take()) draw(message);
  }, [waiting]);
  return (
    <section aria-label="Notifications">
      <Notifications
        className={classes.stack}
        position="top-right"
        limit={5}
        containerWidth={400}
        transitionDuration={160}
        zIndex={500}
        withinPortal={false}
      />
      <output className="visually-hidden" aria-live="polite">
        <span key={spoken.id}>{spoken.text}</span>
      </output>
    </section>
  );
}
