import { NativeSelect } from '@mantine/core';
import { beyondPlan } from '../messages.ts';
import type { Target } from '../queries.ts';
import classes from './WebsiteScans.module.css';

type WebsitePickerProps = { targets: Target[]; shown: Target; onPick: (target: Target) => void };

/** Changes the website on the screen; with one website there is nothing to choose. */
export function WebsitePicker({ targets, shown, onPick }: WebsitePickerProps) {
  return (
    <NativeSelect
      className={`${classes.picker} mb-6`}
      label="Website"
      disabled={targets.length < 2}
      value={shown.targetId}
      onChange={(event) => {
        const picked = targets.find((target) => target.targetId === event.currentTarget.value);
        if (picked) onPick(picked);
      }}
      data={targets.map((target) => ({
        value: target.targetId,
        label: target.isInPlan
          ? target.targetName
          : `${target.targetName} (${beyondPlan.label.toLowerCase()})`,
      }))}
    />
  );
}
