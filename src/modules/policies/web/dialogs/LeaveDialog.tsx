import { Button, Modal } from '@mantine/core';
import type { Blocker } from 'react-router';
import classes from './Dialogs.module.css';

type LeaveDialogProps = {
  blocker: Blocker;
  busy: boolean;
  /** Saves, and then goes on. */ onSave: () => void;
};

/** Asks before unsaved work is left behind. */
export function LeaveDialog({ blocker, busy, onSave }: LeaveDialogProps) {
  if (blocker.state !== 'blocked') return null;
  return (
    <Modal
      opened
      onClose={() => blocker.reset()}
      title="Leave without saving?"
      size={480}
      closeButtonProps={{ 'aria-label': 'Dismiss' }}
    >
      <div className="stack gap-5">
        <p>
          Your changes are not saved yet, and no one else can see them. This browser tab keeps them until you
          close it, and offers them when you open this policy again.
        </p>
        <div className={classes.actions}>
          <Button variant="default" onClick={() => blocker.reset()} data-autofocus disabled={busy}>
            Stay
          </Button>
          <Button variant="default" onClick={() => blocker.proceed()} disabled={busy}>
            Leave
          </Button>
          <Button onClick={onSave} loading={busy}>
            Save draft and leave
          </Button>
        </div>
      </div>
    </Modal>
  );
}
