import { Anchor, Checkbox, TextInput } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import { isDay } from '#platform/days.ts';
import { effort } from '#platform/taskTime.ts';
import { DateField } from '#ui/form/DateField.tsx';
import { Link } from '#ui/text/Link.tsx';
import type { ReportAction, Task } from '../../entities.ts';
import { maturityPaths } from '../../paths.ts';
import { messageOf } from '../messages.ts';
import classes from './Report.module.css';
import { useSaveTask } from './saveTask.ts';

const given: Record<NonNullable<ReportAction['answer']>, string> = {
  yes: 'yes',
  mostly: 'most',
  partly: 'some',
  no: 'no',
  unsure: 'not sure',
  notApplicable: 'not applicable',
};

const firstDay = '2000-01-01';
const lastDay = '2099-12-31';

const nobody: Omit<Task, 'questionId'> = { owner: '', due: null, done: false };

/** One thing to do: who, until when, and whether it is done. Everything is saved at once. */
export function ActionItem({ action }: { action: ReportAction }) {
  const { questionId } = action;
  const task = action.task ?? { questionId, ...nobody };
  const save = useSaveTask(questionId);
  const [owner, setOwner] = useState(task.owner);
  const [kept, setKept] = useState(task.owner);
  // changed by somebody else meanwhile
  if (kept !== task.owner) {
    setKept(task.owner);
    setOwner(task.owner);
  }
  const id = useId();
  const { owner: savedOwner, due, done } = task;
  // what is on its way; a change that follows at once builds on it, and not on what the page showed before
  const wanted = useRef<typeof nobody | null>(null);
  const change = (part: Partial<typeof nobody>) => {
    const next = { owner: savedOwner, due, done, ...wanted.current, ...part };
    wanted.current = next;
    save.mutate(next, {
      onSettled: () => {
        if (wanted.current === next) wanted.current = null;
      },
    });
  };
  const keepOwner = () => {
    if (owner.trim() !== savedOwner || save.isError) change({ owner: owner.trim() });
  };
  return (
    <li className={`${classes.action} flex gap-1`} data-done={done || undefined}>
      <Checkbox
        className={`${classes.done} flex-none`}
        aria-labelledby={id}
        checked={done}
        onChange={(event) => change({ done: event.currentTarget.checked })}
      />
      <div className={`${classes.actionBody} flex-auto min-w-0`}>
        <p id={id} className={`${classes.actionText} measure-72 font-medium text-pretty`}>
          {action.action}
        </p>
        <p className={classes.meta}>
          {effort(action.minutes)} · {action.text}{' '}
          {action.answer ? `Your answer: ${given[action.answer]}.` : 'Not answered yet.'}{' '}
          <Anchor component={Link} href={maturityPaths.question(questionId)}>
            {done ? 'Done? Update your answer' : 'Change answer'}
          </Anchor>
        </p>
        <div className={`${classes.fields} grid gap-3`}>
          <TextInput
            label="Owner"
            placeholder="Who does it"
            maxLength={120}
            value={owner}
            onChange={(event) => setOwner(event.currentTarget.value)}
            onBlur={keepOwner}
            onKeyDown={(event) => {
              if (event.key === 'Enter') keepOwner();
            }}
          />
          <DateField
            label="Due"
            placeholder="No date"
            min={firstDay}
            max={lastDay}
            value={due ?? ''}
            onChange={(day) => change({ due: isDay(day) ? day : null })}
          />
        </div>
        {save.error && (
          <p className="text-small text-danger mt-2" role="alert">
            Not saved. {messageOf(save.error)}
          </p>
        )}
      </div>
    </li>
  );
}
