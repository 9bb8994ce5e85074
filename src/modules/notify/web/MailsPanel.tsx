import { Button, Switch } from '@mantine/core';
import { useSession } from '#platform/web/query.ts';
import { ErrorState } from '#ui/page/ErrorState.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import type { MailChoice } from '../contract.ts';
import type { NoticeEvent } from '../entities.ts';
import { eventWords } from '../rules.ts';
import classes from './Mails.module.css';
import { messageOf } from './messages.ts';
import { useChoices, useChoose } from './queries.ts';

/** As they stand in the list; events beside each other belong together. */
const groups: { title: string; events: NoticeEvent[] }[] = [
  {
    title: 'Websites and rating',
    events: [
      'report-ready',
      'new-high',
      'scan-failed',
      'scan-done',
      'proof-gone',
      'acceptance-ended',
      'rating-drop',
    ],
  },
  { title: 'Due', events: ['policy-due', 'training-due'] },
  { title: 'Cyber Concierge', events: ['concierge-answer', 'concierge-message', 'weakness-published'] },
  { title: 'Summary', events: ['weekly-digest'] },
];

/** Which mails the person gets, in Settings, Your Details: for the person alone, so not in a support session. */
export function MailsPanel() {
  const session = useSession();
  const choices = useChoices();
  const choose = useChoose();
  if (session.isZeguroServiceSession) return null;
  if (choices.isPending) return <SkeletonPanel height={520} lines={8} label="Loading which emails you get" />;
  if (!choices.data)
    return (
      <Panel title="Mails">
        <ErrorState
          title="Your choices could not be loaded"
          kept="We send emails as you chose before."
          retrying={choices.isFetching}
          onRetry={() => void choices.refetch()}
        >
          {messageOf(choices.error)}
        </ErrorState>
      </Panel>
    );
  const { email, choices: known } = choices.data;
  const saving = new Map(
    choose.isPending ? choose.variables.choices.map((one: MailChoice) => [one.event, one.wanted]) : [],
  );
  const isOn = (event: NoticeEvent): boolean =>
    saving.get(event) ?? known.some((one) => one.event === event && one.wanted);
  const on = known.filter(({ event }) => isOn(event)).length;
  return (
    <Panel
      title="Mails"
      description={
        <>
          The emails we send to <bdi>{email}</bdi>. We always send those about signing in, your plan, and your
          account.
        </>
      }
      actions={
        on > 0 && (
          <Button
            variant="default"
            disabled={choose.isPending}
            onClick={() => choose.mutate({ choices: known.map(({ event }) => ({ event, wanted: false })) })}
          >
            Switch all off
          </Button>
        )
      }
    >
      <div className="grid gap-6">
        {groups.map(({ title, events }) => (
          <fieldset key={title} className="grid gap-4">
            <legend className={`${classes.legend} text-small font-medium text-dimmed mb-3`}>{title}</legend>
            {events.map((event) => (
              <div key={event} className={`${classes.line} flex items-start justify-between gap-2 gap-x-6`}>
                <Switch
                  label={eventWords[event].label}
                  description={eventWords[event].about}
                  checked={isOn(event)}
                  disabled={choose.isPending}
                  onChange={(change) =>
                    choose.mutate({ choices: [{ event, wanted: change.currentTarget.checked }] })
                  }
                />
                <span className={`${classes.often} flex-none text-small leading-5.5 text-dimmed`}>
                  {eventWords[event].often}
                </span>
              </div>
            ))}
          </fieldset>
        ))}
      </div>
    </Panel>
  );
}
