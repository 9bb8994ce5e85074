import { Button, Checkbox } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { shownTime } from '#platform/dates.ts';
import type { RichText as Formatted } from '#platform/richText.ts';
import { CallError } from '#platform/web/call.ts';
import { RichText } from '#platform/web/RichText.tsx';
import { useChange } from '#platform/web/useChange.ts';
import { FormError } from '#ui/form/FormError.tsx';
import { KeyValueList } from '#ui/page/KeyValueList.tsx';
import { Link } from '#ui/text/Link.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { StatusPill } from '#ui/badge/StatusPill.tsx';
import { waitedText } from '../../conciergeRules.ts';
import { staffConciergeContract } from '../../conciergeContract.ts';
import type { ConversationDetail } from '../../conciergeSchemas.ts';
import { staffPaths } from '../../paths.ts';
import catalog from '../catalog/Catalog.module.css';
import { backTo, WhenLoaded } from '../WhenLoaded.tsx';
import { messageOf } from '../messages.ts';
import staff from '../Staff.module.css';
import classes from './Concierge.module.css';
import { FormattedField } from './FormattedField.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import { noteSeen, renewConcierge, useConversation } from './queries.ts';
import { contextKinds, threadStates } from './words.ts';

const back = backTo(staffPaths.conversations, 'Conversations');

function Entry({ entry }: { entry: ConversationDetail['entries'][number] }) {
  if (entry.kind === 'closed')
    return (
      <li className="text-small text-dimmed text-center">
        <bdi>{entry.by}</bdi> closed the conversation, {shownTime(entry.at)}
      </li>
    );
  return (
    <li className={`${classes.entry} card px-5 py-4`} data-from={entry.from}>
      <p className={`${classes.who} flex flex-wrap items-baseline text-small text-dimmed`}>
        <strong>
          <bdi>{entry.by}</bdi>
        </strong>
        <span>{entry.from === 'staff' ? 'Staff' : 'Customer'}</span>
        <time dateTime={entry.at}>{shownTime(entry.at)}</time>
      </p>
      {entry.kind === 'check' && (
        <p className={classes.fixed}>
          <StatusPill tone="accent">Says it is fixed, and asks for a check</StatusPill>
        </p>
      )}
      <RichText text={entry.body} level={4} />
    </li>
  );
}

function AnswerForm({ talk }: { talk: ConversationDetail }) {
  const { orgId, threadId } = talk;
  const last = talk.entries.at(-1)?.entryId ?? 0;
  // what was there when the answer was begun; a word that comes meanwhile is shown before it is answered
  const [seen, setSeen] = useState(last);
  const [body, setBody] = useState<Formatted>([]);
  const [close, setClose] = useState(false);
  const [tried, setTried] = useState(false);
  const [run, setRun] = useState(0);
  const send = useChange(staffConciergeContract.answerCustomer, {
    after: renewConcierge,
    done: () => 'The customer has your answer.',
    failed: () => null,
  });
  const isEmpty = body.length === 0;
  // whoever has typed nothing yet answers what stands there now
  const answered = isEmpty ? last : seen;
  const submit = () => {
    setTried(true);
    if (isEmpty) return;
    send.mutate(
      { orgId, threadId, lastEntry: answered, body, close },
      {
        onSuccess: () => {
          setBody([]);
          setTried(false);
          setClose(false);
          setRun((before) => before + 1);
        },
        onError: (error) => {
          if (error instanceof CallError && error.code === 'changed-meanwhile') void renewConcierge();
        },
      },
    );
  };
  const isLate = last !== answered;
  return (
    <Panel title={talk.state === 'closed' ? 'Write on' : 'Answer'} size="small">
      <LeaveGuard dirty={!isEmpty && !send.isPending} />
      <div className="grid gap-3">
        {isLate && (
          <div
            className={`${classes.late} border-warning row flex-wrap justify-between gap-2 gap-x-4 rounded bg-warning px-4 py-3`}
            role="alert"
          >
            <p>Someone wrote while you were typing. Read it above; your answer is still here.</p>
            <Button variant="default" onClick={() => setSeen(last)}>
              I have read it
            </Button>
          </div>
        )}
        {send.error && !(send.error instanceof CallError && send.error.code === 'changed-meanwhile') ? (
          <FormError>{messageOf(send.error)}</FormError>
        ) : null}
        <FormattedField
          key={run}
          label="Your answer"
          initial={[]}
          onChange={(text) => {
            if (isEmpty && text.length > 0) setSeen(last);
            setBody(text);
          }}
          error={tried && isEmpty ? 'Please write something.' : null}
        />
        <div className="row flex-wrap justify-between gap-3">
          <Checkbox
            label="Close the conversation with it"
            checked={close}
            onChange={(event) => setClose(event.currentTarget.checked)}
          />
          <Button onClick={submit} loading={send.isPending} disabled={isLate}>
            Send answer
          </Button>
        </div>
      </div>
    </Panel>
  );
}

