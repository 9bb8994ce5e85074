import { ActionIcon, Button, TextInput } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { safeLink } from '#platform/richText.ts';
import type { MessageFields } from '../../conciergeSchemas.ts';
import classes from './Concierge.module.css';

const mostActions = 4;

export type ActionsFieldProps = {
  actions: MessageFields['actions'];
  /** Faults are shown once somebody has tried to save. */
  tried: boolean;
  onChange: (actions: MessageFields['actions']) => void;
};

/** What is wrong with a button; null where nothing is. */
export const linkProblem = (link: string): string | null =>
  safeLink(link) === null ? 'Give an https address, or a page of the portal such as /training.' : null;

/** Buttons under a letter. */
export function ActionsField({ actions, tried, onChange }: ActionsFieldProps) {
  const change = (at: number, part: Partial<MessageFields['actions'][number]>) =>
    onChange(actions.map((action, i) => (i === at ? { ...action, ...part } : action)));
  return (
    <fieldset className={`${classes.actionList} grid justify-items-start gap-3`}>
      <legend className={`${classes.label} block text-body font-medium mb-1`}>
        Buttons under the letter
      </legend>
      {actions.map((action, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- buttons have no id, and stay where they are
        <div key={i} className={`${classes.action} grid items-start w-full gap-3`}>
          <TextInput
            label={`Words on button ${i + 1}`}
            value={action.label}
            maxLength={60}
            onChange={(event) => change(i, { label: event.currentTarget.value })}
            error={tried && action.label.trim() === '' ? 'Please fill this in.' : null}
          />
          <TextInput
            label={`Where button ${i + 1} leads`}
            placeholder="https://… or /training"
            value={action.link}
            maxLength={1000}
            onChange={(event) => change(i, { link: event.currentTarget.value })}
            error={tried ? linkProblem(action.link) : null}
          />
          <ActionIcon
            size={40}
            aria-label={`Remove button ${i + 1}`}
            onClick={() => onChange(actions.filter((_one, at) => at !== i))}
          >
            <IconTrash size={18} stroke={1.5} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      {actions.length < mostActions && (
        <Button
          variant="default"
          leftSection={<IconPlus size={18} stroke={1.5} aria-hidden />}
          onClick={() => onChange([...actions, { label: '', link: '' }])}
        >
          Add a button
        </Button>
      )}
    </fieldset>
  );
}
