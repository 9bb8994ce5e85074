import { Button, Textarea } from '@mantine/core';
import { useEffect, useId, useState, type FormEvent } from 'react';
import { shownTime } from '#platform/dates.ts';
import type { QuestionAbout } from '#modules/plans/web/public.ts';
import { usePortal } from '#platform/web/boot.ts';
import { useSession } from '#platform/web/query.ts';
import { RichText } from '#platform/web/RichText.tsx';
import { QueryFailed } from '#platform/web/QueryFailed.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import type { ThreadEntry } from '../../entities.ts';
import { textLimits } from '../../rules.ts';
import { noteSeen, useAnswer, useAsk } from '../changes.ts';
import classes from './Conversation.module.css';
import { messageOf } from '../messages.ts';
import { useThread } from '../queries.ts';

function Entry({ entry }: { entry: ThreadEntry }) {
  const { brandNameShort } = usePortal().brand;
  const who = entry.mine ? 'You' : entry.by;
  if (entry.kind === 'closed')
    return (
      <li className="text-small text-dimmed text-center">
        <bdi>{who}</bdi> closed the conversation, {shownTime(entry.at)}
      </li>
    );
  return (
    <li className={`${classes.entry} border rounded-card px-5 py-4`} data-from={entry.from}>
      <p className={`${classes.who} flex flex-wrap items-baseline text-body`}>
        <strong>
          <bdi>{who}</bdi>
        </strong>
        {entry.from === 'staff' && (
          <span className={`${classes.role} text-small text-dimmed`}>{brandNameShort} expert</span>
        )}
        <time dateTime={entry.at}>{shownTime(entry.at)}</time>
      </p>
      {entry.kind === 'check' && (
        <p className={`${classes.check} text-small font-medium text-dimmed`}>
          Says that it is fixed, and asks for a check
        </p>
      )}
      <RichText text={entry.body} level={4} />
    </li>
  );
}

type ReplyFormProps = {
  label: string;
  button: string;
  busy: boolean;
  error: unknown;
  onSend: (text: string, sent: () => void) => void;
};

/** What was typed stays until it was sent. */
function ReplyForm({ label, button, busy, error, onSend }: ReplyFormProps) {
  const [text, setText] = useState('');
  const [empty, setEmpty] = useState(false);
  const { isZeguroServiceSession: support } = useSession();
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return setEmpty(true);
    onSend(text, () => setText(''));
  };
  if (support)
    return <p className={classes.note}>In a support session no one writes in the customer’s name.</p>;
  return (
    <form className="mt-5" onSubmit={send} noValidate>
      <Textarea
        label={label}
        rows={4}
        resize="vertical"
        maxLength={textLimits.question}
        value={text}
        error={empty && text.trim() === '' ? 'Please write something.' : null}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {error ? <FormError>{messageOf(error)}</FormError> : null}
      <div className={`${classes.send} row flex-wrap justify-between gap-2 gap-x-4 mt-3`}>
        <span className={classes.note}>Never passwords or codes, please.</span>
        <Button type="submit" loading={busy}>
          {button}
        </Button>
      </div>
    </form>
  );
}

/** A conversation with its answers, and room to write on. */
export function Conversation({ threadId }: { threadId: string }) {
  const found = useThread(threadId);
  const answer = useAnswer();
  const unread = found.data?.thread.unread ?? false;
  useEffect(() => {
    if (unread) void noteSeen({ thread: threadId });
  }, [unread, threadId]);
  if (found.isPending) return <SkeletonPanel bare lines={4} height={200} label="Loading the conversation" />;
  if (!found.data)
    return (
      <QueryFailed level={3} title="The conversation could not be loaded" query={found} words={messageOf} />
    );
  const { thread } = found.data;
  return (
    <>
      <ol className="mt-4 grid gap-4">
        {found.data.entries.map((entry) => (
          <Entry key={entry.entryId} entry={entry} />
        ))}
      </ol>
      {thread.state === 'waiting' && (
        <p className="mt-4 text-body text-dimmed">
          The experts have your message. We will email you when they answer.
        </p>
      )}
      <ReplyForm
        label={thread.state === 'closed' ? 'Still have a question? Write again' : 'Your message'}
        button="Send"
        busy={answer.isPending}
        error={answer.error}
        onSend={(text, sent) => answer.mutate({ threadId, text }, { onSuccess: sent })}
      />
    </>
  );
}

/** What one talks about in one place: the conversation that is there, or room to begin one. */
export function Talk({
  threadId,
  about,
  lead,
}: {
  threadId: string | null;
  about: QuestionAbout;
  lead: string;
}) {
  const ask = useAsk();
  const id = useId();
  return (
    <section className={`${classes.talk} card mt-6 p-card`} aria-labelledby={id}>
      <h2 id={id} className="text-lead">
        {threadId ? 'Your conversation' : 'Ask about this'}
      </h2>
      {threadId ? (
        <Conversation threadId={threadId} />
      ) : (
        <>
          <p className={classes.note}>{lead}</p>
          <ReplyForm
            label="Your question"
            button="Send"
            busy={ask.isPending}
            error={ask.error}
            onSend={(text, sent) =>
              ask.mutate(
                { text, context: { ...about, route: about.route ?? null, facts: [] } },
                { onSuccess: sent },
              )
            }
          />
        </>
      )}
    </section>
  );
}
