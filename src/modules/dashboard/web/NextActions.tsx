import { Button, UnstyledButton } from '@mantine/core';
import IconActivity from '@tabler/icons-react/dist/esm/icons/IconActivity.mjs';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs';
import { useRef } from 'react';
import { shownDay } from '#platform/dates.ts';
import { aboutTime } from '#platform/taskTime.ts';
import { askConcierge } from '#modules/plans/web/public.ts';
import { useSession } from '#platform/web/query.ts';
import { GoalMark } from '#ui/badge/GoalMark.tsx';
import { Link } from '#ui/text/Link.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { toast } from '#ui/notice/toast.ts';
import type { ActionId } from '../actionIds.ts';
import type { DashboardData, Snoozed } from '../contract.ts';
import { nextActions, putOff } from '../nextActions.ts';
import type { NextAction } from '../rankedActions.ts';
import { snoozeDays } from '../rules.ts';
import classes from './NextActions.module.css';
import { placeOf, stateOf } from './places.ts';
import { useRestore, useSnooze } from './queries.ts';

function UpToDate({ scanning }: { scanning: boolean }) {
  return (
    <div
      className={`${classes.done} pt-4 flex items-start gap-4 border-t`}
      data-scanning={scanning || undefined}
    >
      {scanning ? (
        <IconActivity size={32} stroke={1.5} aria-hidden />
      ) : (
        <IconCircleCheck size={32} stroke={1.5} aria-hidden />
      )}
      <div>
        <p className={`${classes.title} font-semibold text-reading`}>
          {scanning ? 'A scan is running' : 'You are up to date'}
        </p>
        <p className="measure-62 text-dimmed text-pretty mt-0.5">
          {scanning
            ? 'This page updates automatically and shows the results as soon as they are ready.'
            : 'Nothing needs you right now. When a scan finds something new, it shows here first.'}
        </p>
      </div>
    </div>
  );
}

function Action({
  action,
  index,
  data,
  onLater,
}: {
  action: NextAction;
  index: number;
  data: DashboardData;
  onLater: (() => void) | null;
}) {
  return (
    <li className={`${classes.item} grid items-center gap-1 gap-x-4 border-t`}>
      <span
        className={`${classes.number} grid place-items-center text-small font-semibold text-accent tabular-nums rounded-full bg-accent`}
        aria-hidden
      >
        {index + 1}
      </span>
      <div>
        <h3 className={`${classes.title} font-semibold text-reading`}>{action.title}</h3>
        <p className="measure-62 text-dimmed text-pretty mt-0.5">{action.why}</p>
        <GoalMark lead="Serves your goal" goals={action.serves} />
        <p className={`${classes.minutes} row flex-wrap text-small leading-5 text-dimmed`}>
          <span className={`${classes.time} row gap-1.5`}>
            <IconClock size={14} stroke={1.75} aria-hidden />
            {aboutTime(action.minutes)}
            {action.minutesFor ? ` ${action.minutesFor}` : ''}
          </span>
          {onLater && (
            <UnstyledButton
              className={`${classes.later} whitespace-nowrap`}
              onClick={onLater}
              aria-label={`Not now: ${action.title}`}
            >
              Not now
            </UnstyledButton>
          )}
        </p>
      </div>
      <Button
        component={Link}
        href={placeOf(action.id, data)}
        state={stateOf(action.id)}
        variant={index === 0 ? 'filled' : 'default'}
        className={classes.button}
        aria-label={`${action.button}: ${action.title}`}
      >
        {action.button}
      </Button>
    </li>
  );
}

/** What was put off, to bring it back. */
function PutOff({ snoozed, onRestore }: { snoozed: readonly Snoozed[]; onRestore: (id: string) => void }) {
  if (snoozed.length === 0) return null;
  return (
    <details className={`${classes.putOff} text-small leading-5 text-dimmed mt-4`}>
      <summary>Put off: {snoozed.length}</summary>
      <ul className={classes.list}>
        {snoozed.map(({ id, title, until }) => (
          <li
            key={id}
            className={`${classes.putOffItem} flex flex-wrap items-baseline justify-between gap-1 gap-x-4 text-plain`}
          >
            <span>
              {title} <span className="text-dimmed">until {shownDay(until)}</span>
            </span>
            <UnstyledButton
              className={classes.ask}
              onClick={() => onRestore(id)}
              aria-label={`Bring back: ${title}`}
            >
              Bring back
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The short list of what to do next, each with why, how long and a button. */
export function NextActions({ data }: { data: DashboardData }) {
  const actions = nextActions(data);
  const words = useRef<HTMLDivElement>(null);
  const restore = useRestore();
  const bringBack = (id: string) => restore.mutate({ action: id as ActionId });
  const snooze = useSnooze((id) => {
    // the button that was pressed is gone: whoever works by keyboard stays in the list
    words.current?.focus();
    const message = toast.success(
      <>
        Put off for {snoozeDays} days.{' '}
        <UnstyledButton
          className={classes.ask}
          onClick={() => {
            toast.hide(message);
            bringBack(id);
          }}
        >
          Undo
        </UnstyledButton>
      </>,
      { announce: `Snoozed for ${snoozeDays} days.`, duration: 10_000 },
    );
  });
  // staff who act for somebody decide nothing for them
  const mayPutOff = !useSession().isZeguroServiceSession;
  return (
    <Panel
      title="Next best actions"
      description="The few things that help most right now."
      className={classes.panel}
    >
      <div ref={words} tabIndex={-1} className="outline-none">
        {actions.length === 0 ? (
          <UpToDate scanning={data.monitoring?.isScanInProgress ?? false} />
        ) : (
          <ol className={classes.list} data-single={actions.length === 1 || undefined}>
            {actions.map((action, index) => (
              <Action
                key={action.id}
                action={action}
                index={index}
                data={data}
                onLater={mayPutOff ? () => snooze.mutate({ action: action.id }) : null}
              />
            ))}
          </ol>
        )}
      </div>
      {mayPutOff && <PutOff snoozed={putOff(data)} onRestore={bringBack} />}
      <p className={`${classes.help} text-body pt-4`}>
        Need help?{' '}
        <UnstyledButton className={classes.ask} onClick={askConcierge}>
          Contact Cyber Concierge
        </UnstyledButton>{' '}
        (included in your subscription)
      </p>
    </Panel>
  );
}
