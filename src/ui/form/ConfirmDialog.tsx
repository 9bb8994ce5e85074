import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './ConfirmDialog.module.css';

export type ConfirmDialogProps = {
  opened: boolean;
  title: ReactNode;
  /** What will happen. */
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  /** The red variant, for what cannot be undone. */
  danger?: boolean;
  /** False while what is asked for is not known yet: it cannot be confirmed. */
  ready?: boolean;
  /** The confirmed work runs: buttons wait and the dialog stays. */
  busy?: boolean;
  /** What went wrong with the last attempt. */
  error?: ReactNode;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks once before something happens. */
export function ConfirmDialog({
  opened,
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  danger = false,
  ready = true,
  busy = false,
  error,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const close = () => {
    if (!busy) onCancel();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={title}
      size={480}
      closeOnClickOutside={!busy}
      closeOnEscape={!busy}
      // the cross answers no, whatever the button that answers yes is called
      closeButtonProps={{ 'aria-label': 'Dismiss' }}
    >
      <div className="text-reading text-plain wrap-anywhere text-pretty">{children}</div>
      {error && (
        <div className={`border-danger px-3 py-2.5 text-danger rounded bg-danger mt-4`} role="alert">
          {error}
        </div>
      )}
      <div className={`${classes.actions} flex flex-wrap justify-end gap-2 mt-6`}>
        <Button variant="default" onClick={close} disabled={busy} data-autofocus>
          {cancelLabel}
        </Button>
        <Button color={danger ? 'red' : undefined} onClick={onConfirm} loading={busy} disabled={!ready}>
          {confirmLabel}
        </Button>
      </div>
    </Modal>
  );
}