/** What the customer attached; what they see is seen in a support session, which they are told of. */
function ContextPanel({ talk }: { talk: ConversationDetail }) {
  const { context, orgId, weaknessId, messageId } = talk;
  if (!context && !weaknessId && !messageId) return null;
  return (
    <Panel title="What it is about" size="small">
      <div className="grid gap-3">
        {context && (
          <>
            <p className={classes.hint}>{contextKinds[context.kind] ?? 'About'}</p>
            <p className={`${classes.contextTitle} font-medium wrap-anywhere`}>
              <bdi>{context.title}</bdi>
            </p>
            {context.facts.length > 0 && (
              <KeyValueList
                items={context.facts.map(({ label, value }, i) => ({
                  key: `${label} ${i}`,
                  label,
                  value: <bdi>{value}</bdi>,
                }))}
              />
            )}
            {context.route && (
              <p className={classes.hint}>
                The customer sees it at <code>{context.route}</code>.{' '}
                <Link className={staff.name} href={staffPaths.organization(orgId)}>
                  Start a support session
                </Link>{' '}
                to look at it with them; they are told.
              </p>
            )}
          </>
        )}
        {weaknessId && (
          <Link className={staff.name} href={staffPaths.weakness(orgId, weaknessId)}>
            Open the weakness and set its status
          </Link>
        )}
        {messageId && (
          <Link className={staff.name} href={staffPaths.message(messageId)}>
            Open the message
          </Link>
        )}
      </div>
    </Panel>
  );
}

const factsOf = (talk: ConversationDetail) => [
  {
    key: 'organization',
    label: 'Organization',
    value: (
      <Link className={staff.name} href={staffPaths.organization(talk.orgId)}>
        {talk.companyName}
      </Link>
    ),
  },
  { key: 'brand', label: 'Brand', value: talk.brand },
  {
    key: 'by',
    label: 'Begun by',
    value: (
      <span className={staff.person}>
        <bdi>{talk.openedBy}</bdi>
        {talk.openedByEmail && <span className={staff.dimmed}>{talk.openedByEmail}</span>}
      </span>
    ),
  },
  { key: 'on', label: 'Begun', value: shownTime(talk.openedOn) },
  { key: 'assigned', label: 'Taken care of by', value: talk.assigned?.name ?? 'No one yet' },
];

function Talk({ talk, nowMs }: { talk: ConversationDetail; nowMs: number }) {
  const { orgId, threadId } = talk;
  const change = useChange(staffConciergeContract.changeConversation, {
    after: renewConcierge,
    done: () => null,
    failed: (error) => ({ failed: 'The conversation was not changed.', reason: messageOf(error) }),
  });
  const to = (next: 'closed' | 'open' | 'mine' | 'nobody') => () =>
    change.mutate({ orgId, threadId, to: next });
  useEffect(() => {
    if (talk.unseen) void noteSeen(orgId, threadId).catch(() => {});
  }, [talk.unseen, orgId, threadId]);
  return (
    <>
      <PageHeader
        trail={back}
        title={<bdi>{talk.subject}</bdi>}
        badge={
          <StatusPill tone={threadStates[talk.state].tone}>
            {talk.waitingSince
              ? `Waiting ${waitedText(talk.waitingSince, nowMs)}`
              : threadStates[talk.state].label}
          </StatusPill>
        }
        purpose={`With ${talk.companyName}.`}
      />
      <div className={catalog.sides}>
        <div className="grid gap-6">
          <ol className={`${classes.entries} grid gap-4`} aria-label="What was written">
            {talk.entries.map((entry) => (
              <Entry key={entry.entryId} entry={entry} />
            ))}
          </ol>
          <AnswerForm talk={talk} />
        </div>
        <div className={catalog.aside}>
          <ContextPanel talk={talk} />
          <Panel title="About" size="small">
            <div className="grid gap-3">
              <KeyValueList items={factsOf(talk)} />
              <Button
                variant="default"
                loading={change.isPending}
                onClick={to(talk.assigned?.mine ? 'nobody' : 'mine')}
              >
                {talk.assigned?.mine ? 'Leave it to others' : 'Take care of it'}
              </Button>
              <Button
                variant="default"
                loading={change.isPending}
                onClick={to(talk.state === 'closed' ? 'open' : 'closed')}
              >
                {talk.state === 'closed' ? 'Open again' : 'Close without an answer'}
              </Button>
            </div>
          </Panel>
        </div>
      </div>
    </>
  );
}

/** One conversation: what was written, what it is about, and the answer. */
export function ConversationScreen() {
  const { orgId = '', threadId = '' } = useParams();
  const talk = useConversation(orgId, threadId);
  return (
    <WhenLoaded of={talk} what="the conversation">
      {(data) => <Talk key={threadId} talk={data} nowMs={talk.dataUpdatedAt} />}
    </WhenLoaded>
  );
}
