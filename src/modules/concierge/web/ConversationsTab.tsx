import { Button, NativeSelect } from '@mantine/core';
import IconMessageCircle from '@tabler/icons-react/dist/esm/icons/IconMessageCircle.mjs';
import { useState } from 'react';
import { askExpert } from '#modules/plans/web/public.ts';
import { shownDay, shownTime } from '#platform/dates.ts';
import { DrawingLost } from '#ui/drawings/DrawingLost.tsx';
import { DrawingTalk } from '#ui/drawings/DrawingTalk.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Link } from '#ui/Link.tsx';
import { Pager } from '#ui/Pager.tsx';
import { Panel } from '#ui/Panel.tsx';
import { SkeletonPanel } from '#ui/SkeletonPanel.tsx';
import type { Thread } from '../entities.ts';
import { conciergePaths } from '../paths.ts';
import classes from './Concierge.module.css';
import { ListTools } from './ListTools.tsx';
import { messageOf } from './messages.ts';
import { firstThreads, useThreads, type ThreadFilter } from './queries.ts';
import { ThreadState } from './ThreadState.tsx';

const ThreadRow = ({ thread }: { thread: Thread }) => (
  <li
    className={`${classes.letter} grid relative gap-1 gap-x-3 hover-bg`}
    data-unread={thread.unread || undefined}
  >
    <span className={`${classes.mark} grid place-items-center text-dimmed`} aria-hidden>
      {thread.unread ? (
        <span className={`${classes.unread} rounded-circle`} />
      ) : (
        <IconMessageCircle size={18} stroke={1.5} />
      )}
    </span>
    <div className="min-w-0">
      <h3 className={`${classes.letterTitle} leading-6.5 font-medium`}>
        <Link href={conciergePaths.conversation(thread.threadId)}>
          {thread.unread && <span className="visually-hidden">New answer: </span>}
          {thread.subject}
        </Link>
      </h3>
      {thread.excerpt && (
        <p className={`${classes.summary} mt-0.5 text-body text-dimmed`}>{thread.excerpt}</p>
      )}
      <div className="row flex-wrap gap-1 gap-x-3 text-small text-dimmed mt-2">
        <ThreadState state={thread.state} />
        <span>
          Begun by <bdi>{thread.openedBy}</bdi>
        </span>
      </div>
    </div>
    <div
      className={`${classes.aside} flex flex-col items-end gap-1.5 text-small text-dimmed whitespace-nowrap`}
    >
      <time dateTime={thread.lastEntryOn} title={shownTime(thread.lastEntryOn)}>
        {shownDay(thread.lastEntryOn)}
      </time>
    </div>
  </li>
);

/** Conversations of the whole team of administrators with the experts, the newest first. */
export function ConversationsTab() {
  const [filter, setFilter] = useState<ThreadFilter>(firstThreads);
  const [edition, setEdition] = useState(0);
  const found = useThreads(filter);
  const change = (part: Partial<ThreadFilter>) => setFilter((before) => ({ ...before, page: 1, ...part }));
  const narrowed = filter.search !== '' || filter.show !== 'all';
  if (found.isPending) return <SkeletonPanel lines={8} height={420} label="Loading conversations" />;
  if (!found.data)
    return (
      <Panel>
        <ErrorState
          title="Your conversations could not be loaded"
          retrying={found.isFetching}
          onRetry={() => void found.refetch()}
        >
          {messageOf(found.error)}
        </ErrorState>
      </Panel>
    );
  const { threads, total, unread, page, pages } = found.data;
  return (
    <Panel
      flush
      title="Conversations"
      description="What you asked and what the experts answered. All administrators of your company can read them."
    >
      {(total > 0 || narrowed) && (
        <ListTools
          label="Find conversations"
          placeholder="Subject or text"
          edition={edition}
          search={filter.search}
          total={unread > 0 ? `${unread} with a new answer` : ''}
          onSearch={(search) => change({ search })}
        >
          <NativeSelect
            label="Show"
            value={filter.show}
            onChange={(event) => change({ show: event.currentTarget.value as ThreadFilter['show'] })}
            data={[
              { value: 'all', label: 'All' },
              { value: 'unread', label: 'With a new answer' },
              { value: 'waiting', label: 'With the experts' },
              { value: 'closed', label: 'Closed' },
            ]}
          />
        </ListTools>
      )}
      {threads.length === 0 ? (
        <EmptyState
          level={3}
          drawing={narrowed ? <DrawingLost /> : <DrawingTalk />}
          title={narrowed ? 'No conversation matches' : 'Nothing was asked yet'}
          action={
            narrowed ? (
              <Button
                variant="default"
                onClick={() => {
                  setEdition(edition + 1);
                  setFilter(firstThreads);
                }}
              >
                Show all conversations
              </Button>
            ) : (
              <Button variant="default" onClick={() => askExpert()}>
                Ask your first question
              </Button>
            )
          }
        >
          {narrowed
            ? 'Search for part of the subject or text.'
            : 'Wherever you see “Ask an expert”, your question includes what you are looking at. The answer arrives here and by email.'}
        </EmptyState>
      ) : (
        <div className={classes.found} aria-busy={found.isPlaceholderData}>
          <ul>
            {threads.map((thread) => (
              <ThreadRow key={thread.threadId} thread={thread} />
            ))}
          </ul>
          {pages > 1 && (
            <div className="flex justify-center border-t p-4">
              <Pager
                page={page}
                pages={pages}
                onChange={(to) => setFilter({ ...filter, page: to })}
                label="Pages of conversations"
              />
            </div>
          )}
        </div>
      )}
    </Panel>
  );
}
