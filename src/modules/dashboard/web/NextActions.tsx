import { Button, UnstyledButton } from '@mantine/core';
import IconActivity from '@tabler/icons-react/dist/esm/icons/IconActivity.mjs';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs';
import { askConcierge } from '#platform/web/conciergePrompt.ts';
import { Link } from '#ui/Link.tsx';
import { Panel } from '#ui/Panel.tsx';
import type { DashboardData } from '../contract.ts';
import { nextActions } from '../nextActions.ts';
import classes from './NextActions.module.css';
import { placeOf } from './places.ts';

function UpToDate({ scanning }: { scanning: boolean }) {
  return (
    <div className={classes.done} data-scanning={scanning || undefined}>
      {scanning ? <IconActivity size={32} stroke={1.5} aria-hidden /> : <IconCircleCheck size={32} stroke={1.5} aria-hidden />}
      <div>
        <p className={classes.title}>{scanning ? 'A scan is running' : 'You are up to date'}</p>
        <p className={classes.why}>
          {scanning
            ? 'This page follows it by itself. What it finds shows here as soon as it is done.'
            : 'Nothing needs you right now. When a scan finds something new, it shows here first.'}
        </p>
      </div>
    </div>
  );
}

/** The short list of what to do next, each with why, how long and a button. */
export function NextActions({ data }: { data: DashboardData }) {
  const actions = nextActions(data);
  return (
    <Panel title="Next best actions" description="The few things that help most right now." className={classes.panel}>
      {actions.length === 0 ? (
        <UpToDate scanning={data.monitoring?.isScanInProgress ?? false} />
      ) : (
        <ol className={classes.list} data-single={actions.length === 1 || undefined}>
          {actions.map((action, index) => (
            <li key={action.id} className={classes.item}>
              <span className={classes.number} aria-hidden>
                {index + 1}
              </span>
              <div className={classes.words}>
                <h3 className={classes.title}>{action.title}</h3>
                <p className={classes.why}>{action.why}</p>
                <p className={classes.minutes}>
                  <IconClock size={14} stroke={1.75} aria-hidden />
                  about {action.minutes} min{action.minutesFor ? ` ${action.minutesFor}` : ''}
                </p>
              </div>
              <Button
                component={Link}
                href={placeOf(action.id, data)}
                variant={index === 0 ? 'filled' : 'default'}
                className={classes.button}
                aria-label={`${action.button}: ${action.title}`}
              >
                {action.button}
              </Button>
            </li>
          ))}
        </ol>
      )}
      <p className={classes.help}>
        Need help?{' '}
        <UnstyledButton className={classes.ask} onClick={askConcierge}>
          Contact Cyber Concierge
        </UnstyledButton>{' '}
        (included in your subscription)
      </p>
    </Panel>
  );
}
