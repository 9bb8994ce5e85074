import { Button } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import classes from './Answers.module.css';
import { messageOf } from '../messages.ts';
import type { useUnsaved } from '../saving.ts';

type SavedLineProps = {
  unsaved: ReturnType<typeof useUnsaved>[string] | undefined;
  saved: boolean;
  /** Chosen, but saved only together with its reason. */
  waitsForNote: boolean;
  onRetry: () => void;
  onTakeBack: (() => void) | null;
};

/** Whether the portal has the answer, as it really is. */
export function SavedLine({ unsaved, saved, waitsForNote, onRetry, onTakeBack }: SavedLineProps) {
  const failed = unsaved?.failed;
  return (
    <div
      className={`${classes.saved} min-h-10 row flex-wrap justify-between gap-2 gap-x-3 text-small text-dimmed mt-3`}
      data-failed={failed ? true : undefined}
    >
      <output className={`${classes.state} inline-row gap-1.5`} aria-live="polite">
        {failed ? (
          <>
            <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
            <span>Not saved yet. {messageOf(failed.error)}</span>
          </>
        ) : unsaved ? (
          <span>Saving…</span>
        ) : waitsForNote ? (
          <span>Saved as soon as you say why.</span>
        ) : (
          saved && (
            <>
              <IconCheck size={16} stroke={2} aria-hidden />
              <span>Saved</span>
            </>
          )
        )}
      </output>
      {failed && (
        <Button variant="default" size="xs" onClick={onRetry}>
          Try again
        </Button>
      )}
      {onTakeBack && !waitsForNote && (
        <Button variant="subtle" color="gray" size="xs" onClick={onTakeBack}>
          Remove answer
        </Button>
      )}
    </div>
  );
}
