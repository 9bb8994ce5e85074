import { Button } from '@mantine/core';
import { shownTime } from '#platform/dates.ts';
import type { Policy } from '../../entities.ts';
import classes from './Editor.module.css';

type SaveBarProps = {
  base: Policy;
  dirty: boolean;
  /** Required values that are still empty. */
  missing: number;
  onMissing: () => void;
  busy: boolean;
  onSave: () => void;
  onApprove: (from: HTMLElement) => void;
};

const savedText = (base: Policy) => {
  // an approved version is not the draft that this bar is about
  if (base.status === 'Active')
    return `Version ${base.version + 1} is not saved yet. Version ${base.version} stays in force until you approve a new one.`;
  if (!base.saved || !base.savedAt) return 'Not saved yet';
  return `Saved ${shownTime(base.savedAt)}${base.savedBy ? ` by ${base.savedBy}` : ''}`;
};

/** How the draft stands, and its two main buttons; stays in sight. */
export function SaveBar({ base, dirty, missing, onMissing, busy, onSave, onApprove }: SaveBarProps) {
  return (
    <section
      className={`${classes.bar} sticky row flex-wrap justify-between gap-2 gap-x-4 border-b bg-canvas`}
      aria-label="Draft"
    >
      <div className="row flex-wrap min-w-0 gap-0.5 gap-x-3 text-small text-dimmed">
        <output
          className={dirty ? `${classes.unsaved} inline-row gap-1.5 font-medium text-plain` : undefined}
        >
          {dirty ? 'Unsaved changes' : savedText(base)}
        </output>
        {missing > 0 && (
          <button
            type="button"
            className={`${classes.missing} underline font-medium text-warning`}
            onClick={onMissing}
          >
            {missing === 1 ? '1 required value is empty' : `${missing} required values are empty`}
          </button>
        )}
      </div>
      <div className={`${classes.buttons} flex gap-2`}>
        <Button variant="default" onClick={onSave} loading={busy} aria-keyshortcuts="Control+S Meta+S">
          Save draft
        </Button>
        <Button onClick={(event) => onApprove(event.currentTarget)} disabled={busy}>
          Approve
        </Button>
      </div>
    </section>
  );
}
